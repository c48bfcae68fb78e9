import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { TYPESCRIPT_WORDS } from '../words/typescript.js'
import { jsStates, JS_NAME } from './javascript.js'
import { closed, oneOf } from '../pattern.js'

const { k, kd, ...others } = TYPESCRIPT_WORDS
const end = '(?![\\p{L}\\p{N}_$])'

const tsStates: States = {
  ...jsStates,
  statement: [
    [/([\p{L}_$][\p{L}\p{N}_$]*)(\?:)/u, ['nl', 'p'], 'expression'],
    ...(jsStates['statement'] ?? []),
  ],
  object: [[/\?:/, 'p', 'expression'], ...(jsStates['object'] ?? [])],
  words: [
    [new RegExp(`(?:${oneOf(k)})${end}`, 'u'), 'k', 'expression'],
    [new RegExp(`(?:${oneOf(kd)})${end}`, 'u'), 'kd', 'expression'],
    [JS_NAME, words('nx', others)],
  ],
}

/** TypeScript. */
export const typescript: Grammar = { states: tsStates }

// Where an operand is due, `<` begins an element; its children are text, elements and expressions.
function withMarkup(states: States): States {
  const element: Rule = [/<(?=[\p{L}_>\s])/u, 'p', ['#pop', 'tag', 'tag_name']]
  return {
    ...states,
    expression: [element, ...(states['expression'] ?? [])],
    statement: [element, ...(states['statement'] ?? [])],
    tag_name: [
      [/\p{Ll}[\p{L}\p{N}_]*/u, 'nt', '#pop'],
      [/[\p{L}_$][\p{L}\p{N}_$]*/u, 'nc'],
      [/\./, 'p'],
      [/(?:)/, '', '#pop'],
    ],
    tag: [
      [/\s+/, ''],
      [/[\p{L}_$][\p{L}\p{N}_$:-]*/u, 'na'],
      [/=/, 'p'],
      [closed(/"/, /[^"]*"/), 's'],
      [closed(/'/, /[^']*'/), 's'],
      [/\{/, 'si', ['markup_expression', 'expression']],
      [/\/>/, 'p', '#pop'],
      [/>/, 'p', ['#pop', 'children']],
      [/\/\/[^\n]*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
    ],
    children: [
      [/[^<{&]+/, ''],
      [/&[\w#]+;/, 'ni'],
      [/\{/, 'si', ['markup_expression', 'expression']],
      [/<\//, 'p', ['#pop', 'end_tag', 'tag_name']],
      [/</, 'p', ['tag', 'tag_name']],
    ],
    end_tag: [
      [/\s+/, ''],
      [/>/, 'p', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    markup_expression: [[/\}/, 'si', '#pop'], [/\{/, 'p', ['braces', 'statement']], 'include:root'],
    braces: [[/\}/, 'p', '#pop'], [/\{/, 'p', ['braces', 'statement']], 'include:root'],
  }
}

const beginStatement = (run: Lexing): void => run.push('statement')

/** JavaScript with markup. */
export const jsx: Grammar = { states: withMarkup(jsStates), start: beginStatement }

/** TypeScript with markup. */
export const tsx: Grammar = {
  states: withMarkup({
    ...tsStates,
    object: jsStates['object'] ?? [],
  }),
  start: beginStatement,
}
