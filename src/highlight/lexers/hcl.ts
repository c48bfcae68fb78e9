import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { HEREDOC } from './terraform.js'

/** HashiCorp's configuration language. */
export const hcl: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/(?:#|\/\/)[^\n]*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      HEREDOC,
      [closed(/"/, /(?:\\.|[^"\\])*"/), 's2'],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'mi'],
      [/[a-zA-Z_]\w*/, words('nx', { kc: 'true false null' })],
      [/\{/, 'p', 'block'],
      [/[[\],.]/, 'p'],
    ],
    block: [[/\}/, 'p', '#pop'], [/=/, 'p'], 'include:root'],
  },
}
