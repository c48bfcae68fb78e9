import type { Grammar } from '../grammar.js'
import { oneOf } from '../pattern.js'
import { DOCKER_WORDS } from '../words/docker.js'

/** Dockerfiles. */
export const docker: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#.*?$/, 'c'],
      [/^(FROM)(\s+)(\S+)(\s+)(AS)(\s+)(\S+)/i, ['k', 'w', 's', 'w', 'k', 'w', 's']],
      [/^(?:ONBUILD\s+)?RUN\s+/i, 'k', 'run'],
      [new RegExp(`^((?:ONBUILD\\s+)?(?:${oneOf(DOCKER_WORDS.k)}))\\b(.*)`, 'i'), ['k', 's']],
      [/\w+|[^\w\s]+/, ''],
    ],
    run: [
      [/\n/, '', '#pop'],
      [/\\[^]/, 'se'],
      [/(?:\\.|[^\n\\])+/, (run, text) => run.delegate('shell', text)],
    ],
  },
}
