import { words, type Grammar, type States } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { TYPESCRIPT_WORDS } from '../words/typescript.js'
import { jsStates, JS_NAME } from './javascript.js'
import { closedOnLine, oneOf } from '../pattern.js'

const { k, kd, ...others } = TYPESCRIPT_WORDS
const end = '(?![\\p{L}\\p{N}_])'

const tsStates: States = {
  ...jsStates,
  statement: [
    [/([\p{L}_$][\p{L}\p{N}_]*)(\?)(\s*)(:)/u, ['nl', 'p', '', 'p'], 'expression'],
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

// Where an operand is due, `<` begins an element. Of its children, text is HTML; the operand is still due behind it.
function withMarkup(states: States): States {
  return {
    ...states,
    expression: ['include:element', ...(states['expression'] ?? [])],
    statement: ['include:element', ...(states['statement'] ?? [])],
    element: [[/</, 'p', ['children', 'tag', 'tag_name']]],
    children: [
      [/<\//, 'p', ['#pop', 'tag', 'tag_name']],
      'include:element',
      [/\{/, 'si', ['markup_expression', 'expression']],
      [/[^<{]+/, (run, text) => run.delegate('html', text)],
    ],
    tag: [
      'include:space',
      [/\/>/, 'p', '#pop:2'],
      [/>/, 'p', '#pop'],
      [/\{/, 'si', ['markup_expression', 'expression']],
      [/\w[\w-]*/, 'na'],
      [/=/, 'p'],
      [closedOnLine(/(["'])/, '.*?\\1'), 's'],
    ],
    tag_name: [
      [/[A-Z]\w*/, 'nc'],
      [/\w+/, 'nt'],
      [/\./, 'p'],
      [/(?:)/, '', '#pop'],
    ],
    markup_expression: [[/\}/, 'si', '#pop'], [/\{/, 'p', ['braces', 'statement']], 'include:root'],
    braces: [[/\}/, 'p', ['#pop', 'statement']], 'include:root'],
  }
}

// What has a comma behind it is no element.
function withTypeParameters(states: States): States {
  return {
    ...states,
    tag_name: [[/(\w+)(,)/, ['nx', 'p'], '#pop:3'], ...(states['tag_name'] ?? [])],
  }
}

const beginOperand = (run: Lexing): void => run.push('expression')

/** JavaScript with markup. */
export const jsx: Grammar = { states: withMarkup(jsStates), start: beginOperand }

/** TypeScript with markup. */
export const tsx: Grammar = {
  states: withTypeParameters(
    withMarkup({
      ...tsStates,
      object: jsStates['object'] ?? [],
    }),
  ),
  start: beginOperand,
}
