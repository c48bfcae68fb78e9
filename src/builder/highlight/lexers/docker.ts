import type { Grammar } from '../grammar.js'
import { oneOf } from '../pattern.js'
import { DOCKER_WORDS } from '../words/docker.js'

/** Dockerfiles. */
export const docker: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/^(ONBUILD)(\s+)/i, ['k', '']],
      [new RegExp(`^(${oneOf(DOCKER_WORDS.k)})\\b((?:\\\\\\n|.)*)`, 'i'), ['k', 's']],
      [/#.*?$/, 'c'],
      [/\w+/, ''],
      [/[^\w]+/, ''],
    ],
  },
}
