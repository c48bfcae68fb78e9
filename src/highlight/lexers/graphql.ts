import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

const NAME = '[_A-Za-z]\\w*'
const types = words('n', { nb: 'Int Float String Boolean ID' })
const constants = words('n', { kc: 'true false null' })
const name = new RegExp(NAME)

/** GraphQL: queries and schemas. */
export const graphql: Grammar = {
  states: {
    root: [
      'include:space',
      [/"""/, 's2', 'document'],
      [/(?:query|mutation|subscription)\b/, 'k', 'operation'],
      [/\{/, 'p', 'selection'],
      [/(fragment)(\s+)(\w+)(\s+)(on)(\s+)(\w+)/, ['k', 'w', 'n', 'w', 'k', 'w', 'n'], 'operation'],
      [/(?:type|interface|enum|input|schema)\b/, 'k', 'type'],
      [/(union)(\s+)(\w+)(\s*)(=)/, ['k', 'w', 'n', 'w', 'p'], 'union'],
      [/(scalar)(\s+)(\w+)/, ['k', 'w', 'n']],
      [/extend\b/, 'k'],
      [/!/, 'p'],
      [/[^\s,{!]+/, 'err'],
    ],
    space: [
      [/\s+/, 'w'],
      [/#[^\n]*/, 'c'],
      [/,/, 'p'],
    ],
    document: [
      [/"""/, 's2', '#pop'],
      [/\s+/, 'w'],
      [
        /(?:[^"\s]|"(?!""))(?:(?:[^"\s]|"(?!""))+|\s+(?!\s|"""))*/,
        (run, text) => run.delegate('markdown', text),
      ],
    ],
    operation: [
      'include:space',
      [/\{/, 'p', ['#pop', 'selection']],
      [/\(/, 'p', 'variables'],
      [/@\w+/, 'k'],
      [name, 'n'],
    ],
    variables: [
      'include:space',
      [/\)/, 'p', '#pop'],
      [/[![\]:={}]/, 'p'],
      [/\$\w+/, 'nv'],
      'include:literals',
      [name, words('n', { kc: 'true false null', nb: 'Int Float String Boolean ID' })],
    ],
    selection: [
      'include:space',
      [/\}/, 'p', '#pop'],
      [/\{/, 'p', 'selection'],
      [/\(/, 'p', 'arguments'],
      [/(\.\.\.)(\s*)(on)\b/, ['p', 'w', 'k']],
      [/\.\.\.|:/, 'p'],
      [/@\w+/, 'k'],
      [name, 'n'],
    ],
    arguments: [
      'include:space',
      [/\)/, 'p', '#pop'],
      [/[[\]:{}]/, 'p'],
      [/\$\w+/, 'nv'],
      'include:literals',
      [name, constants],
    ],
    literals: [
      [/"""(?:[^"]|""?(?!"))*"""/, 's2'],
      [closed(/"(?!"")/, /(?:\\[^]|[^\\"])*"/), 's2'],
      [/-?\d+(?:\.\d+(?:e[+-]?\d+)?|e[+-]?\d+)/i, 'mf'],
      [/-?\d+/, 'mi'],
    ],
    type: [
      'include:space',
      [/\{/, 'p', ['#pop', 'fields']],
      [/\(/, 'p', 'parameters'],
      [/implements\b/, 'k'],
      [name, 'n'],
    ],
    union: [
      'include:space',
      [new RegExp(`(${NAME})(\\s*)(\\|)`), ['n', 'w', 'p']],
      [/\|/, 'p'],
      [name, 'n', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    fields: [
      'include:space',
      [/\}/, 'p', '#pop'],
      [/"""/, 's2', 'document'],
      [/\(/, 'p', 'parameters'],
      [/([:[])(\s*)([a-zA-Z_]\w*)/, ['p', 'w', types]],
      [/[![\]:]/, 'p'],
      [name, 'n'],
    ],
    parameters: [
      'include:space',
      [/\)/, 'p', '#pop'],
      [/"""/, 's2', 'document'],
      [/([:[])(\s*)([a-zA-Z_]\w*)/, ['p', 'w', types]],
      [/(=)(\s*)/, ['p', 'w'], 'default'],
      [/[![\]:]/, 'p'],
      [name, 'n'],
    ],
    default: [
      [/[[{]/, 'p', ['#pop', 'list']],
      [/(?="|-?\d|[a-zA-Z_])/, '', ['#pop', 'literal']],
      [/(?:)/, '', '#pop'],
    ],
    literal: [
      [/"(?:\\[^]|[^\\"])*"/, 's2', '#pop'],
      [/-?\d+\.\d+/, 'mf', '#pop'],
      [/-?\d+/, 'mi', '#pop'],
      [name, constants, '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    list: [
      'include:space',
      [/[\]}]/, 'p', '#pop'],
      [/[[{]/, 'p', 'list'],
      [/:/, 'p'],
      'include:literals',
      [name, constants],
    ],
  },
}
