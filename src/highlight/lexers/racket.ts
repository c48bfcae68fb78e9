import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { RACKET_WORDS } from '../words/racket.js'

const NAME = "[^\\s()[\\]{}'`,.]+"

/** Racket. What stands first in brackets of any kind is called, whatever it begins with. */
export const racket: Grammar = {
  states: {
    root: [
      [/(?:;|#!).*/, 'c1'],
      [/#\|/, 'cm', 'blockComment'],
      [/#;/, 'cm', 'datumComment'],
      [/\s+/, ''],
      [/[+-](?:inf\.[f0]|nan\.0)|-min\.0|\+max\.0/, 'mf'],
      [/-?\d+\.\d+/, 'mf'],
      [/-?\d+/, 'mi'],
      [new RegExp(`#:${NAME}`), 'nt'],
      [/#b[01]+/, 'mb'],
      [/#o[0-7]+/, 'mo'],
      [/#d[0-9]+/, 'mi'],
      [/#x[0-9a-f]+/i, 'mh'],
      [/#[ei][\d.]+/, 'mx'],
      // Without a quote that ends it, a string goes to the last escaped quote of all.
      [closed(/"/, /(?:(?:\\[^]|[^\\"])*"|[^]*")/), 's'],
      [new RegExp(`['\`]${NAME}`), 'ss'],
      [/#\\(?:[()/'"._!$%& ?=+-]|[a-z0-9]+)/i, 'sc'],
      [/#(?:true|t|false|f)/i, 'no'],
      [/,@|['#`,.]/, 'o'],
      [/[([{]/, 'p', 'called'],
      [/[)\]}]/, 'p'],
      [new RegExp(NAME), 'nv'],
    ],
    called: [
      [new RegExp(NAME), words('nf', RACKET_WORDS), '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    blockComment: [
      [/[^|#]+/, 'cm'],
      [/\|#/, 'cm', '#pop'],
      [/#\|/, 'cm', 'blockComment'],
      [/[|#]/, 'cm'],
    ],
    datumComment: [
      [/[({[]/, 'cm', 'datumInside'],
      [closed(/"/, /(?:(?:\\"|\\(?!")|[^\\"])*"|[^]*")/), 'cm', '#pop'],
      [/\S+/, 'cm', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    datumInside: [
      [/[^(){}[\]]+/, 'cm'],
      [/[)}\]]/, 'cm', '#pop'],
      [/[({[]/, 'cm', 'datumInside'],
    ],
  },
}
