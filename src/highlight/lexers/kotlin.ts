import { words, type Grammar } from '../grammar.js'
import { KOTLIN_WORDS } from '../words/kotlin.js'

// Letters without case are no letters for Rouge, and a minus goes on with a name.
const CASED = '\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lm}\\p{Nl}_'
const REST = `[${CASED}\\p{N}-]*\`?`
const NAME = `\`?[${CASED}]${REST}`
const END = '(?![\\p{L}\\p{N}_])'
const names = words('n', KOTLIN_WORDS)

/** Kotlin. */
export const kotlin: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [/(package|import)(\s+)(?=\S)/, ['k', ''], 'package'],
      [new RegExp(`@\\p{Lu}${REST}`, 'u'), 'nd'],
      [new RegExp(`(return|continue|break|this|super)(@${NAME})`, 'u'), ['k', 'nd']],
      [/(::)(class)\b/, ['o', 'k']],
      [/(companion)(\s+)(object)\b/, ['k', '', 'k']],
      [/((?:data\s+)?class|interface|object)(\s+)/, ['kd', ''], 'class'],
      [/(fun)(\s+)/, ['k', ''], 'function'],
      [/(val|var)(\s+)(\()/, ['kd', '', 'p'], 'tuple'],
      [/(val|var)(\s+)/, ['kd', ''], 'property'],
      [new RegExp(`${NAME}@`, 'u'), 'nd'],
      [/"""(?:[^"]|"(?!""))*"""+/, 's'],
      [/"(?:\\\\|\\"|[^"\n])*"/, 's'],
      [/'(?:\\u[0-9a-fA-F]{4}|\\.|[^\\'\n])'/, 'sc'],
      [/0x[0-9a-f][0-9a-f_]*[uU]?L?/i, 'mh'],
      [/0b[01][01_]*[uU]?L?/i, 'mb'],
      [/\d[\d_]*(?:(?:\.\d[\d_]*)+(?:e[+-]?\d+)?[fF]?|e[+-]?\d+[fF]?|[fF])/i, 'mf'],
      [/\d[\d_]*[uU]?L?/, 'mi'],
      [/\.\.<?|::|\?\.|\?:|!!/, 'o'],
      [new RegExp(`(?:fun|this|super|return|if|while|for|when|catch)${END}`, 'u'), 'k'],
      [new RegExp(`(\\p{Lu}${REST})(<)`, 'u'), ['nc', 'p'], 'generics'],
      [new RegExp(`\\p{Lu}${REST}`, 'u'), 'nc'],
      [new RegExp(`${NAME}(?=\\s*[({])`, 'u'), words('nf', KOTLIN_WORDS)],
      [new RegExp(NAME, 'u'), names],
      [/\.\.|->|[-~!%^&*()+=|[\]:;,.<>/?{}$]/, 'p'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
    // In these, what is no name is an error up to the next name.
    tuple: [
      [/\)/, 'p', '#pop'],
      [/,/, 'p'],
      [/\s+/, ''],
      [new RegExp(NAME, 'u'), 'py'],
    ],
    property: [
      [/</, 'p', 'generics'],
      [/\s+/, ''],
      [new RegExp(NAME, 'u'), 'py', '#pop'],
    ],
    class: [[new RegExp(`\\p{Lu}${REST}`, 'u'), 'nc', '#pop']],
    package: [[/[\p{L}\p{N}_.*`]+/u, 'nn', '#pop']],
    function: [
      [/</, 'p', 'generics'],
      [new RegExp(`(${NAME})(\\.)`, 'u'), ['nc', 'p']],
      [/\s+/, ''],
      [new RegExp(NAME, 'u'), 'nf', '#pop'],
    ],
    generics: [
      [new RegExp(`\\p{Lu}${REST}`, 'u'), 'nc'],
      [/</, 'p', 'generics'],
      [/reified|out|in/, 'k'],
      [/[,:.?]/, 'p'],
      [/\s+/, ''],
      [/>/, 'p', '#pop'],
    ],
  },
}
