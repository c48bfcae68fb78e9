import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { MATHEMATICA_FUNCTIONS } from '../words/mathematica.js'
import { MORE_MATHEMATICA_FUNCTIONS } from '../words/mathematicaMore.js'

const NUMBER = '(?:\\.\\d+|\\d+\\.\\d*|\\d+)'
const IN_BASE = '\\d+\\^\\^(?:\\.\\w+|\\w+\\.\\w*|\\w+)'
const PRECISION = '`(?:`?' + NUMBER + ')?'
const NAME = '[a-zA-Z$][$a-zA-Z0-9]*'
// A letter with a name, such as \[Gamma], may stand anywhere in a symbol.
const SYMBOL = `(?:${NAME}|\\\\\\[${NAME}\\])+`

const symbols = words('nv', {
  bp: 'Module With Block',
  nb: `${MATHEMATICA_FUNCTIONS} ${MORE_MATHEMATICA_FUNCTIONS}`,
})

/** Mathematica. */
export const mathematica: Grammar = {
  states: {
    root: [
      [/\s+/, 'w'],
      [/\(\*/, 'c', 'comment'],
      [new RegExp(`(?:${IN_BASE}|${NUMBER})(?:${PRECISION})?(?:\\*\\^[+-]?\\d+)?`), 'm'],
      [new RegExp(`::${NAME}`), 'nt'],
      [closed(/::"/, /(?:\\[\\"]|[^"\\]|\\(?![\\"]))*"/), 'nt'],
      [closed(/::"/, /[^]*"/), 'nt'],
      [/(?:In|Out)\[[0-9]+\]:?=/, 'gp'],
      [new RegExp(`\`?${SYMBOL}(?:\`${SYMBOL})*\`?`), symbols],
      [new RegExp(`#(?:${NAME}|"${NAME}"|[0-9]*)`), 'nf'],
      [/[+\-*/|,;.:@~=><&`'^?!_%]/, 'o'],
      [/[[\](){}]/, 'p'],
      [closed(/"/, /(?:\\[\\"]|[^"\\]|\\(?![\\"]))*"/), 's'],
      [closed(/"/, /[^]*"/), 's'],
    ],
    comment: [
      [/\(\*/, 'c', 'comment'],
      [/\*\)/, 'c', '#pop'],
      [new RegExp(`::${NAME}::`), 'cp'],
      [/ :(?:[a-zA-Z$\s]|(?<=[$a-zA-Z0-9])[0-9])+: /, 'cp'],
      [/./, 'c'],
    ],
  },
}
