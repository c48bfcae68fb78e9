import { words, type Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'
import { LLVM_WORDS } from '../words/llvm.js'

const NAME = String.raw`(?:[-a-zA-Z$._][-\w$.]*|\d+)`
const names = words('err', LLVM_WORDS)

/** The intermediate representation of LLVM. */
export const llvm: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/;.*/, 'c1'],
      [/(?<![-\w$.])[-a-zA-Z$._][-\w$.]*:/, 'nl'],
      [/"[^"\n]*":/, 'nl'],
      [closedOnLine(/c?"/, /[^"\n]*"/), 's'],
      [new RegExp(`%${NAME}`), 'nv'],
      [closedOnLine(/%"/, /[^"\n]*"/), 'nv'],
      [new RegExp(`@${NAME}`), 'vg'],
      [closedOnLine(/@"/, /[^"\n]*"/), 'vg'],
      [/#\d+/, 'vg'],
      [new RegExp(`!${NAME}`), 'nv'],
      [closedOnLine(/!"/, /[^"\n]*"/), 'nv'],
      [/0x[\da-f]+/i, 'm'],
      [/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/i, 'm'],
      [/[=<>{}[\]()*.,!]|x/, 'p'],
      [/i[1-9]\d*\b/, 'kt'],
      [/[a-z]\w*/, names],
      [/\w+/, 'err'],
    ],
  },
}
