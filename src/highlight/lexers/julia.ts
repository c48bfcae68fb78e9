import type { Grammar } from '../grammar.js'
import { closedOnLine, LETTERS, oneOf } from '../pattern.js'
import { JULIA_WORDS } from '../words/julia.js'

const anyOf = (list: string): RegExp => new RegExp(`(?:${oneOf(list)})\\b`)
// Names of functions and types may hold signs.
const SIGNS = /[\p{L}\p{Nl}\p{S}_][\p{L}\p{M}\p{Nd}\p{Pc}\p{S}\p{Po}!]*/u
const EXPONENT = '[eEf][+-]?[0-9]+'

/** Julia. */
export const julia: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#=/, 'cm', 'comment'],
      [/#.*/, 'c'],
      [/[-+=*/\\&|$~^%!<>.?:\u00f7\u2260\u2264\u2265]/, 'o'],
      [/(function|macro)((?:\s|\\\s)+)/, ['k', 'nf'], 'function'],
      [/((?:mutable )?struct|(?:abstract|primitive) type)((?:\s|\\\s)+)/, ['k', 'nc'], 'type'],
      [anyOf(JULIA_WORDS.kt), 'kt'],
      [anyOf(JULIA_WORDS.kd), 'kd'],
      [anyOf(JULIA_WORDS.k), 'k'],
      [anyOf(JULIA_WORDS.nb), 'nb'],
      [new RegExp(`[\u03c0\u212f](?![\\w${LETTERS}])`), 'nb'],
      [closedOnLine(/`/, /[^`\n]*`/), 'sb'],
      [
        /'(?:\\.|\\[0-7]{1,3}|\\x[a-fA-F0-9]{1,3}|\\u[a-fA-F0-9]{1,4}|\\U[a-fA-F0-9]{1,6}|[^\\'\n])'/,
        'sc',
      ],
      [/[EIL]?"/, 's', 'string'],
      [/@[\w.]+/, 'nd'],
      [/[a-zA-Z_\u00a1-\uffff][a-zA-Z_0-9\u00a1-\uffff]*!*/, 'n'],
      [/[[\]{}(),;]/, 'x'],
      [new RegExp(`\\d+(?:(?:_\\d+)+\\.\\d*|\\.\\d+(?:_\\d+)+)(?:${EXPONENT})?`), 'mf'],
      [new RegExp(`\\d+(?:_\\d+)*(?:\\.\\d*(?:${EXPONENT})?|${EXPONENT})`), 'mf'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/0o[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[a-fA-F0-9]+(?:_[a-fA-F0-9]+)*/, 'mh'],
      [/\d+(?:_\d+)*/, 'mi'],
    ],
    function: [
      [SIGNS, 'nf', '#pop'],
      [/\([^\s\w{]{1,2}\)|[^\s\w{]{1,2}/, 'o', '#pop'],
    ],
    type: [[SIGNS, 'nc', '#pop']],
    comment: [
      [/#=/, 'cm', 'comment'],
      [/=#/, 'cm', '#pop'],
      [/[^#=]+|[#=]/, 'cm'],
    ],
    string: [
      [/\\(?:[\\abfnrtv"'\n]|u[a-fA-F0-9]{4}|U[a-fA-F0-9]{8}|x[a-fA-F0-9]{2}|[0-7]{1,3})/, 'se'],
      [closedOnLine(/\\N\{/, /.*?\}/), 'se'],
      [/"/, 's', '#pop'],
      [/\$(?:\(\w+\))?[-#0 +]*(?:[0-9]+|\*)?(?:\.(?:[0-9]+|\*))?/, 'si'],
      [/[^\\"$]+|\\/, 's'],
    ],
  },
}
