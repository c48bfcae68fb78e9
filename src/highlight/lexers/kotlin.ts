import { words, type Grammar } from '../grammar.js'
import { KOTLIN_WORDS } from '../words/kotlin.js'

const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*'
const names = words('n', KOTLIN_WORDS)

/** Kotlin. */
export const kotlin: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [
        /@(?:(?:file|property|field|get|set|receiver|param|setparam|delegate):)?[\p{L}_][\p{L}\p{N}_.]*/u,
        'nd',
      ],
      [/(package|import)(\s+)(?=\S)/, ['k', ''], 'package'],
      [/(class|interface)(\s+)(`?[\p{L}_][\p{L}\p{N}_]*`?)/u, ['kd', '', 'nc']],
      [/(object)(\s+)([\p{L}_][\p{L}\p{N}_]*)/u, ['kd', '', 'nc']],
      [/companion\s+object/, 'k'],
      [/(fun)(\s+)/, ['k', ''], 'function'],
      [/(val|var)(\s+)(\()/, ['kd', '', 'p'], 'tuple'],
      [/(val|var)(\s+)([\p{L}_][\p{L}\p{N}_]*)/u, ['kd', '', 'py']],
      [/(data class|object|class|interface)(\s+)([\p{L}_][\p{L}\p{N}_]*)/u, ['kd', '', 'nc']],
      [/[\p{L}_][\p{L}\p{N}_]*@|@[\p{L}_][\p{L}\p{N}_]*/u, 'nd'],
      [/"""(?:[^"]|"(?!""))*"""+/, 's'],
      [/"(?:\\\\|\\"|[^"\n])*"/, 's'],
      [/'(?:\\u[0-9a-fA-F]{4}|\\.|[^\\'\n])'/, 'sc'],
      [/0x[0-9a-f][0-9a-f_]*[uU]?L?/i, 'mh'],
      [/0b[01][01_]*[uU]?L?/i, 'mb'],
      [/\d[\d_]*(?:\.\d[\d_]*(?:e[+-]?\d+)?[fF]?|e[+-]?\d+[fF]?|[fF])/i, 'mf'],
      [/\d[\d_]*[uU]?L?/, 'mi'],
      [/\.\.<?|::|\?\.|\?:|!!/, 'o'],
      [
        new RegExp(`(?:fun|this|super|return|if|while|for|when|catch)(?![\\p{L}\\p{N}_])`, 'u'),
        'k',
      ],
      [/\p{Lu}[\p{L}\p{N}_]*/u, 'nc'],
      [
        new RegExp(`${NAME}(?=\\s*[({])`, 'u'),
        words('nf', { k: KOTLIN_WORDS.k, kd: KOTLIN_WORDS.kd }),
      ],
      [new RegExp(NAME, 'u'), names],
      [/\.\.|->|[-~!%^&*()+=|[\]:;,.<>/?{}$@]/, 'p'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
    tuple: [[/\)/, 'p', '#pop'], [/[\p{L}_][\p{L}\p{N}_]*(?=\s*[,):])/u, 'py'], 'include:root'],
    package: [[/[\p{L}\p{N}_.*`]+/u, 'nn', '#pop']],
    function: [
      [/</, 'p', 'generics'],
      [/([\p{L}_][\p{L}\p{N}_]*)(\.)/u, ['nc', 'p']],
      [/\s+/, ''],
      [/`[^`]+`|[\p{L}_][\p{L}\p{N}_]*/u, 'nf', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    generics: [[/>/, 'p', '#pop'], 'include:root'],
  },
}
