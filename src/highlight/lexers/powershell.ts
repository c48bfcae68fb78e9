import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedBefore, oneOf } from '../pattern.js'
import { POWERSHELL_WORDS } from '../words/powershell.js'

const { keywords, operators, automatic, attributes, help } = POWERSHELL_WORDS
const inBrackets = words('n', { bp: attributes })
// The first that fits is taken, be it the beginning of a longer name.
const AUTOMATIC = automatic.trim().split(/\s+/).join('|')

const comments: readonly Rule[] = [
  [/\s+/, 'w'],
  [/#.*/, 'c'],
  [/<#/, 'cm', 'help'],
]

/** In braces a name is of any characters, one at least. */
const NAME = /(\{(?:[^`]|`.)(?:[^`}]|`.)*\})/
const variables: readonly Rule[] = [
  [new RegExp(`\\$(?:[$?^_]|${AUTOMATIC})`), 'bp'],
  [/(\$)(\w+)(:)(\w+)/, ['nv', 'nn', 'p', 'nv']],
  [closed(/(\$)(\w+)(:)(?=\{)/, NAME), ['nv', 'nn', 'p', 'nv']],
  [/\$\w+/, 'nv'],
  [closed(/\$(?=\{)/, NAME.source), 'nv'],
]

const values: readonly Rule[] = [
  ...comments,
  [/"/, 's2', 'double'],
  [/'/, 's1', 'single'],
  [/@"/, 'sh', 'here'],
  [closed(/@'/, /.*?'@/s), 'sh'],
  [/\d*\.\d+/, 'mf'],
  [/\d+/, 'mi'],
  [/@\{/, 'p', 'table'],
  [/@\(/, 'p', 'list'],
  [/\{/, 'p', 'braces'],
  [/\[/, 'p', 'brackets'],
]

const texts: readonly Rule[] = [
  [/\$\(/, 'si', 'interpolation'],
  [/`(?:$|.)/, 'se'],
]

/**
 * PowerShell. Behind a command its arguments go on to the end of a line, a bracket or an operator: where the
 * command ends its line, those of the next line are taken for its own.
 */
export const powershell: Grammar = {
  states: {
    root: [
      ...comments,
      [/\.\.(?=\.?\d)/, 'o'],
      [new RegExp(`(?:-(?:${oneOf(operators)})|[-+*/%]=)\\b`, 'i'), 'o'],
      [/(class)(\s+)(\w+)/i, ['kr', 'w', 'nc'], 'class'],
      [/(function)(\s+)(?:(\w+)(:))?(\w[-\w]+)/i, ['kr', 'w', 'nn', 'p', 'nf']],
      [new RegExp(`(?:${oneOf(keywords)})\\b(?![-.])`, 'i'), 'kr'],
      [/--?\w+/, 'nt'],
      [closedBefore(/[^-\w]|$/g, /(\.)?(?=[-\w])/, /([-\w]+)(\[)/), ['o', 'n', 'p'], 'brackets'],
      [/([/\\~a-z][-.:/\\~\w]*)(\n)?/i, ['n', 'w'], 'arguments'],
      [/(\.)([-\w]+)(\()/, ['o', 'nf', 'p'], 'arguments'],
      [/(\.)([-\w]+)(\n)?/, ['o', 'nf', 'w']],
      [/\?/, 'nf', 'arguments'],
      ...values,
      ...variables,
      [/[-+*/%=!.&|]/, 'o'],
      [/[{}(),:;]/, 'p'],
    ],
    arguments: [
      [/`[^]/, 'se'],
      [/\s*?\n/, 'w', '#pop'],
      [/[;(){}\]]/, 'p', '#pop'],
      [/[|=]/, 'o', '#pop'],
      [/[/\\~\w][-.:/\\~\w]*/, 'nx'],
      'include:root',
    ],
    class: [
      [/\{/, 'p', '#pop'],
      [/\s+/, 'w'],
      [/\w+/, 'nc'],
      [/[:,]/, 'p'],
    ],
    help: [
      [new RegExp(`\\.(?:${oneOf(help)})`, 'i'), 'cs'],
      [/#>/, 'cm', '#pop'],
      [/[^#.]+|[#.]+/, 'cm'],
    ],
    double: [[/(?:\$#?)?"/, 's2', '#pop'], ...texts, [/[^"`$]+/, 's2'], ...variables],
    single: [
      [/'/, 's1', '#pop'],
      [/[^']+/, 's1'],
    ],
    here: [[/(?:\$#?)?"@/, 'sh', '#pop'], ...texts, [/[^"`$]+|"+/, 'sh'], ...variables],
    interpolation: [[/\)/, 'si', '#pop'], 'include:root'],
    table: [[/\}/, 'p', '#pop'], [/=/, 'o'], [/[,;]/, 'p'], ...values, [/\w+/, 'nx'], ...variables],
    list: [[/\)/, 'p', '#pop'], [/[,;]/, 'p'], ...values, ...variables],
    braces: [[/\}/, 'p', '#pop'], 'include:root'],
    brackets: [
      [/\]/, 'p', '#pop'],
      [/[A-Za-z]\w+\./, 'n'],
      [/[A-Za-z]\w+/, inBrackets],
      'include:root',
    ],
  },
}
