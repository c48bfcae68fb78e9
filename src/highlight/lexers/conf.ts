import type { Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

/** Configuration files of any kind. */
export const conf: Grammar = {
  states: {
    root: [
      [/#.*?(?:\n|$)/, 'c'],
      [closedOnLine(/"/, /[^"\n]*"/), 's2'],
      [closedOnLine(/'/, /[^'\n]*'/), 's1'],
      [/[a-z]\w*/i, 'n'],
      [/\d+/, 'm'],
      [/["'_]/, 'err'],
      [/[^\da-z#"'_]+/i, ''],
    ],
  },
}
