import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { VB_WORDS } from '../words/vb.js'

// What is no name is an error up to the next name.
const named = (pattern: RegExp, token: 'nn' | 'nc' | 'nf' | 'nv' | 'n'): Rule[] => [
  [/\s+/, ''],
  [pattern, token, '#pop'],
]

/** Visual Basic. */
export const vb: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#(?:End\s+(?:If|Region)|Const)\b/, 'cp'],
      [closedOnLine(/#(?:If|ElseIf)\b/, /.*?\bThen\b/), 'cp'],
      [closed(/#Region\b/, /.*\n/), 'cp'],
      [/'.*$/, 'c1'],
      [/(?:REM|Rem|rem)\b.*$/, 'c1'],
      [
        /(End)(\s+)(Enum|Function|If|Interface|Module|Namespace|Property|Class|Structure|Sub|Get|Set|Select|Try|Using|With|While|SyncLock|Event|Operator)\b/,
        ['k', '', 'k'],
      ],
      [/(?:Dim|Const)\b/, 'k', 'variable'],
      [/(?:Function|Sub|Property)\b/, 'k', 'function'],
      [/(?:Class|Structure|Enum)\b/, 'k', 'class'],
      [/(?:Module|Namespace|Imports)\b/, 'k', 'namespace'],
      [/[A-Za-z_]\w*[$!]?/, words('n', VB_WORDS)],
      [/"/, 's', 'string'],
      [/\d+\.\d+/, 'mf'],
      [/\d+[A-Z]?/, 'mi'],
      [/\./, 'p', 'member'],
      [/[(){},:!#]/, 'p'],
      [/[-&=<>+*/\\^]/, 'o'],
    ],
    string: [
      [/""/, 'se'],
      [/"/, 's', '#pop'],
      [/[^"]+/, 's'],
    ],
    member: named(/[A-Za-z_]\w*/, 'n'),
    variable: named(/[A-Za-z_]\w*/, 'nv'),
    function: named(/[A-Za-z_]\w*/, 'nf'),
    class: named(/[A-Za-z_]\w*/, 'nc'),
    namespace: named(/[A-Za-z_][\w.]*/, 'nn'),
  },
}
