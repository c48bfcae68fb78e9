import { words, type Grammar } from '../grammar.js'
import { HASKELL_WORDS } from '../words/haskell.js'

const names = words('n', HASKELL_WORDS)
const ASCII = `NUL|SOH|[SE]TX|EOT|ENQ|ACK|BEL|BS|HT|LF|VT|FF|CR|S[OI]|DLE|DC[1-4]|NAK|SYN|ETB|CAN|EM|SUB|ESC|[FGRU]S|SP|DEL`

/** Haskell. */
export const haskell: Grammar = {
  states: {
    basic: [
      [/\s+/, ''],
      [/\{-#/, 'cp', 'pragma'],
      [/\{-/, 'cm', 'comment'],
      [/^--\s+\|.*/, 'cd'],
      [/--(?![!#$%&*+./<=>?@^|_~]).*/, 'c1'],
    ],
    comment: [
      [/-\}/, 'cm', '#pop'],
      [/\{-/, 'cm', 'comment'],
      [/[^-{}]+|[-{}]/, 'cm'],
    ],
    pragma: [
      [/-\}/, 'cp', '#pop'],
      [/\{-/, 'cp', 'comment'],
      [/[^-{}]+|[-{}]/, 'cp'],
    ],
    root: [
      'include:basic',
      [/'(?=(?:.|\\\S{1,80})')/, 'sc', 'character'],
      [/"/, 's', 'string'],
      [/\d+e[+-]?\d+|\d+\.\d+(?:e[+-]?\d+)?/i, 'mf'],
      [/0o[0-7]+/i, 'mo'],
      [/0x[\da-f]+/i, 'mh'],
      [/\d+/, 'mi'],
      [/import(?![\w'])/, 'kr', 'import'],
      [/module(?![\w'])/, 'kr', 'module'],
      [/'?[A-Z][\w']*/, 'kt'],
      [/[\w']+/, names],
      [/\\(?![:!#$%&*+.\\/<=>?@^|~-])/, 'nf'],
      [/[:!#$%&*+.\\/<=>?@^|~-]+/, 'o'],
      [/\[\s*\]/, 'kt'],
      [/\(\s*\)/, 'nb'],
      [/(\[)([_a-z][\w']*)(\|)/, ['o', 'n', 'o'], 'quoted'],
      [/[[\](),;`{}]/, 'p'],
    ],
    import: [
      [/\s+/, ''],
      [/"/, 's', 'string'],
      [/qualified\b/, 'k'],
      [/([A-Z][\w.]*)(\s+)(as)(\s+)([A-Z][a-zA-Z0-9_.]*)/, ['nn', '', 'k', '', 'n'], '#pop'],
      [/([A-Z][\w.]*)(\s+)(hiding)(\s+)(\()/, ['nn', '', 'k', '', 'p'], ['#pop', 'names']],
      [/([A-Z][\w.]*)(\s+)(\()/, ['nn', '', 'p'], ['#pop', 'names']],
      [/[\w.]+/, 'nn', '#pop'],
    ],
    module: [
      [/\s+/, ''],
      [/([A-Z][\w.]*)(\s+)(\()/, ['nn', '', 'p'], 'names'],
      [/where\b/, 'kr', '#pop'],
      [/[A-Z][a-zA-Z0-9_.]*/, 'nn', '#pop'],
    ],
    names: [
      'include:basic',
      [/[A-Z]\w*/, 'kt'],
      [/_[\w']+|[a-z][\w']*/, 'nf'],
      [/,/, 'p'],
      [/[:!#$%&*+.\\/<=>?@^|~-]+/, 'o'],
      [/\(/, 'p', 'names'],
      [/\)/, 'p', '#pop'],
    ],
    character: [
      [/\\/, 'se', ['#pop', 'characterEnd', 'escape']],
      [/./, 'sc', ['#pop', 'characterEnd']],
    ],
    characterEnd: [
      [/'/, 'sc', '#pop'],
      [/./, 'err', '#pop'],
    ],
    quoted: [
      [/\|\]/, 'o', '#pop'],
      [/[^|]+|\|/, ''],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\/, 'se', 'escape'],
      [/[^\\"]+/, 's'],
    ],
    escape: [
      [/[abfnrtv"'&\\]/, 'se', '#pop'],
      [/\^[\][A-Z@^_]/, 'se', '#pop'],
      [new RegExp(ASCII), 'se', '#pop'],
      [/o[0-7]+/i, 'se', '#pop'],
      [/x[\da-f]+/i, 'se', '#pop'],
      [/\d+/, 'se', '#pop'],
      [/\s+\\/, 'se', '#pop'],
    ],
  },
}
