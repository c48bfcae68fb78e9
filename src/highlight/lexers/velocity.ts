import type { Grammar, Rule } from '../grammar.js'
import { closed } from '../pattern.js'

/** What stands between brackets in a state: an inner bracket enters it again. */
const valuesIn = (state: string): readonly Rule[] => [
  [/\$\{?/, 'p', 'variable'],
  [/\s+/, ''],
  [/,/, 'p'],
  [closed(/"/, /(?:\\["\\]|[^"\\]|\\(?!["\\]))*"/), 's2'],
  [closed(/'/, /(?:\\['\\]|[^'\\]|\\(?!['\\]))*'/), 's1'],
  [/0[xX][\da-fA-F]+[Ll]?/, 'mh'],
  [/\d+\b/, 'mi'],
  [/(?:true|false|null)\b/, 'kc'],
  [/[([]/, 'p', state],
  [/[)\]}]/, 'p', '#pop'],
]

/** HTML with Velocity in it: the states of Rouge's lexer. */
export const velocity: Grammar = {
  states: {
    root: [
      [/[^{#$]+/, (run, text) => run.delegate('html', text)],
      [closed(/#\*/, /[^]*?\*#/), 'cm'],
      [/##.*/, 'c1'],
      [/(#\{?)([A-Za-z_]\w*)(\}?)(\s?\()/, ['p', 'nf', 'p', 'p'], 'directive'],
      [/(#\{?)([A-Za-z_]\w*)(\}|\b)/, ['p', 'nf', 'p']],
      [/\$\{?/, 'p', 'variable'],
    ],
    variable: [
      [/[A-Za-z_]\w*/, 'nv'],
      [/\(/, 'p', 'parameters'],
      [/(\.)([A-Za-z_]\w*)/, ['p', 'nv']],
      [/\}/, 'p', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    directive: [
      [/&&|\|\||==?|!=?|[-<>+*%&|^/]|(?:eq|ne|gt|lt|ge|le|not|in)\b/, 'o'],
      [/\[/, 'o', 'range'],
      [/[A-Za-z_]\w*\b/, 'nf'],
      ...valuesIn('directive'),
    ],
    range: [[/\.\./, 'o'], ...valuesIn('range')],
    parameters: valuesIn('parameters'),
  },
}
