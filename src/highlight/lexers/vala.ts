import type { Grammar } from '../grammar.js'
import { closed, closedOnLine, oneOf } from '../pattern.js'

const ID = '@?[_a-z]\\w*'
const KEYWORDS = `abstract as async base break case catch const construct continue default delegate delete do dynamic else
  ensures enum errordomain extern false finally for foreach get global if in inline interface internal is lock new null
  out override owned private protected public ref requires return set signal sizeof static switch this throw throws true
  try typeof unowned var value virtual void weak while yield`
const TYPES = `bool char double float int int8 int16 int32 int64 long short size_t ssize_t string unichar uint uint8 uint16
  uint32 uint64 ulong ushort`

/** Vala: the states of Rouge's lexer. */
export const vala: Grammar = {
  states: {
    space: [
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [closed(/\/\*/, /[^]*?\*\//), 'cm'],
    ],
    root: [
      'include:space',
      [closedOnLine(/^\[/, /.*?\]/), 'na'],
      [new RegExp(`<\\[\\s*(?:${ID}:)?`, 'i'), 'k'],
      [/\]>/, 'k'],
      [/[~!%^&*()+=|[\]{}:;,.<>/?-]/, 'p'],
      // A text may end with an escaped quote if no other is left.
      [closedOnLine(/@"/, /(?:\\.|[^"\\\n])*"/), 's'],
      [closedOnLine(/@"/, /.*"/), 's'],
      [closedOnLine(/"/, /(?:\\.|\\(?=\n)|[^"\\\n])*["\n]/), 's'],
      [closedOnLine(/"/, /.*"/), 's'],
      [/'(?:\\.|.)'/, 'sc'],
      [/0x[\da-f]+[lu]?/i, 'm'],
      [/\d(?:\.\d*)?(?:e[+-]\d+)?[fldu]?/i, 'm'],
      [new RegExp(`\\b(?:${oneOf(KEYWORDS)})\\b`), 'k'],
      [new RegExp(`\\b(?:${oneOf(TYPES)})\\b`), 'kt'],
      [/class|struct/, 'k', 'class'],
      [/namespace|using/, 'k', 'namespace'],
      [new RegExp(`${ID}(?=\\s*\\()`, 'i'), 'nf'],
      [new RegExp(ID, 'i'), 'n'],
      [/#.*/, 'cp'],
    ],
    class: ['include:space', [new RegExp(ID, 'i'), 'nc', '#pop']],
    namespace: [
      'include:space',
      [/(?=\()/, '', '#pop'],
      [new RegExp(`(?:${ID}|\\.)+`, 'i'), 'nn', '#pop'],
    ],
  },
}
