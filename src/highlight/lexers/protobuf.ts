import { words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { PROTOBUF_WORDS } from '../words/protobuf.js'

const names = words('n', PROTOBUF_WORDS)
const fields = words('na', PROTOBUF_WORDS)

/** Protocol buffers. */
export const protobuf: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/[^\n]*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [closedOnLine(/"/, /[^"\n\\]*(?:\\(?!")[^"\n\\]*)*\\?"/), 's'],
      [closedOnLine(/'/, /[^'\n]*'/), 's'],
      [/(message|extend)(\s+)(\w+)/, ['kd', '', 'nc']],
      [/(package)(\s+)([a-zA-Z_]\w*)/, ['kn', '', 'nn']],
      [/[a-zA-Z_][\w.]*(?=\s*=(?!=))(?<![.)])/, fields],
      [/0x[0-9a-f]+/i, 'mh'],
      [/\d+\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+/i, 'mf'],
      [/0[0-7]+/, 'mo'],
      [/\d+/, 'mi'],
      [/[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*/, (run, text) => run.emitAs(names, text)],
      [/[;{}[\](),]/, 'p'],
      [/[-+=:*/%!&|^~.<?]/, 'o'],
    ],
  },
}
