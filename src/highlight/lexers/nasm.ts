import { words, type Grammar } from '../grammar.js'

const NAME = String.raw`[a-z$._?][\w$.?#@~]*`
const BEGIN = String.raw`(?<![\w$.?#@~])`
const TYPES = words(
  'nv',
  { kt: 'byte dword qword word', ow: 'seg strict wrt' },
  { ignoreCase: true },
)
const REGISTERS =
  /r(?:1[0-5]|[89])[bdw]|[abcd][hl]|[re]?[abcd]x|[re]?(?:[sd]i|[bs]p)|[cdefgs]s|mm[0-7]|st[0-7]|[cdt]r[0-7]/i

/** Assembly as NASM reads it. */
export const nasm: Grammar = {
  states: {
    root: [
      [/^[ \t]*%[^\n]*\n?/, 'cp'],
      [/\s+/, ''],
      [/;.*/, 'c1'],
      [new RegExp(`${BEGIN}${NAME}:`, 'i'), 'nl'],
      [new RegExp(`${BEGIN}(${NAME})(\\s+equ)(?!\\w)`, 'i'), ['no', 'kd'], 'operands'],
      [
        /BITS|USE16|USE32|SECTION|SEGMENT|ABSOLUTE|EXTERN|GLOBAL|ORG|ALIGN|STRUC|ENDSTRUC|COMMON|CPU|GROUP|UPPERCASE|IMPORT|EXPORT|LIBRARY|MODULE/,
        'k',
        'operands',
      ],
      [/times|db|dw|dd|dq|dt|resb|resw|resd|resq|rest/i, 'kd', 'operands'],
      [/\$\$?(?!\w)/, 'kc'],
      [new RegExp(NAME, 'i'), 'nf', 'operands'],
    ],
    operands: [
      [/\n/, '', '#pop'],
      [/[ \t\r]+/, ''],
      [/;.*/, 'c1'],
      [/"[^"\\\n]*"/, 's'],
      [/'[^'\\\n]*'/, 's'],
      [/`[^`\\\n]*`/, 's'],
      [/0x[\da-f]+/i, 'mh'],
      [/\d[\da-f]*h/i, 'mh'],
      [/[0-7]+q/i, 'mo'],
      [/[01]+b/i, 'mb'],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'mi'],
      [/<<|>>|[-+*/%&|^~<>]/, 'o'],
      [/[,()[\]:]/, 'p'],
      [/\$\$?/, 'kc'],
      [REGISTERS, 'nb'],
      [new RegExp(NAME, 'i'), TYPES],
    ],
  },
}
