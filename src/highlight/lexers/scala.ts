import { words, type Grammar } from '../grammar.js'
import { SCALA_WORDS } from '../words/scala.js'
import { closed, closedOnLine } from '../pattern.js'

const ID = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const OP = '[-+*/!%&<=>?^|~#:\\\\@]'
const TYPE_OP = "[-+*/!%&<=>?^|~:\\\\@.']"
const NO_OP = `(?!${OP})`
const names = words('n', SCALA_WORDS)

/** A name or operators of types; the word `type` and a lone `_` are not meant. */
const TYPE = `(?:(?!type\\b|_(?![\\p{L}\\p{N}_$]))${ID}|\`[^\`\\n]*\`|(?!<[:%]${NO_OP}|>:${NO_OP})${TYPE_OP}(?<!/(?=/)))`
const typeNames = new RegExp(`${TYPE}+?(?!${TYPE})`, 'u')

/** Scala. */
export const scala: Grammar = {
  states: {
    root: [
      [/(class|trait|object)(\s+)/, ['k', ''], 'class'],
      [/'(?=[{([])/, 'o'],
      [/'[\p{L}_$][\p{L}\p{N}_$]*(?!')/u, 'ss'],
      [/\s+/, ''],
      [/\/\*/, 'cm', 'comment'],
      [/\/\/[^\n]*/, 'c1'],
      [
        new RegExp(`(def)(\\s+)(${ID}(?:(?<=[\\p{L}\\p{N}_$]_)${OP}+)?|${OP}+|\`)`, 'u'),
        ['k', '', 'nf'],
      ],
      [new RegExp(`(val)(\\s+)(${ID}(?:(?<=_)${OP}+)?)`, 'u'), ['k', '', 'nv']],
      [/(type)(\s+)/, ['k', ''], 'type'],
      [closed(/"""/, /(?:[^"]|""?(?!"))*"""+/), 's'],
      [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's'],
      [/'(?:\\u[0-9a-f]{4}|\\.|[^\\])'/i, 'sc'],
      [/(package|import)(\s+)(?=[\p{L}_.])/u, ['k', ''], 'import'],
      [new RegExp(`(<:|<%|>:)${NO_OP}(\\s*)`), ['k', ''], 'type'],
      [new RegExp(`(:)${NO_OP}(\\s*)`), ['k', ''], 'type'],
      [new RegExp(`(?:=>|=|<-|#|@(?![\\p{L}])|\u21d2|\u2190)${NO_OP}`, 'u'), 'k'],
      [/@[\p{L}_$][\p{L}\p{N}_$]*/u, 'nd'],
      [/(\.)([\p{L}_$][\p{L}\p{N}_$]*)/u, ['o', 'py']],
      [/this\b(?!\s*\()/, 'k'],
      [/[\p{L}_$][\p{L}\p{N}_$]*(?=\.[\p{L}_$])/u, 'nv'],
      [/[\p{Lu}_$][\p{L}_][\p{L}\p{N}_$]*/u, 'nc'],
      [new RegExp(`${ID}(?=\\s*\\()`, 'u'), 'nf'],
      [new RegExp(`${ID}(?:(?<=[\\p{L}\\p{N}_$]_)${OP}+)?`, 'u'), names],
      [/`[^`]+`/, 'n'],
      [/0x[0-9a-fA-F]+/, 'mh'],
      [/\d+\.\d*(?:e[+-]?\d+)?[fd]?|\d+[fd]/i, 'mf'],
      [/\d+L?/, 'mi'],
      [new RegExp(`(?:${OP}|')+`), 'o'],
      [/\[/, 'o', 'parameters'],
      [/[(){}\];,.'`]/, 'o'],
    ],
    // Behind parameters in brackets the next word counts as the name once more.
    class: [
      [
        new RegExp(`(${ID}(?:(?<=[\\p{L}\\p{N}_$]_)${OP}+)?|\`)(\\s*)(\\[)`, 'u'),
        ['nc', '', 'o'],
        'parameters',
      ],
      [/\s+/, ''],
      [new RegExp(`${ID}(?:(?<=[\\p{L}\\p{N}_$]_)${OP}+)?|\``, 'u'), 'nc', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    type: [
      [/\s+/, ''],
      [/\/\/[^\n]*/, 'c1', '#pop'],
      [new RegExp(`(?:<:|<%|>:|#|\u21d2)${NO_OP}`), 'k'],
      [new RegExp(`=>?${NO_OP}`), 'o', '#pop'],
      [/[\p{L}_$.][\p{L}\p{N}_$.]*(?<!(?<![\p{L}\p{N}_$])_)(?=[ \t]*(?:\n|\/\/))/u, 'kt', '#pop'],
      [/_(?![\p{L}\p{N}_$])|(?:type|forSome)\b/u, 'k'],
      [typeNames, 'kt'],
      [/(?<=[\p{L}\p{N}_$`])\[/u, 'o', ['#pop', 'parameters']],
      [/[({]/, 'o', 'type'],
      [/[)},;]/, 'o', '#pop'],
    ],
    parameters: [
      [/[\s,]+/, ''],
      [/\/\/[^\n]*/, 'c1'],
      [/\[/, 'o', 'parameters'],
      [/\]/, 'o', '#pop'],
      [new RegExp(`(?:<:|<%|>:|=>|#|\u21d2)${NO_OP}`), 'k'],
      [/_(?![\p{L}\p{N}_$])|(?:type|forSome)\b/u, 'k'],
      [typeNames, 'kt'],
      [/[(){};]/, 'o'],
    ],
    import: [
      [/[\p{L}\p{N}_.]+/u, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
  },
}
