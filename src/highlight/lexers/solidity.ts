import { words, type Grammar } from '../grammar.js'
import { SOLIDITY_WORDS } from '../words/solidity.js'

const names = words('n', SOLIDITY_WORDS)

function quoted(mark: string): Grammar['states'][string] {
  return [
    [new RegExp(mark), 's', '#pop'],
    [/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[^\n])/, 'se'],
    [new RegExp(`[^\\\\\\n${mark}]+`), 's'],
    [/[\\\n]/, 'err'],
  ]
}

/** Solidity. */
export const solidity: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/[^\n]*\n?/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [/(?:hex)?"/, 's', 'double'],
      [/(?:hex)?'/, 's', 'single'],
      [/0x[\da-f]+/i, 'mh'],
      [/\d+\.\d+(?:e\d+)?/i, 'mf'],
      [/\d+(?:e\d+)?/i, 'mi'],
      [/u?int\d+|bytes\d+/, 'kt'],
      [/u?fixed\d+x\d+/, 'kr'],
      [/[a-zA-Z$_][\w$]*/, names],
      [/[~!%^&*+=|?:<>/-]/, 'o'],
      [/[()[\]{},.;]/, 'p'],
    ],
    comment: [
      [/\*\//, 'cm', '#pop'],
      [/[^*]+|\*/, 'cm'],
    ],
    double: quoted('"') ?? [],
    single: quoted("'") ?? [],
  },
}
