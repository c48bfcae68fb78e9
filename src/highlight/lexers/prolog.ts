import type { Grammar } from '../grammar.js'
import { closed, closedBefore } from '../pattern.js'

const WORD = '[\\p{L}\\p{M}\\p{N}\\p{Pc}]'

/** Prolog: the states of Rouge's lexer. Much of a comment's text is an error to it. */
export const prolog: Grammar = {
  start: (run) => run.push('line_start'),
  states: {
    line_start: [
      [/#.*/, 'c1'],
      [/(?:)/, '', '#pop'],
    ],
    root: [
      [/\s+/, ''],
      [/%.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [/[[\](){}|.,;!]/, 'p'],
      [/:-|-->/, 'p'],
      [closed(/"/, /[^"]*"/), 's2'],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'm'],
      [new RegExp(`\\p{Lowercase}${WORD}*`, 'u'), 'ss'],
      [closed(/'/, /[^']*'/), 'ss'],
      [/[A-Z]+\w*/, 'nv'],
      [new RegExp(`_${WORD}*`, 'u'), 'nv'],
      [/(?:<|>|=<|>=|==|=:=|=|\/|\/\/|\*|\+|-)(?=\s|[a-zA-Z\d[])/, 'o'],
      [/[#&*+-./:<=>?@^~]+/, 'o'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*[^*/]+/, 'cm'],
      [closedBefore(/\S/g, /(?=\s)/, /\s+\*[^*/]+/), 'cm'],
      [/\*\//, 'cm', '#pop'],
    ],
  },
}
