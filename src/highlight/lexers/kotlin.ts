import type { Grammar } from '../grammar.js'
import { KOTLIN_WORDS } from '../words/kotlin.js'
import { closed, closedBefore, closedOnLine, oneOf } from '../pattern.js'

// Letters without case are no letters for Rouge, and a minus goes on with a name.
const CASED = '\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lm}\\p{Nl}'
const REST = `[-_${CASED}\\p{Nd}\\p{Pc}\\p{Cf}\\p{Mn}\\p{Mc}]*\`?`
const NAME = `(?:\`?[_${CASED}]${REST})`
const CLASS = `(?:\`?\\p{Lu}${REST})`
const DIGITS = '(?:\\d[\\d_]*\\d|\\d)'
// Zeros are numbers of their own: where one of a run begins no fraction, none of the others does.
const FIRST_DIGITS = `(?<!\\d)${DIGITS}`
const EXPONENT = `[eE][+-]?${DIGITS}`
const DOUBLE = `(?:(?:${FIRST_DIGITS})?\\.${DIGITS}(?:${EXPONENT})?|${FIRST_DIGITS}${EXPONENT})`
const unicode = (source: string): RegExp => new RegExp(source, 'u')

/** Kotlin: the states of Rouge's lexer. */
export const kotlin: Grammar = {
  states: {
    root: [
      [/(companion)(\s+)(object)\b/, ['k', '', 'k']],
      [/(class|data\s+class|interface|object)(\s+)/, ['kd', ''], 'class'],
      [/(fun)(\s+)/, ['k', ''], 'function'],
      [/(package|import)(\s+)/, ['k', ''], 'package'],
      [/(val|var)(\s+)(\()/, ['kd', '', 'p'], 'destructure'],
      [/(val|var)(\s+)/, ['kd', ''], 'property'],
      [unicode(`(return|continue|break|this|super)(@${NAME})?(?![\\p{L}\\p{N}_])`), ['k', 'nd']],
      [new RegExp(`(?:fun|${oneOf(KOTLIN_WORDS.k)})\\b`), 'k'],
      [closedBefore(/\S/g, /^/, /\s*\[.*?\]/), 'na'],
      [/[ \t\v\f\r]+/, ''],
      [/\\\n/, ''],
      [/\/\/.*/, 'c1'],
      [closedOnLine(/\/\*/, /.*\*\//), 'cm'],
      [/\/\*.*/, 'cm', 'comment'],
      [/\n/, ''],
      [/(::)(class)/, ['o', 'k']],
      [/::|!!|\?[:.]|\.\./, 'o'],
      [new RegExp(`${DOUBLE}[fF]?|${FIRST_DIGITS}[fF]`), 'mf'],
      [/0[bB](?:[01][01_]*[01]|[01])[uU]?L?/, 'mb'],
      [/0[xX](?:[\da-fA-F][\da-fA-F_]*[\da-fA-F]|[\da-fA-F])[uU]?L?/, 'mh'],
      [/(?:[1-9][\d_]*\d|\d)[uU]?L?/, 'mi'],
      [/[~!%^&*()+=|[\]:;,.<>/?{}-]/, 'p'],
      [closed(/@"/, /[^"]*"(?:"[^"]*")*/), 's'],
      [closed(/"""/, /[^]*?"""/), 's'],
      [closed(/"/, /(?:\\[\\"]|[^"\\\n]|\\(?![\\"]))*["\n]/), 's'],
      // On a last line without an end all quotes are behind backslashes.
      [closed(/"/, /[^\n]*"/), 's'],
      [/'\\.'|'[^\\]'/, 'sc'],
      [unicode(`@${CLASS}`), 'nd'],
      [unicode(`(${CLASS})(<)`), ['nc', 'p'], 'generics'],
      [unicode(CLASS), 'nc'],
      [unicode(`${NAME}(?=\\s*[({])`), 'nf'],
      [unicode(`${NAME}@`), 'nd'],
      [unicode(NAME), 'n'],
    ],
    package: [[/\S+/, 'nn', '#pop']],
    class: [[unicode(CLASS), 'nc', '#pop']],
    function: [
      [/</, 'p', 'generics'],
      [/\s+/, ''],
      [unicode(`(${CLASS})(\\.)`), ['nc', 'p']],
      [unicode(NAME), 'nf', '#pop'],
    ],
    generics: [
      [unicode(CLASS), 'nc'],
      [/</, 'p', 'generics'],
      [/reified|out|in/, 'k'],
      [/[,:.?]/, 'p'],
      [/\s+/, ''],
      [/>/, 'p', '#pop'],
    ],
    property: [
      [/</, 'p', 'generics'],
      [/\s+/, ''],
      [unicode(NAME), 'py', '#pop'],
    ],
    destructure: [
      [/,/, 'p'],
      [/\)/, 'p', '#pop'],
      [/\s+/, ''],
      [unicode(NAME), 'py'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^/*]+|[/*]/, 'cm'],
    ],
  },
}
