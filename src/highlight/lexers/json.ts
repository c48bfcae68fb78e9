import type { Grammar, States } from '../grammar.js'
import { closedBefore, closedOnLine } from '../pattern.js'

/** The states of JSON, for lexers that extend it. */
const jsonStates: States = {
  root: ['include:space', 'include:label', 'include:value', [/[\]}]/, 'p']],
  space: [[/\s+/, 'w']],
  label: [[/("(?:\\.|[^"\\\n])*")(\s*)(:)/, ['nl', 'w', 'p']]],
  value: [
    [/"/, 's2', 'string'],
    [/(?:true|false|null)/, 'kc'],
    [/-?(?:0|[1-9]\d*)\.\d+(?:e[+-]?\d+)?/i, 'mf'],
    [/-?(?:0|[1-9]\d*)(?:e[+-]?\d+)?/i, 'mi'],
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

/** JSON with comments, names without quotes and what is left out. */
export const jsonDoc: Grammar = {
  states: {
    ...jsonStates,
    label: [
      [closedBefore(/[^$\w]|$/g, /(?=[$\w])/, /([$\w]+)(\s*)(:)/), ['na', '', 'p']],
      ...(jsonStates['label'] ?? []),
    ],
    value: [
      [closedOnLine(/\/\*/, /.*?\*\//), 'c'],
      [/\/\/.*|\.{3}/, 'c1'],
      ...(jsonStates['value'] ?? []),
    ],
  },
}
