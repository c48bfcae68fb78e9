import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { TYPESCRIPT_WORDS } from '../words/typescript.js'
import { jsStates, JS_NAME } from './javascript.js'
import { oneOf } from '../pattern.js'

const { k, kd, ...others } = TYPESCRIPT_WORDS
const end = '(?![\\p{L}\\p{N}_$])'

const label = (token: 'nl' | 'na', rules: readonly Rule[] = []): Rule[] => [
  [/([\p{L}_$][\p{L}\p{N}_$]*)(\?:)/u, [token, 'p'], 'expression'],
  ...rules,
]

const tsStates: States = {
  ...jsStates,
  statement: label('nl', jsStates['statement']),
  object: label('na', jsStates['object']),
  words: [
    [new RegExp(`(?:${oneOf(k)})${end}`, 'u'), 'k', 'expression'],
    [new RegExp(`(?:${oneOf(kd)})${end}`, 'u'), 'kd', 'expression'],
    [JS_NAME, words('nx', others)],
  ],
}

/** TypeScript. */
export const typescript: Grammar = { states: tsStates }

/** JavaScript with markup. */
export const jsx: Grammar = { states: jsStates }

/** TypeScript with markup. */
export const tsx: Grammar = { states: tsStates }
