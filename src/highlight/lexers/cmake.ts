import { words, type Grammar, type Rule } from '../grammar.js'
import { closed } from '../pattern.js'
import { CMAKE_COMMANDS } from '../words/cmake.js'

const commands = words('nf', { nb: CMAKE_COMMANDS })

const reference: Rule = [/\$\{/, 'si', 'reference']

/** CMake. */
export const cmake: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [closed(/#\[(=*)\[/, String.raw`[^]*?\]\1\]`), 'cm'],
      [/#.*$/, 'c1'],
      reference,
      [/"/, 's2', 'string'],
      [
        closed(/\[(=*)\[/, String.raw`[^]*?\]\1\]`),
        (run, text) => {
          run.recurseIn('bracket', text)
        },
      ],
      [/(\w+)([ \t]*)(\()/, [commands, '', 'p']],
      [/[()]/, 'p'],
      [/\w+|\\"|[^]/, ''],
    ],
    reference: [[/\}/, 'si', '#pop'], reference, [/[^${}]+|\$/, 'nv']],
    string: [[/"/, 's2', '#pop'], [/\\[^]/, 'se'], reference, [/[^"\\$]+|\$/, 's2']],
    bracket: [reference, [/[^$]+|\$/, 's2']],
  },
}
