import { words, type Grammar } from '../grammar.js'
import { HASKELL_WORDS } from '../words/haskell.js'
import { closed } from '../pattern.js'

const names = words('n', { ...HASKELL_WORDS, kr: `${HASKELL_WORDS.kr} _` })

/** Haskell. */
export const haskell: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [closed(/\{-#/, /.*?#-\}/s), 'cp'],
      [/--\s*\|.*/, 'cd'],
      [/--+(?![!#$%&*./<=>?@^|~:\\]).*/, 'c1'],
      [/\{-/, 'cm', 'comment'],
      [/\bimport\b/, 'kr', 'import'],
      [/\bmodule\b/, 'kr', 'module'],
      [/'(?:\\(?:[abfnrtv\\"'&]|\d+|x[0-9a-fA-F]+|o[0-7]+|\^.|[A-Z]{2,3}\d?)|[^\\'\n])'/, 'sc'],
      [/'?[A-Z][\w']*/, 'kt'],
      [/[_a-z][\w']*/, names],
      [/'/, 'n'],
      [/\\/, 'nf'],
      [/0b[01]+/i, 'mb'],
      [/0o[0-7]+/i, 'mo'],
      [/0x[\da-f]+/i, 'mh'],
      [/\d+\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+/i, 'mf'],
      [/\d+/, 'mi'],
      [/"/, 's', 'string'],
      [/\[\s*\]/, 'kt'],
      [/\(\s*\)/, 'nb'],
      [/[[\](),;`{}]/, 'p'],
      [/[:!#$%&*+.\\/<=>?@^|~-]+/, 'o'],
    ],
    import: [
      [/\s+/, ''],
      [/"/, 's', 'string'],
      [
        /(qualified)(\s+)([A-Z][\w.]*)(\s+)(as)(\s+)([A-Z][\w.]*)/,
        ['k', '', 'nn', '', 'k', '', 'n'],
        '#pop',
      ],
      [/(qualified)(\s+)([A-Z][\w.]*)/, ['k', '', 'nn'], '#pop'],
      [/([A-Z][\w.]*)(\s+)(hiding)(\s+)(\()/, ['nn', '', 'k', '', 'p'], ['#pop', 'names']],
      [/([A-Z][\w.]*)(\s+)(\()/, ['nn', '', 'p'], ['#pop', 'names']],
      [/([A-Z][\w.]*)(\s+)(as)(\s+)([A-Z][\w.]*)/, ['nn', '', 'k', '', 'n'], '#pop'],
      [/[\w.]+/, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    module: [
      [/\s+/, ''],
      [/([A-Z][\w.]*)(\s+)(\()/, ['nn', '', 'p'], ['#pop', 'names']],
      [/[A-Z][\w.]*/, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    names: [
      [/\s+/, ''],
      [/--.*/, 'c1'],
      [/\{-/, 'cm', 'comment'],
      [/[A-Z]\w*/, 'kt'],
      [/[_a-z][\w']*/, 'nf'],
      [/,/, 'p'],
      [/[:!#$%&*+.\\/<=>?@^|~-]+/, 'o'],
      [/\(/, 'p', 'names'],
      [/\)/, 'p', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    comment: [
      [/\{-/, 'cm', 'comment'],
      [/-\}/, 'cm', '#pop'],
      [/[^{}-]+|[{}-]/, 'cm'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[abfnrtv\\"'&]|\d+|x[0-9a-fA-F]+|o[0-7]+|\^.|[A-Z]{2,3}\d?|\s+\\)/, 'se'],
      [/[^\\"]+|\\/, 's'],
    ],
  },
}
