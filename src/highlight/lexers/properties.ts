import type { Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

/** Properties of Java programs. */
export const properties: Grammar = {
  states: {
    basic: [
      [closedOnLine(/[!#]/, /.*?\n/), 'c'],
      [/\s+/, ''],
      [/\\\n/, 'se'],
    ],
    root: ['include:basic', [/(?<![\w.-])([\w.-]+)(\s*)([=:])/, ['py', '', 'p'], 'value']],
    // A blank before the end of its line, or a comment, goes on with the value on the next one.
    value: [
      [/\n/, '', '#pop'],
      'include:basic',
      [/"/, 's', 'text'],
      [closedOnLine(/'/, /.*?'/), 's'],
      'include:escapes',
      [/[^\\\n]+/, 's'],
    ],
    text: [[/"/, 's', '#pop'], 'include:escapes', [/[^\\"]+/, 's']],
    escapes: [[/\\(?:u[0-9]{4}|[^])/, 'se']],
  },
}
