import type { Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

/** Settings in sections. */
export const ini: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [closedOnLine(/[;#]/, /.*?\n/), 'c'],
      [/(?<![\w\-.])([\w\-.]+)(\s*)(=)/, ['py', '', 'p'], 'value'],
      [closedOnLine(/\[/, /.*?\]/), 'nn'],
    ],
    value: [
      [/\n/, '', '#pop'],
      [/\s+/, ''],
      [/\\[^]/, 'se'],
      [/"[^"\\]*"/, 's'],
      [/[;#].*?\n/, 'c1', '#pop'],
      [/[^\\\n]+|\\/, 's'],
    ],
  },
}
