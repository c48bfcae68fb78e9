import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { VHDL_WORDS } from '../words/vhdl.js'

const names = words('n', VHDL_WORDS, { ignoreCase: true })

/** VHDL: the states of Rouge's lexer. */
export const vhdl: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/--.*/, 'c1'],
      [/-?\d+/, 'mi'],
      [closed(/[box]?"/i, /[^"]*"/), 's1'],
      [/'[^']?'/, 'sc'],
      [/'[a-zA-Z]\w*/, 'na'],
      [/[(),:;]/, 'p'],
      [/(?:true|false|null)\b/i, 'nb'],
      [/[a-zA-Z]\w*/, names],
      [/=>|\*\*|:=|\/=|>=|<=|<>|\?\?|\?=|\?\/=|\?>|\?<|\?>=|\?<=|<<|>>|[#&'*+-./:<=>?@^]/, 'o'],
    ],
  },
}
