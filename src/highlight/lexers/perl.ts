import { type Grammar, type Rule, type States } from '../grammar.js'
import { closed, closedOnLine, oneOf, type Closing } from '../pattern.js'
import { PERL_WORDS } from '../words/perl.js'

/** Words that begin here, whatever stands before them. */
const word = (list: string): RegExp => new RegExp(`(?:${oneOf(list)})\\b`)

const MATCH_FLAGS = '[msixpodualngc]*'
const CHANGE_FLAGS = '[msixpodualngcr]*'
const BALANCED_FLAGS = '[egimosx]*'

const PAIRS: readonly (readonly [name: string, open: string, close: string])[] = [
  ['curly', '\\{', '\\}'],
  ['round', '\\(', '\\)'],
  ['square', '\\[', '\\]'],
  ['angle', '<', '>'],
]

/** Up to the closing mark; it may be escaped only if no other is left. */
const upTo = (opening: RegExp, close: string, rest: string): Closing[] => [
  closed(opening, `(?:\\\\[\\\\${close}]|[^\\\\${close}]|\\\\(?![\\\\${close}]))*${close}${rest}`),
  closed(opening, `[^]*${close}${rest}`),
]

/** The first part of a substitution between brackets; what follows decides on the second. */
const firstPart: Rule[] = PAIRS.flatMap(([, open, close]) =>
  upTo(new RegExp(`(?:s|tr|y)${open}`), close, '\\s*').map((pattern): Rule => [
    pattern,
    'sr',
    'second',
  ]),
)

const secondPart: Rule[] = [
  ...PAIRS.map(([, open, close]) => [open, close] as const),
  ...['\\/', '!', '@', '%', '\\$'].map((mark) => [mark, mark] as const),
]
  .flatMap(([open, close]) => upTo(new RegExp(open), close, BALANCED_FLAGS))
  .map((pattern): Rule => [pattern, 'sr', '#pop'])

/** Texts in brackets that nest. */
const quotes: Rule[] = PAIRS.map(([name, open]): Rule => [
  new RegExp(`q[qwrx]?${open}`),
  'sx',
  name,
])
const quoteStates: States = Object.fromEntries(
  PAIRS.map(([name, open, close]): [string, Rule[]] => [
    name,
    [
      [new RegExp(`\\\\[${open}${close}\\\\]?`), 'sx'],
      [new RegExp(open), 'sx', name],
      [new RegExp(close), 'sx', '#pop'],
      [new RegExp(`[^${open}${close}\\\\]+`), 'sx'],
    ],
  ]),
)

