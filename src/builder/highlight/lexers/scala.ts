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
      [/'(?=[{([])/, 'o'],
      [/'[\p{L}_$][\p{L}\p{N}_$]*(?!')/u, 'ss'],
      [/\s+/, ''],
      [/\/\*/, 'cm', 'comment'],
      [/\/\/.*/, 'c1'],
      [
        /(def)(\s+)((?:[\p{L}_$][\p{L}\p{N}_$]*(?:_[-+*/!%&<=>?^|~#:]+)?|[-+*/!%&<=>?^|~#:\\]+|`[^`]+`))/u,
        ['k', '', 'nf'],
      ],
      [/(val)(\s+)([\p{L}_$][\p{L}\p{N}_$]*)/u, ['k', '', 'nv']],
      [/(type)(\s+)/, ['k', ''], 'type'],
      [/"""(?:[^"]|""?(?!"))*"""+/, 's'],
      [/"(?:\\.|[^"\\\n])*"/, 's'],
      [/'(?:\\u[0-9a-f]{4}|\\.|[^\\'])'/i, 'sc'],
      [/(package|import)(\s+)(?=[\p{L}_])/u, ['k', ''], 'import'],
      [new RegExp(`(<:|<%|>:)(?!${OP})(\\s*)`), ['k', ''], 'type'],
      [/(:)(?![-+*/!%&<=>?^|~#:\\@])/, 'k', 'type'],
      [/(?:=>|=|<-|#|@(?![\p{L}])|\u21d2|\u2190)(?![-+*/!%&<=>?^|~#:\\@])/u, 'k'],
      [/@[\p{L}_$][\p{L}\p{N}_$]*/u, 'nd'],
      [/(\.)([\p{L}_$][\p{L}\p{N}_$]*)/u, ['o', 'py']],
      [/(?:this|super)\b/, 'k'],
      [/[\p{L}_$][\p{L}\p{N}_$]*(?=\.)/u, 'nv'],
      [/\p{Lu}[\p{L}\p{N}_$]+/u, 'nc'],
      [new RegExp(`${ID}(?=\\s*\\()`, 'u'), 'nf'],
      [new RegExp(`${ID}(?:_${OP}+)?`, 'u'), names],
      [/`[^`]+`/, 'n'],
      [/0x[0-9a-f]+[lL]?/i, 'mh'],
      [/\d+\.\d+(?:e[+-]?\d+)?[fd]?|\d+[fd]/i, 'mf'],
      [/\d+L?/, 'mi'],
      [new RegExp(`${OP}+`), 'o'],
      [/\[/, 'o', 'parameters'],
      [/[(){}\];,.]/, 'o'],
    ],
    class: [
      [/\s+/, ''],
      [new RegExp(`${ID}|\`[^\`]+\``, 'u'), 'nc', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    type: [
      [
        /\s+(?=(?:type|val|var|def|class|trait|object|case|import|given|if|new|private|override)\b)(?<=\n\s*)/,
        '',
        '#pop',
      ],
      [/\s+/, ''],
      [/=>?(?![-+*/!%&<=>?^|~#:\\@])/, 'o', '#pop'],
      [new RegExp(`(?:${ID}|${OP})(?:${ID}|${OP}|\\.(?=[\\p{L}_$]))*`, 'u'), 'kt'],
      [/\[/, 'o', ['#pop', 'parameters']],
      [/\(/, 'o', 'type'],
      [/\)/, 'o', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    parameters: [
      [/[\s,]+/, ''],
      [/\[/, 'o', 'parameters'],
      [/\]/, 'o', '#pop'],
      [/(?:<:|>:|<%|=>)/, 'k'],
      [/[+-]?[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/u, 'kt'],
      [new RegExp(ID, 'u'), 'kt'],
      [/[().]/, 'o'],
      [/:/, 'k'],
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
