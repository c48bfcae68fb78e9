import type { Grammar, Rule } from '../grammar.js'
import { closedBefore } from '../pattern.js'

const WORD = '[a-zA-Z0-9._-]+'
const PATH = `${WORD}(?:/${WORD})+`

// A path without a slash, and an address without its colon, are none from any of their characters.
const paths: readonly Rule[] = [
  [new RegExp(`~?(?:/${WORD})+`), 'sx'],
  [closedBefore(/[^a-zA-Z0-9._-]|$/g, /(?=[a-zA-Z0-9._-])/, new RegExp(PATH)), 'sx'],
  [closedBefore(/[^a-z+]|$/g, /(?=[a-z+])/, new RegExp(`[a-z+]+://(?:/?${PATH})`)), 'sx'],
]

/** Nix. A string or comment in several lines has errors at their ends, and a word begins with `null`. */
export const nix: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#.*/, 'c'],
      [/\/\*/, 'c', 'comment'],
      [/true|false|null/, 'kc'],
      [/[0-9]/, 'mi'],
      ...paths,
      [/"/, 's2', 'double'],
      [/''/, 's2', 'indented'],
      [/(?:with|in|inherit)\b/, 'kn'],
      [/let\b/, 'kd'],
      [/(?:if|then|else)\b/, 'k'],
      [/(?:rec|assert|map|abort|baseNameOf|builtins|derivation|fetchTarball)\b/, 'kr'],
      [/(?:import|isNull|removeAttrs|throw|toString)\b/, 'kr'],
      [/\/\/|&&|\|\||[.?+!/*<>=@-]/, 'o'],
      [/[$;,:]/, 'p'],
      [/[a-zA-Z_][a-zA-Z0-9-]*/, 'nv'],
      [/\(/, 'p', 'parentheses'],
      [/\{/, 'p', 'set'],
      [/\[/, 'p', 'list'],
    ],
    comment: [
      [/\*\//, 'c', '#pop'],
      [/./, 'c'],
    ],
    interpolated: ['include:root', [/\}/, 'si', '#pop']],
    parentheses: ['include:root', [/\)/, 'p', '#pop']],
    set: ['include:root', [/\}/, 'p', '#pop']],
    list: ['include:root', [/\]/, 'p', '#pop']],
    escapes: [
      [/\$\$/, 'se'],
      [/\$\{/, 'si', 'interpolated'],
    ],
    double: [[/\\./, 'se'], 'include:escapes', [/"/, 's2', '#pop'], [/./, 's2']],
    indented: [[/''(?:'|\$|\\.)/, 'se'], 'include:escapes', [/''/, 's2', '#pop'], [/./, 's2']],
  },
}
