import type { Grammar, Rule } from '../grammar.js'
import { closed, closedBefore } from '../pattern.js'

// A backslash at the end of a line is no part of a text.
const quoted = (mark: string): RegExp => new RegExp(`(?:[^${mark}\\\\]|\\\\.)*${mark}`)

const values: readonly Rule[] = [
  [/\/\/.*/, 'c'],
  [closed(/\/\*/, /[^]+?\*\//), 'c'],
  [/\s+/, 'w'],
  [/\{/, 'p', 'dictionary'],
  [/\(/, 'p', 'array'],
  [closedBefore(/\\\n|$/g, /"/, quoted('"')), 's2'],
  [closedBefore(/\\\n|$/g, /'/, quoted("'")), 's1'],
  [/</, 'p', 'data'],
  [/[\w$/:.-]+/, 'l'],
]

/** Property lists of NeXTSTEP, such as projects of Xcode. */
export const plist: Grammar = {
  states: {
    root: values,
    dictionary: [...values, [/[=;]/, 'p'], [/\}/, 'p', '#pop']],
    array: [...values, [/,/, 'p'], [/\)/, 'p', '#pop']],
    data: [
      [/[\da-fA-F\s]+/, 'mh'],
      [/>/, 'p', '#pop'],
    ],
  },
}
