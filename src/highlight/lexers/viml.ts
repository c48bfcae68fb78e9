import { words, type Grammar } from '../grammar.js'
import { closedBefore, closedOnLine } from '../pattern.js'
import { VIML_WORDS } from '../words/viml.js'

const names = words('', VIML_WORDS)

/** The script language of Vim. */
export const viml: Grammar = {
  states: {
    root: [
      [/^([ \t]*)("[^\n]*)/, ['', 'c']],
      [closedBefore(/\S|$/g, /^/, /\s*\\/), 'se'],
      [/[ \t]+|\n/, ''],
      [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's2'],
      [closedOnLine(/'/, /(?:\\.|[^'\\\n])*'/), 's1'],
      [closedOnLine(/\//, /(?:\\.|[^/\\\n])*\//), 'sr'],
      [/#[\da-f]{6}/i, 'mh'],
      [/-?\d+/, 'm'],
      [/\b[absg]:\w+/, 'nv'],
      [/[-!+=~[\]{}().,:<>|]/, 'p'],
      [/\w+/, names],
      [/[^]/, ''],
    ],
  },
}
