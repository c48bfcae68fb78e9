import { words, type Grammar } from '../grammar.js'
import { CLOJURE_WORDS } from '../words/clojure.js'
import { closed } from '../pattern.js'

const NAME = '[\\w!$%*+,<=>?/.|-]+'
const called = words('nf', CLOJURE_WORDS)
const names = words('n', CLOJURE_WORDS)

/** Clojure. */
export const clojure: Grammar = {
  states: {
    root: [
      [/;[^\n]*/, 'c1'],
      [/\s+/, 'w'],
      [/-?\d+\.\d+/, 'mf'],
      [/-?\d+/, 'mi'],
      [/0x-?[abcdef\d]+/, 'mh'],
      [closed(/"/, /(?:\\[^]|[^"\\])*"/), 's'],
      [new RegExp(`'${NAME}`), 'ss'],
      [/\\(?:[^a-z]|[a-z])/i, 'sc'],
      [new RegExp(`::?#?${NAME}`), 'no'],
      [/~@|[`'#^~&@]/, 'o'],
      [new RegExp(`(\\()(\\s*)(${NAME})`), ['p', 'w', called]],
      [new RegExp(NAME), names],
      [/[[\]{}()]/, 'p'],
    ],
  },
}
