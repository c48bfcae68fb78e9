import type { Grammar } from '../grammar.js'

/** Properties of Java programs. */
export const properties: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/[#!][^\n]*\n?/, 'c'],
      [/(?<![\w.-])([\w.-]+)(\s*)([=:])(\s*)/, ['py', '', 'p', ''], 'value'],
    ],
    value: [
      [/\n\s*/, '', '#pop'],
      [/\\(?:u[0-9a-fA-F]{4}|[^])/, 'se'],
      [/(?<=\\\n)[ \t]+/, ''],
      [/[^\\\n]+/, 's'],
    ],
  },
}
