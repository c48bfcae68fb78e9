import type { Grammar, Rule } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

const general: readonly Rule[] = [
  [/%.*$/, 'c'],
  [/[{}&_^]/, 'p'],
]

const command = /\\(?:[a-z]+|\s+|.)/i

const math: readonly Rule[] = [
  [command, 'nv'],
  ...general,
  [/\d+/, 'm'],
  [/[-=!+*/()[\]]/, 'o'],
  [/[^-=!+*/()[\]\\$%&_^{}0-9]+/, 'nb'],
]

/** TeX and LaTeX. */
export const tex: Grammar = {
  states: {
    root: [
      ...general,
      [/\\\[/, 'p', 'displaymath'],
      [/\\\(/, 'p', 'inlinemath'],
      [/\$\$/, 'p', 'displaymath'],
      [/\$/, 'p', 'inlinemath'],
      [/\\(?:begin|end)\{[^}\n]*\}/, 'nt'],
      [closedOnLine(/(\\verb)([^\w\s])/, String.raw`(.*?)(\2)`), ['nb', 'kp', 'sx', 'kp']],
      [command, 'k', 'command'],
      [/[^\\$%&_^{}]+/, ''],
    ],
    command: [
      [closedOnLine(/\[/, /.*?\]/), 'na'],
      [/\*/, 'k'],
      [/(?:)/, '', '#pop'],
    ],
    displaymath: [[/\\\]|\$\$/, 'p', '#pop'], [/\$/, 'nb'], ...math],
    inlinemath: [[/\\\)|\$/, 'p', '#pop'], ...math],
  },
}
