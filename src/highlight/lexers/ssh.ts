import type { Grammar } from '../grammar.js'

/** Configuration of SSH: the states of Rouge's lexer. */
export const ssh: Grammar = {
  states: {
    root: [[/[a-z\d]+/i, 'k', 'statement'], 'include:base'],
    statement: [
      [/\n/, '', '#pop'],
      [/(?:yes|no|confirm|ask|always|auto|none|force)\b/, 'no'],
      [/\d+/, 'm'],
      [/[^#\s;{}$\\]+/, ''],
      'include:base',
    ],
    base: [
      [/\s+/, ''],
      [/#.*/, 'c1'],
    ],
  },
}
