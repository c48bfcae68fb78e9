import type { Grammar } from '../grammar.js'
import { session } from './console.js'
import { ruby } from './ruby.js'

/** Sessions of Ruby. */
export const irb = session({
  prompt: /^(?:(?!irb|pry).)*(?:irb|pry)[^>"*\n]*[>"*]/,
  language: 'ruby',
  output: 'irb_output',
})

/** What a session of Ruby prints: text and errors up to an arrow, then a value. */
export const irbOutput: Grammar = {
  start: (run) => {
    run.push('expression')
    run.push('printed')
  },
  states: {
    ...ruby.states,
    root: [[/#</, 'kt', 'object'], ...(ruby.states['root'] ?? [])],
    object: [[/>/, 'kt', '#pop'], 'include:root'],
    printed: [[/\w+?(?:Error|Exception):.+\n?/, 'gr', 'error'], 'include:arrow'],
    error: [[/.+\n?/, 'gr'], 'include:arrow'],
    arrow: [
      [/=>/, 'p', '#pop'],
      [/.+\n?/, 'go'],
    ],
  },
}
