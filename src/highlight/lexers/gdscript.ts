import type { Grammar, Rule } from '../grammar.js'
import type { TokenClass } from '../token.js'
import { oneOf } from '../pattern.js'
import { GDSCRIPT_WORDS } from '../words/gdscript.js'

const wordsOf = (token: keyof typeof GDSCRIPT_WORDS): Rule => [
  new RegExp(`(?:${oneOf(GDSCRIPT_WORDS[token])})\\b`),
  token,
]

const ESCAPE: Rule = [
  /\\(?:[\\abfnrtv"'\n]|N\{.*?\}|u[a-fA-F\d]{4}|U[a-fA-F\d]{8}|x[a-fA-F\d]{2}|[0-7]{1,3})/,
  'se',
]
const FORMAT: Rule = [
  /%(?:\(\w+\))?[-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[hlL]?[E-GXc-giorsux%]/,
  'si',
]

/** What stands in a text between quotes. */
const textIn = (mark: '"' | "'", token: TokenClass): readonly Rule[] => [
  FORMAT,
  [new RegExp(`[^\\\\${mark}%\\n]+`), token],
  [new RegExp(`[${mark === '"' ? "'" : '"'}\\\\%]`), token],
]

/** GDScript, of the Godot engine: the states of Rouge's lexer. */
export const gdscript: Grammar = {
  states: {
    root: [
      [/\n/, ''],
      [/[ \t\v\f\r]+/, ''],
      [/#.*/, 'c1'],
      [/[[\]{}:(),;]/, 'p'],
      [/\\\n/, ''],
      [/(?:in|and|or|not)\b/, 'ow'],
      [/!=|==|<<|>>|&&|\|\||[-+*/%&|]=|[-~+/*%=<>&^.!|$]/, 'o'],
      [/(func)((?:\s|\\)+)/, ['k', ''], 'function'],
      [/(class)((?:\s|\\)+)/, ['k', ''], 'class'],
      wordsOf('k'),
      wordsOf('kr'),
      wordsOf('nb'),
      wordsOf('bp'),
      wordsOf('kt'),
      [/"""/, 's2', 'triple_double'],
      [/'''/, 's2', 'triple_single'],
      [/"/, 's2', 'double'],
      [/'/, 's2', 'single'],
      [/[a-zA-Z_]\w*/, 'n'],
      [/(?:\d+\.\d*|\d*\.\d+)(?:[eE][+-]?\d+)?j?/, 'mf'],
      [/\d+[eE][+-]?\d+j?/, 'mf'],
      [/0[xX][a-fA-F\d]+/, 'mh'],
      [/\d+j?/, 'mi'],
    ],
    function: [[/[a-zA-Z_]\w*/, 'nf', '#pop']],
    class: [[/[a-zA-Z_]\w*/, 'nc', '#pop']],
    double: [ESCAPE, [/"/, 's2', '#pop'], ...textIn('"', 's2')],
    single: [ESCAPE, [/'/, 's1', '#pop'], ...textIn("'", 's1')],
    triple_double: [ESCAPE, [/"""/, 's2', '#pop'], ...textIn('"', 's2'), [/\n/, 's2']],
    triple_single: [ESCAPE, [/'''/, 's1', '#pop'], ...textIn("'", 's1'), [/\n/, 's1']],
  },
}
