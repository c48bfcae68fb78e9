import type { Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

/** Settings in sections. */
export const ini: Grammar = {
  states: {
    basic: [
      [closedOnLine(/[;#]/, /.*?\n/), 'c'],
      [/\s+/, ''],
      [/\\\n/, 'se'],
    ],
    root: [
      'include:basic',
      [/(?<![\w\-.])([\w\-.]+)(\s*)(=)/, ['py', '', 'p'], 'value'],
      [closedOnLine(/\[/, /.*?\]/), 'nn'],
    ],
    // A blank before the end of its line, or a comment, goes on with the value on the next one.
    value: [
      [/\n/, '', '#pop'],
      'include:basic',
      [/"/, 's', 'text'],
      [closedOnLine(/'/, /.*?'/), 's'],
      [/\\[^]/, 'se'],
      [/[^\\\n]+/, 's'],
    ],
    text: [
      [/"/, 's', '#pop'],
      [/\\[^]/, 'se'],
      [/[^\\"]+/, 's'],
    ],
  },
}
