import { words, type Grammar } from '../grammar.js'
import { GO_WORDS } from '../words/go.js'
import { closed } from '../pattern.js'

const { nb: builtins, ...plain } = GO_WORDS

/** Go. */
export const go: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/.*?(?=\n|$)/, 'c'],
      [closed(/\/\*/, /.*?\*\//s), 'c'],
      [new RegExp(`(?:${builtins.trim().split(/\s+/).join('|')})(?![\\p{L}\\p{N}_])`, 'u'), 'nb'],
      [/[\p{L}_][\p{L}\p{N}_]*(?=\()/u, words('n', plain)],
      [/[\p{L}_][\p{L}\p{N}_]*/u, words('n', plain)],
      [/(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?i|\d+e[+-]?\d+i|\d+i/i, 'm'],
      [/(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?|\d+e[+-]?\d+/i, 'm'],
      [/0x[0-9a-f]+/i, 'm'],
      [/0[0-7]+/, 'm'],
      [/\d+/, 'm'],
      [/'(?:\\(?:[abfnrtv\\'"]|[0-7]{3}|x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})|[^\\'\n])'/i, 'sc'],
      [/`/, 's', 'raw'],
      [/"/, 's', 'string'],
      [
        /<<=|>>=|&\^=|\.\.\.|\+\+|--|&&|\|\||<-|:=|==|!=|<=|>=|<<|>>|&\^|[-+*/%&|^]=?|[<>=!.:]/,
        'o',
      ],
      [/[()[\]{},;]/, 'p'],
    ],
    raw: [
      [/`/, 's', '#pop'],
      [/[^`]+/, 's'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[abfnrtv\\'"]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/, 'se'],
      [/\\./, 'err'],
      [/[^\\"]+/, 's'],
    ],
  },
}
