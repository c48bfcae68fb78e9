import type { Grammar } from '../grammar.js'
import { oneOf } from '../pattern.js'

const keywords =
  oneOf(`ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER SHELL
  STOPSIGNAL USER VOLUME WORKDIR`)

/** Dockerfiles. */
export const docker: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/^(FROM)(\s+)(.*)(\s)(AS)(\s+)(.*)/i, ['k', 'w', 's', 'w', 'k', 'w', 's']],
      [new RegExp(`^(ONBUILD)(\\s+)(${keywords})(.*)`, 'i'), ['k', 'w', 'k', 's']],
      [new RegExp(`^(${keywords})\\b(.*)`, 'i'), ['k', 's']],
      [/#.*?$/, 'c'],
      [
        /^(?:ONBUILD\s+)?RUN\s+/i,
        (run, text) => {
          run.emit('k', text)
          run.restart('shell')
        },
        'run',
      ],
      // What begins with neither a word nor a blank goes on to the next word, over lines and their comments.
      [/\w+|\W+/, ''],
    ],
    run: [
      [/\n/, '', '#pop'],
      [/\\[^]/, 'se'],
      [/(?:\\.|[^\n\\])+/, (run, text) => run.delegate('shell', text)],
    ],
  },
}
