import type { Grammar } from '../grammar.js'

/** Elm. */
export const elm: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/--.*/, 'c1'],
      [/\{-/, 'cm', 'comment'],
      [/(?:module|exposing|port|import|as|type|alias|if|then|else|case|of|let|in)\b/, 'k'],
      [/[a-z]\w*|_/, 'n'],
      [/[A-Z]\w*/, 'kt'],
      [/::|[+\-,./*%=<>^|!\\@#$&~?]/, 'o'],
      [/"""/, 's', 'long'],
      [/'(?:\\.|.)'/, 'sc'],
      [/"/, 's', 'string'],
      [/0x[\da-f]+/i, 'mh'],
      [/\d+(?:e[+-]?\d+|\.\d+(?:e[+-]?\d+)?)/i, 'mf'],
      [/\d+/, 'mi'],
      [/[[\]();`{}:]/, 'p'],
    ],
    comment: [
      [/-\}/, 'cm', '#pop'],
      [/\{-/, 'cm', 'comment'],
      [/[^-{}]+|[-{}]/, 'cm'],
    ],
    string: [
      [/[^\\"]+/, 's2'],
      [/\\"/, 'se'],
      [/"/, 's2', '#pop'],
    ],
    long: [
      [/\\"/, 'se'],
      [/"""/, 's', '#pop'],
      [/[^"]+|"/, 's'],
    ],
  },
}
