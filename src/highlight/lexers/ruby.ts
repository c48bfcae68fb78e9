import type { Grammar, Rule, States } from '../grammar.js'
import { closed, closedInWord, sourceOf } from '../pattern.js'
import { RUBY_WORDS } from '../words/ruby.js'
import { heredocs, heredocStates, literalStates, quoted } from './rubyParts.js'

/** Source of a pattern for any of the words. */
export const anyOf = (list: string): string => list.trim().split(/\s+/).map(sourceOf).join('|')

const escapes: readonly Rule[] = [[/\\(?:[\\abefnrstv#"']|x[a-fA-F0-9]{1,2}|[0-7]{1,3}|.)/, 'se']]

/** A text between single quotes, with its first sign; it ends at an escaped quote if no other is left. */
export function singleQuoted(opening: RegExp, token: 's1' | 'ss'): Rule[] {
  return [
    [closed(opening, /(?:\\[^]|[^'\\])*'/), token],
    [closed(opening, /[^]*'/), token],
  ]
}

/** States that Ruby shares with Crystal. */
export const rubyStates: States = {
  space: [
    'include:inline_space',
    [/\n\s*/, '', 'expression'],
    [/#.*/, 'c1'],
    [closed(/=begin\b/, /.*?\n=end\b/s), 'cm'],
  ],
  inline_space: [[/[ \t\r]+/, '']],
  interpolation: [
    [/#\{/, 'si', 'interpolated'],
    [/#(?:@@?|\$)[a-z_]\w*/i, 'si'],
  ],
  interpolated: [[/\}/, 'si', '#pop'], 'include:root'],
  double: quoted('"', 's2'),
  symbol: quoted('"', 'ss'),
  backticks: quoted('`', 'sb'),
  ...heredocStates,
  class_name: [
    [/\s+/, ''],
    [/\(/, 'p', ['arguments', 'expression']],
    [/<</, 'o', ['#pop', 'expression']],
    [/[A-Z_]\w*/, 'nc', '#pop'],
    [/(?:)/, '', '#pop'],
  ],
  method_name: [
    [/\s+/, ''],
    [/\(/, 'p', 'arguments'],
    [
      /(?:([a-zA-Z_]\w*)(\.))?([a-zA-Z_]\w*[!?]?|\*\*?|[-+]@?|[/%&|^`~]|\[\]=?|<<?|>>?|<=>?|>=|===?)/,
      ['nc', 'o', 'nf'],
      '#pop',
    ],
    [/(?:)/, '', '#pop'],
  ],
  arguments: [
    [/(\))(\.|::)?/, ['p', 'o'], '#pop'],
    [/\(/, 'p', ['arguments', 'expression']],
    'include:root',
  ],
  call_spaced: [
    'include:space',
    [/[%/]=/, 'o', ['#pop', 'expression']],
    [/\/(?=\S|\s*\/)/, 'sr', ['#pop', 'regex']],
    'include:literals',
    [/(?=\s*\/)/, '', '#pop'],
    [/\s+/, '', ['#pop', 'expression']],
    [/(?:)/, '', '#pop'],
  ],
  // Where an operand is due, `/`, `?` and `%` begin literals.
  expression: [
    'include:inline_space',
    [/\//, 'sr', ['#pop', 'regex']],
    [
      /\?(?:\\[MC]-)*(?:\\(?:[\\abefnrstv#"']|x[a-fA-F0-9]{1,2}|[0-7]{1,3})|\S)(?!\w)/,
      'sc',
      '#pop',
    ],
    [closedInWord(/(?=\s*%[rqswQWxiI]? )/, /(\s*)(%[rqswQWxiI]? \S* )/), ['', 'sx'], '#pop'],
    'include:literals',
    [/(?:)/, '', '#pop'],
  ],
  regex: [
    'include:interpolation',
    [/\\[\\/]?|#/, 'sr'],
    [/[^\\/#]+/, 'sr'],
    [/\//, 'sr', ['#pop', 'regex_flags']],
  ],
  rest: [[/[^]+/, 'cp', '#pop']],
}

/** Rules of names and signs that Ruby shares with Crystal. */
export const rubyNames: readonly Rule[] = [
  [/\.{2,3}/, 'o', 'expression'],
  [/[A-Z]\w*/, 'no', 'call'],
  [/(\.|::)(\s*)([a-z_]\w*[!?]?|[*%&^`~+-/[<>=])/, ['p', '', 'nf'], 'call'],
  [/[a-zA-Z_]\w*[?!]/, 'n', 'expression'],
  [/[a-zA-Z_]\w*/, 'n', 'call'],
]

/** Rules of variables that Ruby shares with Crystal. */
export const rubyVariables: readonly Rule[] = [
  [/@@[a-z_]\w*/i, 'vc'],
  [/@[a-z_]\w*/i, 'vi'],
  [/\$\w+|\$[!@&`'+~=/\\,;.<>_*$?:"]|\$-[0adFiIlpvw]/, 'vg'],
  [/::/, 'o'],
]

/** Ruby. */
export const ruby: Grammar = {
  start: (run) => run.push('expression'),
  states: {
    ...rubyStates,
    ...literalStates(/%([rqswQWxiI]?)([^\w\s])/, escapes),
    root: [
      'include:space',
      [/__END__/, 'cp', 'rest'],
      [/0_?[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*/, 'mh'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/\d+(?:_\d+)*(?:\.\d+(?:_\d+)*(?:e[+-]?\d+)?|e[+-]?\d+)/i, 'mf'],
      [/\d+(?:_\d+)*/, 'mi'],
      ...rubyVariables,
      'include:strings',
      [new RegExp(`(?:${anyOf(RUBY_WORDS.keywords)})(?=\\W|$)`), 'k', 'expression'],
      [new RegExp(`(?:${anyOf(RUBY_WORDS.pseudo)})\\b`), 'kp', 'expression'],
      [/(module)(\s+)([a-zA-Z_]\w*(?:::[a-zA-Z_]\w*)*)/, ['k', '', 'nn']],
      [/(def\b)(\s*)/, ['k', ''], 'method_name'],
      [/(class\b)(\s*)/, ['k', ''], 'class_name'],
      [new RegExp(`(?:${anyOf(RUBY_WORDS.questions)})\\?`), 'nb', 'expression'],
      [new RegExp(`(?:${anyOf(RUBY_WORDS.shouts)})!`), 'nb', 'expression'],
      [new RegExp(`(?:${anyOf(RUBY_WORDS.builtins)})\\b`), 'nb', 'call'],
      ...heredocs,
      ...rubyNames,
      [/\*\*|<<?|>>?|>=|<=|<=>|=~|={3}|!~|&&?|\|\||\./, 'o', 'expression'],
      [/[-+/*%=<>&!^|~]=?/, 'o', 'expression'],
      [/\?/, 'p', ['ternary', 'expression']],
      [/[[({,:\\;/]/, 'p', 'expression'],
      [/[\])}]/, 'p'],
    ],
    strings: [
      [/:@{0,2}[a-z_]\w*[!?]?/i, 'ss'],
      [/:(?:\*\*|[-+]@|[/%&|^`~]|\[\]=?|<<|>>|<=?>|<=?|===?)/, 'ss'],
      ...singleQuoted(/:'/, 'ss'),
      [/:"/, 'ss', 'symbol'],
      [/[a-z_]\w*?[?!]?:\s+/, 'ss', 'expression'],
      ...singleQuoted(/'/, 's1'),
      [/"/, 's2', 'double'],
      [/`/, 'sb', 'backticks'],
    ],
    escapes: ['include:interpolation', ...escapes],
    class_name: [
      [/\s+/, ''],
      // A name behind one with `::` is one, too, on the next line as well.
      [/\w+(?:::\w+)+/, 'nc'],
      ...(rubyStates['class_name'] ?? []),
    ],
    ternary: [
      [/(:)(\s+)/, ['p', ''], ['#pop', 'expression']],
      [/:(?![^#\n]*?[:\\])/, 'p', ['#pop', 'expression']],
      'include:root',
    ],
    call: [
      [/[/%]/, 'o', ['#pop', 'expression']],
      [/(?=\n)/, '', '#pop'],
      [/(?:)/, '', ['#pop', 'call_spaced']],
    ],
  },
}
