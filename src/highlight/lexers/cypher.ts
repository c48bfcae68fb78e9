import { classOf, words, type Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed } from '../pattern.js'
import { CYPHER_CALLS, CYPHER_WORDS } from '../words/cypher.js'

const ignoreCase = { ignoreCase: true }
const names = words('n', CYPHER_WORDS, ignoreCase)
const calls = words('n', CYPHER_CALLS, ignoreCase)

function call(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, name = '', blanks = ''] = match
  run.emit(classOf(calls, name), name)
  run.emit('w', blanks)
  run.emit('ss', '(')
}

/** Cypher, the query language of Neo4j: the states of Rouge's lexer. */
export const cypher: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [/[*+\-<>=&|~%^]/, 'o'],
      [/[{}),;[\]]/, 'ss'],
      [/(\w+)(:)(\s*)(-?[._\d]+)/, ['nl', 'dl', 'w', 'm']],
      [/(\w+)(\s*)\(/, call],
      [/:\w+/, 'nc'],
      [/(\d+)(\.\.)(-?\d+)/, ['m', 'o', 'm']],
      [/(?:\d+\.\d*|\d*\.\d+)(?:e[+-]?\d+)?/i, 'mf'],
      [/\d+e[+-]?\d+/i, 'mf'],
      [/0[0-7]+/, 'mo'],
      [/0x[a-f\d]+/i, 'mh'],
      [/\d+/, 'mi'],
      [/[.\w]+:/, 'py'],
      [/\(/, 'ss'],
      [/[.\w$]+/, names],
      [closed(/"/, /(?:\\["\\]|[^"\\]|\\(?!["\\]))*"/), 's2'],
      [closed(/'/, /(?:\\['\\]|[^'\\]|\\(?!['\\]))*'/), 's1'],
      [closed(/`/, /(?:\\[`\\]|[^`\\]|\\(?![`\\]))*`/), 'sb'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^/*]+|[/*]/, 'cm'],
    ],
  },
}
