import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { SCHEME_WORDS } from '../words/scheme.js'

const NAME = '[a-z0-9!$%&*/:<=>?^_~|+@,-]+'
const called = words('nf', SCHEME_WORDS)

/** Scheme: the words have their classes where they are called. */
export const scheme: Grammar = {
  states: {
    root: [
      [/;.*?$/, 'c1'],
      [/\s+/, ''],
      [/-?\d+\.\d+/, 'mf'],
      [/-?\d+/, 'mi'],
      [/#x[\da-f]+/i, 'mh'],
      [/#b[01]+/i, 'mb'],
      [/#o[0-7]+/i, 'mo'],
      [/#d\d+/i, 'mi'],
      [closed(/"/, /(?:\\[^]|[^"\\])*"/), 's'],
      [new RegExp(`'${NAME}`, 'i'), 'ss'],
      [/#\\(?:[()/'"._!§$%& ?=+-]|[a-zA-Z\d]+)/, 'sc'],
      [/#[tf]/, 'no'],
      [/['#`.]|,@?/, 'o'],
      [new RegExp(`([([])(\\s*)(${NAME})`, 'i'), ['p', '', called]],
      [new RegExp(NAME, 'i'), 'nv'],
      [/[()[\]]/, 'p'],
    ],
  },
}
