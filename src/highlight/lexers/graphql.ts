import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed } from '../pattern.js'
import type { TokenClass } from '../token.js'

const NAME = '[_A-Za-z]\\w*'
const name = new RegExp(`${NAME}\\b`)
const called = new RegExp(`(${NAME})(\\s*)(\\()`)
const keyed = new RegExp(`(${NAME})(\\s*)(:)`)
const TYPES = /(?:Int|Float|String|Boolean|ID)\b/

/** Leaves a state and, if it was entered for a value or definition, that one, too. */
const leave =
  (...states: readonly string[]) =>
  (run: Lexing, text: string): void => {
    run.emit('p', text)
    run.pop()
    if (states.includes(run.state)) run.pop()
  }

/** A value ends what it was asked for, unless a list goes on. */
const value =
  (token: TokenClass) =>
  (run: Lexing, text: string): void => {
    run.emit(token, text)
    if (run.state !== 'list') run.pop()
  }

const values: readonly Rule[] = [
  [closed(/"""/, /[^]*?"""/), 's2'],
  [new RegExp(`\\$${NAME}\\b`), value('nv')],
  [/(?:true|false|null)\b/, value('kc')],
  [/[+-]?[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?/, value('mf')],
  [/[+-]?[1-9][0-9]*(?:[eE][+-]?[0-9]+)?/, value('mi')],
  [closed(/"/, /(?:\\[\\"]|[^"\\]|\\(?![\\"]))*"/), value('s2')],
  [closed(/"/, /[^]*"/), value('s2')],
  [name, value('n')],
  [/\{/, 'p', 'object'],
  [/\[/, 'p', 'list'],
  'include:basic',
]

/** GraphQL: queries and schemas. */
export const graphql: Grammar = {
  states: {
    root: [
      [/(?:query|mutation|subscription)\b/, 'k', 'query'],
      [/\{/, 'p', ['query', 'selection']],
      [/fragment\b/, 'k', 'fragment'],
      [/scalar\b/, 'k', 'value'],
      [/(?:type|interface|enum|input|schema)\b/, 'k', 'type'],
      [/union\b/, 'k', 'union'],
      [/extend\b/, 'k'],
      'include:basic',
      [
        closed(/(""")(\n)/, /(.*?)(\n)(""")/s),
        (run, _text, match) => {
          run.emit('s2', match[1] ?? '')
          run.emit('w', '\n')
          run.restart('markdown')
          run.delegate('markdown', match[3] ?? '')
          run.emit('w', '\n')
          run.emit('s2', match[5] ?? '')
        },
      ],
    ],
    basic: [
      [/\s+/, 'w'],
      [/#.*/, 'c'],
      [/[!,]/, 'p'],
    ],
    directives: [
      [new RegExp(`(@${NAME})(\\s*)(\\()`), ['k', 'w', 'p'], 'arguments'],
      [new RegExp(`@${NAME}\\b`), 'k'],
    ],
    fragment: [[/on\b/, 'k'], 'include:query'],
    query: [
      'include:directives',
      [name, 'n'],
      [/\(/, 'p', 'variables'],
      [/\{/, 'p', 'selection'],
      'include:basic',
    ],
    type: [
      [/implements\b/, 'k'],
      [name, 'n'],
      [/\(/, 'p', 'variables'],
      [/\{/, 'p', 'fields'],
      'include:basic',
    ],
    union: [[name, 'n'], [/=/, 'p', 'variant'], 'include:basic'],
    variant: [[name, 'n', ['#pop', 'bar']], 'include:basic'],
    bar: [[/\|/, 'p', ['#pop', 'variant']], [/(?![|\s#])/, '', '#pop:2'], 'include:basic'],
    fields: [
      [/\}/, 'p', '#pop:2'],
      [called, ['n', 'w', 'p'], 'variables'],
      [name, 'n'],
      [/:/, 'p', 'type_name'],
      'include:basic',
    ],
    arguments: [[/\)/, 'p', '#pop'], [name, 'n'], [/:/, 'p', 'value'], 'include:basic'],
    variables: [
      [/\)/, 'p', '#pop'],
      [new RegExp(`\\$${NAME}\\b`), 'nv'],
      [name, 'n'],
      [/:/, 'p', 'type_name'],
      [/=/, 'p', 'value'],
      'include:basic',
    ],
    type_name: [
      [TYPES, 'nb', '#pop'],
      [name, 'n', '#pop'],
      [/\[/, 'p', 'type_names'],
      'include:basic',
    ],
    type_names: [[TYPES, 'nb'], [name, 'n'], [/\]/, 'p', '#pop:2'], 'include:basic'],
    selection: [
      'include:directives',
      [/\}/, leave('query', 'fragment')],
      [called, ['n', 'w', 'p'], 'arguments'],
      [keyed, ['n', 'w', 'p']],
      [name, 'n'],
      [/(\.\.\.)(\s+)(on)\b/, ['p', 'w', 'k']],
      [/\.\.\./, 'p'],
      [/\{/, 'p', 'selection'],
      'include:basic',
    ],
    value: values,
    list: [[/\]/, leave('value')], ...values],
    object: [[/\}/, leave('value')], [keyed, ['n', 'w', 'p'], 'value'], 'include:basic'],
  },
}
