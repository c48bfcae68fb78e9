import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { COFFEESCRIPT_WORDS } from '../words/coffeescript.js'

const NAME = '[$A-Za-z_][\\w$]*'
const COMMENTS: readonly Rule[] = [
  [/\s+/, ''],
  [closed(/###(?!#)/, /[^]*?###/), 'cm'],
  [/#.*$/, 'c1'],
]

function string(mark: string, inside: readonly Rule[]): Rule[] {
  return [
    [new RegExp(mark), 's', '#pop'],
    [/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^])/, 'se'],
    ...inside,
    [/[^\\"'#]+|["'#]/, 's'],
  ]
}

/** CoffeeScript. */
export const coffeescript: Grammar = {
  start: (run) => run.push('operand'),
  states: {
    root: [
      ...COMMENTS,
      [new RegExp(`(@)(${NAME})`), ['vi', 'na'], 'operand'],
      [new RegExp(`(\\.+)(${NAME})`), ['p', 'na'], 'operand'],
      [/(?:and|in|is|isnt|not|of|or)\b/, 'o', 'operand'],
      [new RegExp(`${NAME}(?=\\s*:)`), 'na', 'operand'],
      [new RegExp(NAME), words('nx', COFFEESCRIPT_WORDS), 'operand'],
      [/\/\/\//, 'sr', 'extended'],
      [/::|[-+*/%&|^=<>!~?:`]/, 'o', 'operand'],
      [/[[({,;]|\.+/, 'p', 'operand'],
      [/[\])}]/, 'p'],
      [/\d+\.\d+(?:[eE]\d+)?[fd]?/, 'mf'],
      [/0x[\da-fA-F]+/, 'mh'],
      [/\d+/, 'mi'],
      [/"""/, 's', 'text'],
      [/'''/, 's', 'plainText'],
      [/"/, 's', 'double'],
      [/'/, 's', 'single'],
    ],
    // Where a slash begins a regular expression.
    operand: [
      ...COMMENTS,
      [/\/\/\//, 'sr', ['#pop', 'extended']],
      [
        closedOnLine(
          /\/(?!\/)/,
          /(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^\\/[\n])*\/(?:[gimuy]+\b|(?![\w]))/,
        ),
        'sr',
        '#pop',
      ],
      [/(?:)/, '', '#pop'],
    ],
    extended: [
      [/\/\/\/[gimuy]*/, 'sr', '#pop'],
      [/\s+/, ''],
      [/#(?!\{).*$/, 'c1'],
      'include:interpolation',
      [/\\\d+/, 'nv'],
      [/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^])/, 'se'],
      [/[^\s\\/#]+|[/#]/, 'sr'],
    ],
    interpolation: [[/#\{/, 'si', 'interpolated']],
    interpolated: [[/\}/, 'si', '#pop'], 'include:root'],
    text: string('"""', ['include:interpolation']),
    double: string('"', ['include:interpolation']),
    plainText: string("'''", []),
    single: string("'", []),
  },
}
