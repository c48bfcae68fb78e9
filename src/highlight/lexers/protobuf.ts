import type { Grammar } from '../grammar.js'
import { closed, closedOnLine, oneOf } from '../pattern.js'
import { PROTOBUF_WORDS } from '../words/protobuf.js'

/** Protocol buffers. */
export const protobuf: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/[,;{}[\]()]/, 'p'],
      [closed(/\/(?:\\\n)?\//, /(?:$|[^]*?[^\\]$)/), 'c1'],
      [closed(/\/(?:\\\n)?\*/, /[^]*?\*(?:\\\n)?\//), 'cm'],
      [new RegExp(`(?:${oneOf(PROTOBUF_WORDS.k)})\\b`), 'k'],
      [new RegExp(`(?:${oneOf(PROTOBUF_WORDS.kt)})\\b`), 'kt'],
      [/true|false/, 'kc'],
      [/(package)(\s+)/, ['kn', ''], 'package'],
      [/(message|extend)(\s+)/, ['kd', ''], 'message'],
      [/(enum|group|service)(\s+)/, ['kd', ''], 'type'],
      [closedOnLine(/"/, /.*?"/), 's'],
      [closedOnLine(/'/, /.*?'/), 's'],
      [/(?:\d+\.\d*|\.\d+|\d+)[eE][+-]?\d+[LlUu]*/, 'mf'],
      [/(?:\d+\.\d*|\.\d+|\d+[fF])[fF]?/, 'mf'],
      [/-?(?:inf|nan)\b/, 'mf'],
      [/0x[0-9a-fA-F]+[LlUu]*/, 'mh'],
      [/0[0-7]+[LlUu]*/, 'mo'],
      [/\d+[LlUu]*/, 'mi'],
      [/[+\-./:<=]/, 'o'],
      [/([a-zA-Z_][\w.]*)([ \t]*)(=)/, ['na', '', 'o']],
      [/[a-zA-Z_][\w.]*/, 'n'],
    ],
    package: [
      [/[a-zA-Z_]\w*/, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    message: [
      [/[a-zA-Z_]\w*/, 'nc', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    type: [
      [/[a-zA-Z_]\w*/, 'n', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
