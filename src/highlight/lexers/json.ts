import type { Grammar, States } from '../grammar.js'
import { closed } from '../pattern.js'

/** The states of JSON, for lexers that extend it. */
const jsonStates: States = {
  root: ['include:space', 'include:label', 'include:value', [/[\]}]/, 'p']],
  space: [[/\s+/, 'w']],
  label: [[/("(?:\\.|[^"\\\n])*")(\s*)(:)/, ['nl', 'w', 'p']]],
  value: [
    [/"/, 's2', 'string'],
    [/(?:true|false|null)/, 'kc'],
    [/-?\d+\.\d+(?:e[+-]?\d+)?/i, 'mf'],
    [/-?\d+(?:e[+-]?\d+)?/i, 'mi'],
    [/\{/, 'p', 'object'],
    [/\[/, 'p', 'array'],
  ],
  object: ['include:space', 'include:label', 'include:value', [/\}/, 'p', '#pop'], [/,/, 'p']],
  array: ['include:space', 'include:value', [/\]/, 'p', '#pop'], [/,/, 'p']],
  string: [
    [/[^\\"]+/, 's2'],
    [/\\./, 'se'],
    [/"/, 's2', '#pop'],
  ],
}

/** JSON. */
export const json: Grammar = { states: jsonStates }

/** JSON with comments. */
export const jsonDoc: Grammar = {
  states: {
    ...jsonStates,
    space: [
      [/\s+/, 'w'],
      [/\/\/[^\n]*/, 'c1'],
      [closed(/\/\*/, /[^]*?\*\//), 'c'],
    ],
  },
}
