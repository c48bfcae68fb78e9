import { words, type Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'
import { ZIG_WORDS } from '../words/zig.js'

const names = words('n', { nb: 'comptime_int', ...ZIG_WORDS })

/** Zig. */
export const zig: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/.*$/, 'c'],
      [/(?:[iu]\d+|f(?:16|32|64|128)|[iu]size)\b/, 'kt'],
      [/@[A-Za-z_]\w*/, 'nb'],
      [/"/, 's', 'string'],
      [closedOnLine(/'/, /(?:\\(?:[nrt0'"\\]|x[\da-fA-F]{2}|u[\da-fA-F]{4})|[^\\'\n])'/), 'sc'],
      [/\.\.\.?|\.[*?](?!\w)|\.(?=\{)/, 'o'],
      [/(\.\s*)([A-Za-z]\w*)(?=\()/, ['p', 'nf']],
      [/(\.\s*)([A-Za-z]\w*)/, ['p', 'py']],
      [/0x[\da-fA-F_]+/, 'mi'],
      [/0b[01_]+/, 'mi'],
      [/\d[\d_]*(?:\.[\d_]+(?:[eE][+-]?\d[\d_]*)?|[eE][+-]?\d[\d_]*)/, 'mf'],
      [/[\d_]+/, 'mi'],
      [/[A-Za-z]\w*/, names],
      [/[-+*/%&^~!<>=?@]/, 'o'],
      [/\.(?=\s*\d|\s*$)|-\./, 'o'],
      [/[[\](){},.:;|]/, 'p'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[nrt0'"\\]|x[\da-fA-F]{2})/, 'se'],
      [/[^\\"]+/, 's'],
    ],
  },
}
