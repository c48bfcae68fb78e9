import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

const names = words('n', {
  k: 'alias as case else exposing if import in let module of port then type where',
})

/** Elm. */
export const elm: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/--.*$/, 'c1'],
      [/\{-/, 'cm', 'comment'],
      [closed(/"""/, /[^]*?"""/), 's'],
      [/"/, 's', 'string'],
      [/'(?:\\[^]|[^\\'\n])'/, 'sc'],
      [/0x[\da-fA-F]+/, 'mh'],
      [/\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/, 'mf'],
      [/\d+/, 'mi'],
      [/[A-Z]\w*/, 'kt'],
      [/[a-z_]\w*/, names],
      [/::/, 'o'],
      [/[[\]{}();`:]/, 'p'],
      [/[-,!@#$%&*+./<=>?\\^|~]/, 'o'],
    ],
    comment: [
      [/\{-/, 'cm', 'comment'],
      [/-\}/, 'cm', '#pop'],
      [/[^{}-]+|[{}-]/, 'cm'],
    ],
    string: [
      [/"/, 's2', '#pop'],
      [/\\"/, 'se'],
      [/[^"\\]+/, 's2'],
    ],
  },
}
