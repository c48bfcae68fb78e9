import { words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { MATLAB_WORDS } from '../words/matlab.js'

/** MATLAB and Octave. */
export const matlab: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/(\.{3})(.*)$/, ['k', 'c']],
      [/%.*$/, 'c1'],
      [
        /(?<![^\n])(!)([^%\n]*)/,
        (run, _, [, , command = '']) => {
          run.emit('k', '!')
          run.restart('shell')
          run.delegate('shell', command)
        },
      ],
      [closed(/\{%/, /[^]*?%\}/), 'cm'],
      [/[A-Za-z]\w*/, words('n', MATLAB_WORDS)],
      [/\d+(?:\.\d*(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/, 'mf'],
      [/\d+/, 'mi'],
      [closedOnLine(/'/, /(?=[^'\n]*')/), 's1', 'single'],
      [closedOnLine(/"/, /(?=[^"\n]*")/), 's2', 'double'],
      [/[=~<>\-+*^&|@.']/, 'o'],
      [/[()[\]{},;:/\\]/, 'p'],
    ],
    single: [
      [/''/, 'se'],
      [/'/, 's1', '#pop'],
      [/[^']+/, 's1'],
    ],
    double: [
      [/""/, 'se'],
      [/"/, 's2', '#pop'],
      [/[^"]+/, 's2'],
    ],
  },
}
