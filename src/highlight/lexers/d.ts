import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { closed, closedOnLine, sourceOf } from '../pattern.js'
import { D_WORDS } from '../words/d.js'

const comments: readonly Rule[] = [
  [/\/\/.*/, 'c1'],
  [closed(/\/(?:\\\n)?\*/, /[^]*?\*(?:\\\n)?\//), 'cm'],
  [/\/\+/, 'cm', 'nestedComment'],
]

const numbers: readonly Rule[] = [
  [/0[xX](?:[0-9a-fA-F_]*\.[0-9a-fA-F_]+|[0-9a-fA-F_]+)[pP][+-]?[0-9_]+[fFL]?i?/, 'mf'],
  [/[0-9_]+(?:\.[0-9_]+[eE][+-]?[0-9_]+|\.[0-9_]*|[eE][+-]?[0-9_]+)[fFL]?i?/, 'mf'],
  [/\.(?:0|[1-9][0-9_]*)(?:[eE][+-]?[0-9_]+)?[fFL]?i?/, 'mf'],
  [/0[Bb][01_]+/, 'mb'],
  [/0[0-7_]+/, 'mo'],
  [/0[xX][0-9a-fA-F_]+/, 'mh'],
  [/(?:0|[1-9][0-9_]*)[LUu]?/, 'mi'],
]

const ESCAPE = String.raw`\\(?:['"?\\abfnrtv]|x[0-9a-fA-F]{2}|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|&\w+;)`

// Without a quote that ends it, a string goes to the last escaped quote of all.
const strings: readonly Rule[] = [
  [new RegExp(`'${ESCAPE}'`), 'sc'],
  [/'.'/u, 'sc'],
  [closed(/r"/, /[^"]*"[cwd]?/), 's'],
  [closed(/`/, /[^`]*`[cwd]?/), 's'],
  [closed(/"/, /(?:(?:\\[^]|[^\\"])*"|[^]*")[cwd]?/), 's'],
  [new RegExp(ESCAPE), 's'],
  [/x"[0-9a-fA-F_\s]*"[cwd]?/, 's'],
  [/q"\[/, 's', 'brackets'],
  [/q"\(/, 's', 'parentheses'],
  [/q"</, 's', 'angles'],
  [/q"\{/, 's', 'braces'],
  [/q"([a-zA-Z_]\w*)\n.*\n\1"/, 's'],
  [closedOnLine(/q"(.)/u, '.*?\\1"'), 's'],
  [/q\{/, 's', 'code'],
]

/** The states of a string between marks that may stand in it in pairs. */
function nested(name: string, opening: string, closing: string): States {
  const [begin, end] = [sourceOf(opening), sourceOf(closing)]
  const text: Rule = [new RegExp(`[^${begin}${end}]+`), 's']
  const open: Rule = [new RegExp(begin), 's', `${name}Inside`]
  return {
    [name]: [text, open, [new RegExp(`${end}"`), 's', '#pop']],
    [`${name}Inside`]: [text, open, [new RegExp(end), 's', '#pop']],
  }
}

/** D. */
export const d: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      ...comments,
      ...numbers,
      ...strings,
      [/@(?:[a-zA-Z_]\w*)?/, 'nd'],
      [/\.{1,3}|[-/&|+<>!()[\]{}?,;:$=*%^~]/, 'p'],
      [/[a-zA-Z_]\w*\b/, words('n', D_WORDS)],
      [/[a-zA-Z_]\w*/, 'n'],
      [closed(/#line\s/, /.*\n/), 'cs'],
    ],
    nestedComment: [
      [/[^+/]+/, 'cm'],
      [/\/\+/, 'cm', 'nestedComment'],
      [/\+\//, 'cm', '#pop'],
      [/[+/]/, 'cm'],
    ],
    code: [[/\{/, 'p', 'block'], [/\}/, 's', '#pop'], 'include:root'],
    block: [[/\{/, 'p', 'block'], [/\}/, 'p', '#pop'], 'include:root'],
    ...nested('brackets', '[', ']'),
    ...nested('parentheses', '(', ')'),
    ...nested('angles', '<', '>'),
    ...nested('braces', '{', '}'),
  },
}
