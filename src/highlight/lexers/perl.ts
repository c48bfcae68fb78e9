import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { PERL_WORDS } from '../words/perl.js'

const { cp: _marks, ...known } = PERL_WORDS
const names = words('nv', known)
const FLAGS = '[msixpodualngcer]*'

const pairs: readonly (readonly [string, string])[] = [
  ['\\{', '\\}'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['<', '>'],
]
// The parts of a quote-like operator; a bracket that nests once is seen.
const substitutions: Rule[] = pairs.flatMap(([open, close]): Rule[] => {
  const part = `${open}(?:\\\\[^]|[^\\\\${close}])*${close}`
  const rest = new RegExp(`(?:\\\\[^]|[^\\\\${close}])*${close}`)
  return [
    [new RegExp(`(?:s|tr|y)${part}\\s*${part}${FLAGS}`), 'sr'],
    [closed(new RegExp(`m${open}`), new RegExp(rest.source + FLAGS)), 'sr'],
    [
      closed(
        new RegExp(`q[qwxr]?\\s*${open}`),
        new RegExp(
          `(?:\\\\[^]|[^${close}\\\\${open}]|${open}[^${close}${open}]*${close})*${close}`,
        ),
      ),
      'sx',
    ],
  ]
})

/** Perl. */
export const perl: Grammar = {
  states: {
    root: [
      [/#.*/, 'c1'],
      [closed(/^=[a-zA-Z0-9]+/, /\s+[^]*?\n=cut/), 'cm'],
      [/__(?:DATA|END)__\b[^]*/, 'cp'],
      [/(format)(\s+)(\w+)(\s*)(=)(\s*\n)/, ['k', '', 'n', '', 'p', ''], 'format'],
      [/(sub)(\b\s+)/, ['k', 'k'], 'sub'],
      [closed(/<<(['"]?)([a-zA-Z_]\w*)\1;?\n/, String.raw`[^]*?\n\2\n`), 's'],
      ...substitutions,
      [closed(/(?:s|tr|y)\//, /(?:\\[^]|[^\\/])*\/(?:\\[^]|[^\\/])*\/[msixpodualngcr]*/), 'sr'],
      [
        /(?:s|tr|y)([^\w\s/])(?:\\[^]|(?!\1)[^\\])*\1(?:\\[^]|(?!\1)[^\\])*\1[msixpodualngcr]*/,
        'sr',
      ],
      [closed(/m\//, /(?:\\[^]|[^\\/])*\/[msixpodualngc]*/), 'sr'],
      [/m(?=[^\w])([^\w])(?:\\[^]|(?!\1)[^\\])*\1[msixpodualngc]*/, 'sr'],
      [closedOnLine(/\//, /(?:\\[^\n]|[^\\/\n])*\/[gimosxe]*/), 'sr'],
      [/q[qwxr]?([^\w\s>,;=)])[^]*?\1/, 'sx'],
      [/\s+/, ''],
      [/(?:STDIN|STDOUT|STDERR)\b/, 'bp'],
      [/[a-zA-Z_]\w*(?=\s*=>)/, words('s', { k: known.k, ow: known.ow, nb: known.nb })],
      [/\$(?:[&@!;|,/\\"'`+\-.<>(){}~=%:?]|\^[A-Z]|_\b)(?!\w)/, 'vg'],
      [/[$@%&*][#$@]{0,6}[a-zA-Z_]\w*/, 'nv'],
      [/[$@*%]#?(?=\{)/, 'nv'],
      [/[-+/*%=<>&^|!\\~]=?|\[\]/, 'o'],
      [/"/, 'p', 'double'],
      [/'/, 'p', 'single'],
      [/`/, 'p', 'back'],
      [/0_?[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*/, 'mh'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/(?:\d[\d_]*)?\.\d[\d_.]*(?:e[+-]?\d[\d_]*)?|\d[\d_]*e[+-]?\d[\d_]*/i, 'mf'],
      [/\d[\d_]*/, 'mi'],
      [/(?:[a-zA-Z_]\w*::)+/, 'nn', 'member'],
      [/[a-zA-Z_]\w*:(?!:)/, 'nv'],
      [/[a-zA-Z_]\w*/, names],
      [/::|\.{1,3}/, 'o'],
      [/[()[\]:;,{}?]/, 'p'],
    ],
    member: [
      [/[a-zA-Z_]\w*/, 'nv', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    format: [
      [/[^\n]*\n\.[ \t]*\n/, 'si', '#pop'],
      [/[^\n]*\n/, 'si'],
    ],
    sub: [
      [/[a-zA-Z_]\w*/, 'nf'],
      [/\s+/, ''],
      [/[^\s{;]?[^{;]*[{;]/, 'p', '#pop'],
    ],
    double: [[/"/, 'p', '#pop'], 'include:interpolated', [/[^$@\\"]+|[$@]/, 's2']],
    back: [[/`/, 'p', '#pop'], 'include:interpolated', [/[^$@\\`]+|[$@]/, 'sb']],
    interpolated: [
      [/\\(?:x\{[^}]*\}|x[0-9a-fA-F]{2}|[0-7]{3}|[\\$@'"`nrtaefb]?)/, 'se'],
      [/[$@]\{/, 'si', 'expression'],
      [/[$@][a-zA-Z_]\w*/, 'si'],
    ],
    expression: [
      [/\}/, 'si', '#pop'],
      [/\s+/, ''],
      [/\w+/, 'si'],
    ],
    single: [
      [/'/, 'p', '#pop'],
      [/\\[\\']/, 'se'],
      [/[^\\']+|\\/, 's1'],
    ],
  },
}
