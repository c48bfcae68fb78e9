import { words, type Grammar } from '../grammar.js'
import { SCALA_WORDS } from '../words/scala.js'

const ID = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const names = words('n', SCALA_WORDS)
const OP = '[-+*/!%&<=>?^|~#:\\\\@]'

/** Scala. */
export const scala: Grammar = {
  states: {
    root: [
      [/(class|trait|object)(\s+)/, ['k', ''], 'class'],
      [/'(?:[\p{L}_$][\p{L}\p{N}_$]*)(?!')/u, 'ss'],
      [/\s+/, ''],
      [/\/\*/, 'cm', 'comment'],
      [/\/\/.*/, 'c1'],
      [
        /(def)(\s+)((?:[\p{L}_$][\p{L}\p{N}_$]*(?:_[-+*/!%&<=>?^|~#:]+)?|[-+*/!%&<=>?^|~#:\\]+|`[^`]+`)(?:_=)?)/u,
        ['k', '', 'nf'],
      ],
      [/(val|var)(\s+)([\p{L}_$][\p{L}\p{N}_$]*)(?=\s*[:=,])/u, ['k', '', 'nv']],
      [/(this)(\n*)(\.)/, ['k', '', 'o'], 'dot'],
      [/(type)(\s+)/, ['k', ''], 'type'],
      [/"""(?:[^"]|""?(?!"))*"""+/, 's'],
      [/"(?:\\.|[^"\\\n])*"/, 's'],
      [/'(?:\\.|\\u[0-9a-f]{4}|[^\\'])'/i, 'sc'],
      [/(package|import)(\s+)(?=[\p{L}_])/u, ['k', ''], 'import'],
      [/(?:=>|=|<-|<:|>:|<%|:|#|@|\u21d2|\u2190)(?![-+*/!%&<=>?^|~#:\\@])/, 'k'],
      [/@[\p{L}_$][\p{L}\p{N}_$]*/u, 'nd'],
      [new RegExp(`\\p{Lu}[\\p{L}\\p{N}_$]*`, 'u'), 'nc'],
      [new RegExp(`${ID}(?:_${OP}+)?`, 'u'), names],
      [/`[^`]+`/, 'n'],
      [/0x[0-9a-f]+[lL]?/i, 'mh'],
      [/(?:\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+)[fd]?|\d+[fd]/i, 'mf'],
      [/\d+L?/, 'mi'],
      [new RegExp(`${OP}+`), 'o'],
      [
        /[(){}[\];,.]/,
        (run, text) => run.emit(text === '.' || text === ';' || text === ',' ? 'o' : 'o', text),
      ],
    ],
    dot: [
      [new RegExp(ID, 'u'), 'n', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    class: [
      [/\s+/, ''],
      [new RegExp(`${ID}|\`[^\`]+\``, 'u'), 'nc', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    type: [
      [new RegExp(ID, 'u'), 'kt', '#pop'],
      [/(?:)/, '', '#pop'],
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
