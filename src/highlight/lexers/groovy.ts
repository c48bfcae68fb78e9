import { words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { GROOVY_WORDS } from '../words/groovy.js'

const names = words('n', GROOVY_WORDS)

/** Groovy. */
export const groovy: Grammar = {
  states: {
    root: [
      // A name before a parenthesis, behind types at the beginning of a line, is a method's.
      [
        /(?<=^[ \t]*)((?:[a-zA-Z_][\w.[\]]*\s+){1,9}?)([a-zA-Z_]\w*)(\s*)(\()/,
        (run, _text, match) => {
          run.recurse(match[1] ?? '')
          run.emit('nf', match[2] ?? '')
          run.emit('', match[3] ?? '')
          run.emit('o', '(')
        },
      ],
      [/\s+/, ''],
      [/\/\/[^\n]*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/@[a-zA-Z_][\w.]*/, 'nd'],
      [/(class|interface|trait)(\s+)([a-zA-Z_]\w*)/, ['kd', '', 'nc']],
      [/(import|package)(\s+)([\w.]*\w)/, ['kn', '', 'nn']],
      [closed(/"""/, /(?:\\[^]|[^\\])*?"""/), 's2'],
      [closed(/'''/, /(?:\\[^]|[^\\])*?'''/), 's1'],
      [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's2'],
      [closedOnLine(/'/, /(?:\\.|[^'\\\n])*'/), 's1'],
      [closed(/\$\//, /.*?\/\$/s), 's'],
      [closedOnLine(/\/(?![ *=/])/, /(?:\\.|[^/\\\n])*\//), 's'],
      [/(\.)([a-zA-Z_]\w*)/, ['o', 'na']],
      [/[a-zA-Z_]\w*:/, 'nl'],
      [/[a-zA-Z_$]\w*/, names],
      [/\d+\.\d+(?:e[+-]?\d+)?[fd]?|\d+[fd]/i, 'mf'],
      [/0x[0-9a-f]+/, 'mh'],
      [/\d+L?/, 'mi'],
      [/[-~^*!%&[\](){}<>|+=:;,./?]/, 'o'],
    ],
  },
}
