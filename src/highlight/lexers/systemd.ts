import type { Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

/** Units of systemd. */
export const systemd: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/[;#].*/, 'c'],
      [closedOnLine(/\[/, /.*\]$/), 'k'],
      [closedOnLine(/(?=.)/, /([^=\n]*)(=)(.*)(\\\n)/), ['nt', 'p', '', 'se'], 'continuation'],
      [closedOnLine(/(?=.)/, /([^=\n]*)(=)(.*)/), ['nt', 'p', '']],
    ],
    // A value that goes on ends at a quote; without one the rest is an error.
    continuation: [
      [closedOnLine(/(?=.)/, /(.*)(\\\n)/), ['', 'se']],
      [closedOnLine(/(?=.)/, /.*'/), '', '#pop'],
    ],
  },
}
