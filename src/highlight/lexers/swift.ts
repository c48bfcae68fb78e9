import { words, type Grammar } from '../grammar.js'
import { SWIFT_WORDS } from '../words/swift.js'

const ID = '[\\p{L}_\\p{Emoji_Presentation}][\\p{L}\\p{N}_\\p{Emoji_Presentation}]*'
const names = words('n', {
  k: SWIFT_WORDS.k,
  kd: SWIFT_WORDS.kd,
  kc: SWIFT_WORDS.kc,
})

/** Swift. */
export const swift: Grammar = {
  states: {
    root: [
      'include:space',
      [/(?<=^[ \t]*)#.*/, 'cp'],
      [/\$(?:[1-9]\d*|0)/, 'nv'],
      [/@?"/, 's', 'string'],
      [/[{}()[\];,]/, 'p'],
      [/(`)(\w+)(`)/, ['p', 'nv', 'p']],
      [/\?\?/, 'p'],
      [/[:?\\]/, 'p'],
      [/0x[0-9a-f]+(?:_[0-9a-f]+)*(?:(?:\.[0-9a-f]+)?p[+-]?\d+)/i, 'mh'],
      [/\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:e[+-]?\d+(?:_\d+)*)|\d+(?:_\d+)*\.\d+(?:_\d+)*/i, 'mf'],
      [/0x[0-9a-f]+(?:_[0-9a-f]+)*/i, 'mh'],
      [/0b[01]+(?:_[01]+)*/i, 'mb'],
      [/0o[0-7]+(?:_[0-7]+)*|0[0-7]+(?:_[0-7]+)*/i, 'mo'],
      [/\d+(?:_\d+)*/, 'mi'],
      [/#available\([^)]*\)/, 'kd'],
      [
        /(#(?:selector|keyPath)\()([^)]*?(?:\(.*?\))?)(\))/,
        (run, _text, match) => {
          run.emit('kd', match[1] ?? '')
          run.emit('nf', match[2] ?? '')
          run.emit('kd', match[3] ?? '')
        },
      ],
      [/#(?:line|file|column|function|dsohandle|fileID|filePath)\b/, 'kd'],
      [/@[\p{L}_][\p{L}\p{N}_]*/u, 'kd'],
      [/(private|internal|public|open)(\(\s*set\s*\))/, 'kd'],
      [/(unowned)(\((?:un)?safe\))/, 'kd'],
      [/(let|var)(\s+)([\p{L}_][\p{L}\p{N}_]*)/u, ['k', '', 'nv']],
      [/(let|var)(\s*)(\()/, ['k', '', 'p'], 'tuple'],
      [/(?:let|var)\b/, 'kd'],
      [/(?<=\.)[\p{Ll}_][\p{L}\p{N}_]*(?=\()/u, 'nf'],
      [/(func)(\s+)(`?)([\p{L}_][\p{L}\p{N}_]*)(`?)(?=\s*\()/u, ['kd', '', 'p', 'nf', 'p']],
      [/(?:for|if|while|switch|case)(?=\s*\()/, 'k'],
      [/[\p{Ll}_][\p{L}\p{N}_]*(?=\()/u, 'nf'],
      [/try!/, 'k'],
      [/\p{Lu}[\p{L}\p{N}_]*(?=\()/u, 'kt'],
      [/\p{Lu}[\p{L}\p{N}_]*/u, words('kt', SWIFT_WORDS)],
      [new RegExp(`(?:${ID})(?=[?!]?\\s*\\()`, 'u'), 'nf'],
      [/as[?!]/, 'k'],
      [new RegExp(`(?:#?(?!default)(?!\\p{Lu}))(?:${ID})(?=\\s*:)`, 'u'), 'nv'],
      [new RegExp(ID, 'u'), names],
      [/[-/=+*%<>!&|^~.]+/, 'o'],
    ],
    space: [
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
    ],
    tuple: [
      [/\(/, 'p', 'tuple'],
      [/\)/, 'p', '#pop'],
      [/,/, 'p'],
      'include:space',
      [/[\p{L}_][\p{L}\p{N}_]*/u, 'nv'],
      [/(?:)/, '', '#pop'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
    string: [
      [/\\\(/, 'se', 'interpolation'],
      [/\\(?:['"\\nrt0]|u\{[0-9a-fA-F]{1,8}\})/, 'se'],
      [/"""|"/, 's', '#pop'],
      [/[^"\\]+/, 's'],
    ],
    interpolation: [[/\)/, 'se', '#pop'], [/\(/, 'p', 'parens'], 'include:root'],
    parens: [[/\)/, 'p', '#pop'], [/\(/, 'p', 'parens'], 'include:root'],
  },
}
