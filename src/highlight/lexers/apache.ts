import { words, type Grammar, type Rule } from '../grammar.js'
import { closed } from '../pattern.js'
import type { TokenClass } from '../token.js'
import { APACHE_WORDS } from '../words/apache.js'

const known = Object.values(APACHE_WORDS).join(' ')

/** A class for all names that are known, wherever they stand. */
const ifKnown = (token: TokenClass) => words('', { [token]: known }, { ignoreCase: true })

const space: readonly Rule[] = [
  [/#.*/, 'c'],
  [/\s+/, ''],
]

/** Configuration of Apache's httpd. */
export const apache: Grammar = {
  states: {
    root: [
      ...space,
      [/(<\/?)(\w+)/, ['p', ifKnown('nl')], 'section'],
      [/\w+/, ifKnown('nc'), 'directive'],
    ],
    section: [[closed(/(?=[^])/, /([^>]*)(>(?:\r\n?|\n)?)/), ['sr', 'p'], '#pop'], ...space],
    directive: [[/\r\n?|\n/, '', '#pop'], ...space, [/\S+/, ifKnown('ss')]],
  },
}
