import { words, type Grammar, type Rule } from '../grammar.js'
import { closedBefore, closedOnLine } from '../pattern.js'
import type { TokenClass } from '../token.js'
import { VIML_WORDS } from '../words/viml.js'

const names = words('', VIML_WORDS)

/** A text on a line; it ends at an escaped mark if no other is left. */
const quoted = (mark: string, token: TokenClass): Rule[] => [
  [
    closedOnLine(
      new RegExp(mark),
      `(?:\\\\[\\\\${mark}]|[^\\n\\\\${mark}]|\\\\(?![\\\\${mark}]))*${mark}`,
    ),
    token,
  ],
  [closedOnLine(new RegExp(mark), `.*${mark}`), token],
]

/** The script language of Vim. */
export const viml: Grammar = {
  states: {
    root: [
      [/^([ \t]*)("[^\n]*)/, ['', 'c']],
      [closedBefore(/\S|$/g, /^/, /\s*\\/), 'se'],
      [/[ \t]+|\n/, ''],
      ...quoted('/', 'sr'),
      ...quoted('"', 's2'),
      ...quoted("'", 's1'),
      [/-?\d+/, 'm'],
      [/#[\da-f]{6}/i, 'mh'],
      [/[absg]:\w+/, 'nv'],
      [/[-!+=~[\]{}().,:<>|]/, 'p'],
      [/\w+/, names],
      [/[^]/, ''],
    ],
  },
}