/** Perl. */
export const perl: Grammar = {
  states: {
    ...quoteStates,
    root: [
      [/#.*/, 'c1'],
      [closed(/^=[a-zA-Z0-9]+\s/, /[^]*?\n=cut/), 'cm'],
      [word(PERL_WORDS.k), 'k'],
      [/(format)(\s+)([a-zA-Z0-9_]+)(\s*)(=)(\s*\n)/, ['k', '', 'n', '', 'p', ''], 'format'],
      [word(PERL_WORDS.ow), 'ow'],
      ...firstPart,
      [
        closed(
          /(?:s|tr|y)\s*\//,
          new RegExp(`(?:\\\\[^]|[^\\\\/])*\\/(?:\\\\[^]|[^\\\\/])*\\/${CHANGE_FLAGS}`),
        ),
        'sr',
      ],
      [
        new RegExp(
          `(?:s|tr|y)\\s*([^\\w\\s/])(?:\\\\[^]|(?!\\1)[^\\\\])*\\1(?:\\\\[^]|(?!\\1)[^\\\\])*\\1${CHANGE_FLAGS}`,
        ),
        'sr',
      ],
      [new RegExp(`(?:s|tr|y)\\s+(\\w)(?:(?!\\1)[^])*\\1(?:(?!\\1)[^])*\\1${CHANGE_FLAGS}`), 'sr'],
      [closedOnLine(/m?\//, new RegExp(`(?:\\\\\\/|[^/\\n])*\\/${MATCH_FLAGS}`)), 'sr'],
      [/m(?=[/!\\{<[(@%$])/, 'sr', 'second'],
      [new RegExp(`m\\s*([^\\w\\s])(?:\\\\[^]|(?!\\1)[^\\\\])*\\1${MATCH_FLAGS}`), 'sr'],
      [new RegExp(`m\\s+(\\w)(?:(?!\\1)[^])*\\1${MATCH_FLAGS}`), 'sr'],
      [/\s+/, ''],
      [/(?=[a-zA-Z_]\w*(?:\s*#.*\n){0,9}\s*=>)/, '', 'comma'],
      [word(PERL_WORDS.nb), 'nb'],
      [/(?:__(?:DIE|WARN)__|DATA|STD(?:IN|OUT|ERR))\b/, 'bp'],
      [closed(/<<(['"]?)([a-zA-Z_][a-zA-Z0-9_]*)\1;?\n/, String.raw`[^]*?\n\2\n`), 's'],
      [/__(?:END|DATA)__\b[^]*/, 'cp'],
      [/\$\^[ADEFHILMOPSTWX]/, 'vg'],
      [/\$[\\"'[\]&`+*.,;=%~?@$!<>(^|/_-](?!\w)/, 'vg'],
      [/[$@%&*][$@%&*#_]{0,9}(?=[a-zA-Z{[;])/, 'nv', 'variable'],
      [/[-+/*%=<>&^|!\\~]=?/, 'o'],
      [/0_?[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*/, 'mh'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/(?:\d[\d_]*)?\.\d[\d_]*(?:e[+-]?\d+)?/i, 'mf'],
      [/\d[\d_]*e[+-]?\d[\d_]*/i, 'mf'],
      [/\d+(?:_\d+)*/, 'mi'],
      [/'/, 'p', 'single'],
      [/"/, 'p', 'double'],
      [/`/, 'p', 'back'],
      ...quotes,
      [closed(/(q[qwrx]?)([^\w])/, String.raw`[^]*?\2`), 'sx'],
      [/sub\s+/, 'k', 'sub'],
      [/\[\]|::|\.{1,3}/, 'o'],
      [/[()[\]:;,?{}]/, 'p'],
      [/(?=\w)/, '', 'name'],
    ],
    second: [
      ...secondPart,
      [closed(/\\/, `(?:\\\\\\\\|[^\\\\])*\\\\${BALANCED_FLAGS}`), 'sr', '#pop'],
    ],
    format: [
      [/\.\n/, 'si', '#pop'],
      [/[^\n]*\n/, 'si'],
    ],
    comma: [
      [/#.*/, 'c1'],
      [/\w+/, 's'],
      [/\s+/, ''],
      [/=>/, 'o', '#pop'],
    ],
    named: [
      [/\w+::/, 'nn'],
      [/[\w:]+/, 'nv', '#pop'],
    ],
    variable: [[/\s+/, ''], [/[{[),;]/, 'p', '#pop'], 'include:named'],
    name: ['include:named', [/(?:)/, '', '#pop']],
    sub: [
      [/[a-zA-Z_]\w*[!?]?/, 'nf'],
      [/\s+/, ''],
      [/(\([$@%]*\))(\s*)/, ['p', '']],
      [/\{/, 'p', '#pop'],
      [closedOnLine(/[^{\n]/, /.*?\{/), 'p', '#pop'],
      [/;/, 'p', '#pop'],
    ],
    single: [
      [/\\[\\']/, 'se'],
      [/[^\\']+|\\/, 's1'],
      [/'/, 'p', '#pop'],
    ],
    double: [
      'include:interpolated',
      [closed(/\\N\{/, /[^}]+\}/), 'se'],
      [/\\(?:[\\tnrabefluLUE"$@]|0\d{2}|o\{\d+\}|x[0-9a-fA-F]{2}|x\{[0-9a-fA-F]+\}|c.|)/, 'se'],
      [/[^\\"$@]+|[$@]/, 's2'],
      [/"/, 'p', '#pop'],
    ],
    back: [
      'include:interpolated',
      [/\\[\\tnr`]/, 'se'],
      [/[^\\`$@]+|[$@]/, 'sb'],
      [/`/, 'p', '#pop'],
    ],
    interpolated: [
      [/[$@]\{/, 'si', 'expression'],
      [/[$@][a-zA-Z_]\w*/, 'si'],
    ],
    expression: [
      [/\}/, 'si', '#pop'],
      [/\s+/, ''],
      [/[a-zA-Z_]\w*/, 'si'],
    ],
  },
}
