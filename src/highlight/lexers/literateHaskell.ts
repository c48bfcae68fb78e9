import type { Grammar } from '../grammar.js'
import { closedBefore } from '../pattern.js'

/** Haskell between text: its lines begin with `>`. */
export const literateHaskell: Grammar = {
  start: (run) => run.restart('haskell'),
  states: {
    root: [
      [closedBefore(/[^ \t\n\v\f\r]|$(?![^])/g, /(?=\s)/, /\s*?\n(?=>)/), '', 'code'],
      [/.*\n/, ''],
      [/.+/, ''],
    ],
    code: [
      [
        /(>)( .*\n?)/,
        (run, _text, match) => {
          run.emit('nl', match[1] ?? '')
          run.delegate('haskell', match[2] ?? '')
        },
      ],
      [/\s*\n(?=\s*[^>])/, '', '#pop'],
    ],
  },
}
