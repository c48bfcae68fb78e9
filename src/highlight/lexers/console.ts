import type { Grammar } from '../grammar.js'

/** Sessions of a terminal: prompts, commands and what they print. */
export const console: Grammar = {
  states: {
    root: [
      [
        /^([^\n]*?[$#>;])(?:([^\S\n]*)$|( +|(?=\S))([^\n]*))(\n?)/,
        (run, _text, match) => {
          run.emit('gp', match[1] ?? '')
          const command = match[4]
          if (command === undefined) return run.emit('w', (match[2] ?? '') + (match[5] ?? ''))
          run.emit('w', match[3] ?? '')
          run.delegate('shell', command + (match[5] ?? ''))
        },
      ],
      [/^[ \t]*(?:<\.\.\.>|\.+)(?:\n|$)/, 'c'],
      [/[^\n]*\n?/, 'go'],
    ],
  },
}
