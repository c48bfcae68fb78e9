import type { Grammar, States } from '../grammar.js'
import { jsStates } from './javascript.js'

/** A name with dots. */
const NAME = String.raw`[$a-zA-Z_][a-zA-Z0-9_.]*`
/** One that begins here: what is behind a dot is looked at with what is before it. */
const WHOLE = String.raw`(?<![\w$.])${NAME}`

const qmlStates: States = {
  ...jsStates,
  root: ['include:type', [/\{/, 'p', 'root'], ...(jsStates['root'] ?? [])],
  type: [
    [new RegExp(`(${WHOLE})(\\s*)(\\{)`), ['kt', '', 'p'], 'block'],
    [
      new RegExp(`(${WHOLE})(\\s+)(on)(\\s+)(${NAME})(\\s*)(\\{)`),
      ['kt', '', 'k', '', 'nl', '', 'p'],
      'block',
    ],
  ],
  block: [
    [new RegExp(`(id)(\\s*)(:)(\\s*)(${NAME})`), ['nl', '', 'p', '', 'kd']],
    [new RegExp(`(${WHOLE})(\\s*)(:)`), ['nl', '', 'p'], 'expression'],
    [new RegExp(`(signal)(\\s+)(${NAME})`), ['kd', '', 'nl'], 'signal'],
    [
      new RegExp(`(property)(\\s+)(${NAME})(\\s+)(${NAME})(\\s*)(:?)`),
      ['kd', '', 'kt', '', 'nl', '', 'p'],
      'expression',
    ],
    [/\}/, 'p', '#pop'],
    'include:type',
    [/\{/, 'p', 'block'],
    ...(jsStates['root'] ?? []),
  ],
  signal: ['include:space', [/\(/, 'p', ['#pop', 'arguments']], [/(?:)/, '', '#pop']],
  arguments: [
    'include:space',
    [new RegExp(`(${NAME})(\\s+)(${NAME})(\\s*)(,?)`), ['kt', '', 'n', '', 'p']],
    [/\)/, 'p', '#pop'],
  ],
}

/** QML. */
export const qml: Grammar = { states: qmlStates }
