import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { PASCAL_WORDS } from '../words/pascal.js'

const names = words('n', PASCAL_WORDS, { ignoreCase: true })

/** Pascal and Delphi: the states of Rouge's lexer. */
export const pascal: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/(?:\/\/|--).*\n?/, 'c1'],
      [closed(/\(\*/, /[^]*?\*\)/), 'cm'],
      [closed(/\{/, /[^}]*\}/), 'cm'],
      [
        /(?:0[xX][\da-fA-F]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?:L|l|UL|ul|u|U|F|f|ll|LL|ull|ULL)?/,
        'm',
      ],
      [/\$[\dA-Fa-f]+/, 'mh'],
      [/[~!@#$%^&*()+`\-={}[\]:;<>?,./|\\]/, 'p'],
      [closed(/'/, /(?:[^']|'')*'/), 's'],
      [/[_a-z]\w*/i, names],
    ],
  },
}
