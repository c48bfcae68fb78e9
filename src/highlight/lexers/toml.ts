import type { Grammar } from '../grammar.js'
import { closed, closedInWord } from '../pattern.js'

// Where a run of characters begins no key, no part of it does.
const KEY = `(?<![^\\s=[\\]{},#])([^\\s=[\\]{},#\\d+-][^\\s=[\\]{},#]*)`

/** TOML. */
export const toml: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#.*?$/, 'c'],
      [/(true|false)/, 'kc'],
      [/("[^"\n]*"|'[^'\n]*')(\s*)(=)(\s*)(\{)/, ['nn', '', 'o', '', 'p'], 'table'],
      [new RegExp(`${KEY}(\\s*)(=)(\\s*)(\\{)`), ['nn', '', 'o', '', 'p'], 'table'],
      [/("[^"\n]*"|'[^'\n]*')(\s*)(=)/, ['py', '', 'p']],
      [new RegExp(`${KEY}(\\s*)(=)`), ['py', '', 'p']],
      [closedInWord(/\[/, /\S+\]/), 'nn'],
      [/(?<==\s*)\[/, 'p', 'array'],
      [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/i, 'ld'],
      [/\d{4}-\d{2}-\d{2}/, 'mi'],
      [/[+-]?\d[\d_]*(?:\.\d[\d_]*)?e[+-]?\d+|[+-]?\d[\d_]*\.\d[\d_]*/i, 'mf'],
      [/0x[\da-f_]+/i, 'mh'],
      [/0o[0-7_]+/, 'mo'],
      [/0b[01_]+/, 'mb'],
      [/[+-]?(?:inf|nan)\b/, 'mf'],
      [/[+-]?\d[\d_]*/, 'mi'],
      [/"""/, 's', 'text'],
      [/"/, 's', 'double'],
      [closed(/'''/, /.*?'''/s), 's'],
      [/'.*?'/, 's'],
      [/,/, 'p'],
    ],
    table: [[/\}/, 'p', '#pop'], 'include:root'],
    array: [[/\[/, 'p', 'array'], [/\]/, 'p', '#pop'], 'include:root'],
    double: [
      [/"/, 's', '#pop'],
      [/\\[\\abfnrtv"\n]/, 'se'],
      [/\\/, 'err'],
      [/\n/, 'err', '#pop'],
      [/[^"\\\n]+/, 's'],
    ],
    text: [
      [/"""/, 's', '#pop'],
      [/\\[\\abfnrtv"\n]/, 'se'],
      [/\\/, 'err'],
      [/[^"\\]+|["\\]/, 's'],
    ],
  },
}
