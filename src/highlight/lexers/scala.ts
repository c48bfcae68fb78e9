import type { Grammar, Rule } from '../grammar.js'
import { closed, closedBefore, oneOf } from '../pattern.js'
import { SCALA_WORDS } from '../words/scala.js'

const LETTER = '[\\p{L}$_]'
const OP = "[!#%&'*+\\-/:<=>?@\\\\^`|~\\x7f\\p{Sm}\\p{So}]"
const ID = `(?:${LETTER}[\\p{L}$_\\d]*(?:(?<=_)${OP}+)?)`
const NAME = `(?:${ID}|${OP}+|\`[^\`]+\`)`
const CHUNK = `(?:${ID}|${OP}+\`[^\`]+\`)`
const CHAIN = `${ID}(?:\\.${CHUNK})*`
const WORD = '[\\p{L}\\p{M}\\p{N}_]'
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`
const unicode = (source: string): RegExp => new RegExp(source, 'u')

/** A chain of names with what stands behind it; where that is missing, it is for every name of the chain. */
const chainBefore = (rest: string) =>
  closedBefore(/[^\p{L}$_\d.]|$/gu, unicode(`(?=${LETTER})`), unicode(`(${CHAIN})(\\s*)${rest}`))

/** What a type is made of. */
const typeParts: Rule = [unicode(`\\.|${NAME}`), 'kt']

/** Scala: the states of Rouge's lexer. */
export const scala: Grammar = {
  states: {
    root: [
      [/(class|trait|object)(\s+)/, ['k', ''], 'class'],
      [unicode(`'${ID}(?!')`), 'ss'],
      [/[ \t\v\f\r]+/, ''],
      [/\/\/.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [unicode(`@${ID}`), 'nd'],
      [unicode(`(def)(\\s+)(${ID}|${OP}+)(\\s*)`), ['k', '', 'nf', '']],
      [unicode(`(val)(\\s+)(${ID}|${OP}+)(\\s*)`), ['k', '', 'nv', '']],
      [unicode(`(this)(\\n*)(\\.)(${ID})`), ['k', '', 'o', 'py']],
      [unicode(`(${ID}|_)(\\n*)(\\.)(${ID})`), ['nv', '', 'o', 'py']],
      [unicode(`[\\p{Lu}$_]${ID}${EDGE}`), 'nc'],
      [unicode(`(${ID})(\\s*)(\\()`), ['nf', '', 'o']],
      [unicode(`(\\.)(${ID})`), ['o', 'py']],
      [new RegExp(`(?:${oneOf(SCALA_WORDS.k)})\\b`), 'k'],
      [/(?:<[%:-]|=>|>:|[#=@_\u21d2\u2190])(?:\b|(?=\s)|$)/, 'k'],
      [unicode(`:(?!${OP})`), 'k', 'type'],
      [/(?:true|false|null)\b/, 'kc'],
      [/(import|package)(\s+)/, ['k', ''], 'import'],
      [/(type)(\s+)/, ['k', ''], 'type'],
      [closed(/"""/, /[^]*?"""(?!")/), 's'],
      [closed(/"/, /(?:\\["\\]|[^"\\]|\\(?!["\\]))*"/), 's'],
      [/'\\.'|'[^\\]'|'\\u[\da-fA-F]{4}'/, 'sc'],
      [unicode(ID), 'n'],
      [closed(/`/, /[^`]+`/), 'n'],
      [/\[/, 'o', 'parameters'],
      [/[(){};,.#]/, 'o'],
      [unicode(`${OP}+`), 'o'],
      [/(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?/, 'mf'],
      [/\d+[fFdD]/, 'mf'],
      [/0x[\da-fA-F]+/, 'mh'],
      [/\d+L?/, 'mi'],
      [/\n/, ''],
    ],
    class: [
      [unicode(`(${NAME})(\\s*)(\\[)`), ['nc', '', 'o'], 'parameters'],
      [/\s+/, ''],
      [/[{(]/, 'o', '#pop'],
      [/\/\/.*/, 'c1', '#pop'],
      [unicode(NAME), 'nc', '#pop'],
    ],
    type: [
      [/\s+/, ''],
      [/<[%:]|>:|[#_\u21d2]|forSome|type/, 'k'],
      [/([,);}]|=>|=)(\s*)/, ['o', ''], '#pop'],
      [/[({]/, 'o', 'type'],
      [chainBefore('(\\[)'), ['kt', '', 'o'], ['#pop', 'parameters']],
      [chainBefore('$'), ['kt', ''], '#pop'],
      [/\/\/.*/, 'c1', '#pop'],
      typeParts,
    ],
    parameters: [
      [/[\s,]+/, ''],
      [/<[%:]|=>|>:|[#_\u21d2]|forSome|type/, 'k'],
      [/[\])}]/, 'o', '#pop'],
      [/[([{]/, 'o', 'parameters'],
      typeParts,
    ],
    import: [[unicode(`(?:${ID}|\\.)+`), 'nn', '#pop']],
    comment: [
      [/[^/*]+/, 'cm'],
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[*/]/, 'cm'],
    ],
  },
}
