import type { Grammar, Rule } from '../grammar.js'
import { closedInWord } from '../pattern.js'

// A bare key is all of a word before its last equals sign; one in quotes may have blanks.
const inlineTable: readonly Rule[] = [
  [closedInWord(/(?=\S)/, /(\S+)(\s*)(=)(\s*)(\{)/), ['nn', '', 'o', '', 'p'], 'inline'],
  [/("[^"]+"|'[^']+')(\s*)(=)(\s*)(\{)/, ['nn', '', 'o', '', 'p'], 'inline'],
]

function key(transition: readonly string[]): Rule[] {
  return [
    [closedInWord(/(?=\S)/, /(\S+)(\s*)(=)/), ['py', '', 'p'], transition],
    [/("[^"]+"|'[^']+')(\s*)(=)/, ['py', '', 'p'], transition],
  ]
}

const escape: Rule = [/\\[0t\tn\n "\\r]/, 'se']

/** TOML. */
export const toml: Grammar = {
  states: {
    basic: [
      [/\s+/, ''],
      [/#.*?$/, 'c'],
      [/true|false/, 'kc'],
      ...inlineTable,
      [closedInWord(/(?<!=)\[/, /\S+\]/), 'nn'],
      [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/, 'ld'],
      [/[+-]?\d+(?:_\d+)*\.\d+(?:_\d+)*(?:[eE][+-]?\d+(?:_\d+)*)?/, 'mf'],
      [/[+-]?\d+(?:_\d+)*[eE][+-]?\d+(?:_\d+)*/, 'mf'],
      [/[+-]?(?:nan|inf)/, 'mf'],
      [/0x[\da-fA-F]+(?:_[\da-fA-F]+)*/, 'mh'],
      [/0o[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/[+-]?\d+(?:_\d+)*/, 'mi'],
    ],
    root: ['include:basic', ...key(['value'])],
    value: [[/\n/, '', '#pop'], 'include:content'],
    content: [
      'include:basic',
      ...key([]),
      [/"""/, 's', 'texts'],
      [/"/, 's', 'text'],
      [/'''/, 's', 'literals'],
      [/'/, 's', 'literal'],
      escape,
      [/,/, 'p'],
      [/\[/, 'p', 'array'],
    ],
    text: [[/"/, 's', '#pop'], [/\n/, 'err', '#pop'], escape, [/[^\\"\n]+/, 's']],
    texts: [[/"""/, 's', '#pop'], escape, [/[^\\"]+/, 's'], [/"+/, 's']],
    literal: [
      [/'/, 's', '#pop'],
      [/\n/, 'err', '#pop'],
      [/[^'\n]+/, 's'],
    ],
    literals: [
      [/'''/, 's', '#pop'],
      [/[^']+|'+/, 's'],
    ],
    array: ['include:content', [/\]/, 'p', '#pop']],
    inline: ['include:content', [/\}/, 'p', '#pop']],
  },
}
