import type { Grammar, Rule } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

const OPERATORS = 'and or not xor shl shr div mod in notin is isnot'
const KEYWORDS = `addr as asm atomic bind block break case cast const continue converter defer discard distinct do elif
  else end enum except export func finally for from generic if import include interface iterator let macro method mixin
  nil object of out proc ptr raise ref return static template try tuple type using var when while with without yield`
const TYPES =
  'int int8 int16 int32 int64 float float32 float64 bool char range array seq set string'

/** Any of the words: an underscore may stand behind each of its letters. */
const anyOf = (list: string): RegExp => {
  const words = list.split(/\s+/).map((word) => word.replaceAll(/./g, '$&_?'))
  return new RegExp(`(?:${words.join('|')})\\b`)
}

const NAME = /[a-zA-Z](?:_?[a-zA-Z0-9])*/

const text: readonly Rule[] = [
  [/\$[\w#]+/, 'si'],
  [/[^\\'"$\n]+|['"\\$]/, 's'],
]

/** Nim. */
export const nim: Grammar = {
  states: {
    root: [
      [/##.*/, 'sd'],
      [/#.*/, 'c'],
      [/[*=><+\-/@$~&%!?|\\[\]]/, 'o'],
      [/[.,{}():^`;]/, 'p'],
      [/\w+"/, 's', 'raw'],
      [/"""/, 's', 'long'],
      [/"/, 's', 'string'],
      [/'/, 'sc', 'character'],
      [anyOf(OPERATORS), 'ow'],
      [/p_?r_?o_?c_?\s(?![([\]])/, 'k', 'name'],
      [anyOf(KEYWORDS), 'k'],
      [anyOf(TYPES), 'kt'],
      [anyOf('true false'), 'kp'],
      [NAME, 'n'],
      [/[0-9][0-9_]*(?=[eE.]|'?[fF](?:32|64))/, 'mf', ['float_suffix', 'float']],
      [/0[xX][a-fA-F0-9][a-fA-F0-9_]*/, 'mh', 'suffix'],
      [/0[bB][01][01_]*/, 'm', 'suffix'],
      [/0o[0-7][0-7_]*/, 'mo', 'suffix'],
      [/[0-9][0-9_]*/, 'mi', 'suffix'],
      [/\s+/, ''],
      [/.+/, 'err'],
    ],
    character: [
      [/\\(?:[\\abcefnrtvl"']|x[a-fA-F0-9]{2}|[0-9]{1,3})/, 'se'],
      [/'/, 'sc', '#pop'],
      [/./, 'sc'],
    ],
    string: [
      [/\\(?:[\\abcefnrtvl"'\n]|x[a-fA-F0-9]{2}|[0-9]{1,3})/, 'se'],
      [/"/, 's', '#pop'],
      ...text,
    ],
    raw: [[/"(?!")/, 's', '#pop'], [/"/, 'se', '#pop'], ...text],
    long: [[/"""(?!")/, 's', '#pop'], ...text, [/\n/, 's']],
    name: [
      [NAME, 'nf', '#pop'],
      [closedOnLine(/`/, /.+`/), 'nf', '#pop'],
    ],
    float: [
      [/\.(?!\.)[0-9_]*/, 'mf'],
      [/[eE][+-]?[0-9][0-9_]*/, 'mf'],
      [/(?:)/, '', '#pop'],
    ],
    float_suffix: [
      [/'?[fF](?:32|64)/, 'mf'],
      [/(?:)/, '', '#pop'],
    ],
    suffix: [
      [/'?[iI](?:32|64)/, 'il'],
      [/'?(?:[iI](?:8|16)|[uU])/, 'mi'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
