import type { Grammar } from '../grammar.js'

/** Settings in sections. */
export const ini: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/[;#].*?\n/, 'c'],
      [/([\w\-.]+)(\s*)(=)/, ['py', '', 'p'], 'value'],
      [/\[.*?\]/, 'nn'],
    ],
    value: [
      [/\n/, '', '#pop'],
      [/\s+/, ''],
      [/"[^"]*"/, 's'],
      [/[;#].*?\n/, 'c1', '#pop'],
      [/[^\n]+/, 's'],
    ],
  },
}
