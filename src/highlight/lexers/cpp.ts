import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { WordTable } from '../lexing.js'
import { closed } from '../pattern.js'
import { CPP_WORDS } from '../words/cpp.js'
import { cStart, cStates } from './c.js'

const DIGITS = "\\d(?:'?\\d)*"

const numbers: readonly Rule[] = [
  // Literals of the standard library, such as those of times and of complex numbers.
  [new RegExp(`${DIGITS}(?:\\.${DIGITS})?(?:[ydhsi]|min|[mun]s|i[fl])\\b`), 'mx'],
  [
    new RegExp(
      `(?:${DIGITS}\\.(?:${DIGITS})?|\\.${DIGITS})(?:e[+-]?${DIGITS}[lu]*)?|${DIGITS}e[+-]?${DIGITS}[lu]*`,
      'i',
    ),
    'mf',
  ],
  [/0x[\da-f](?:'?[\da-f])*[lu]*/i, 'mh'],
  [/0b[01]+(?:'[01]+)*/, 'mb'],
  [/0[0-7](?:'?[0-7])*[lu]*/i, 'mo'],
  [new RegExp(`${DIGITS}[lu]*`, 'i'), 'mi'],
]

const RAW = /(?:u8?|U|L)?R"([\w{}[\]#<>%:;.?*+\-/^&|~!=,"']{0,16})\(/

/** The states of C++, for languages that add words to it. */
export const cppStates = (names: WordTable): States =>
  cStates({
    names,
    root: [[/(?:__offload|__blockingoffload|__outer)\b/, 'kp']],
    statements: [
      [/(?:class|struct)\b/, 'k', 'class_name'],
      [/template\b/, 'k', 'template'],
      ...numbers,
      [/nullptr\b/, 'nb'],
      [closed(RAW, String.raw`[^]*?\)\1"`), 's'],
      [/::|<=>/, 'o'],
      // These come before the braces that enter and leave a function, which is never left.
      [/[{}]/, 'p'],
    ],
    states: {
      class_name: [
        [/[a-zA-Z_]\w*/, 'nc', '#pop'],
        'include:space',
        [/\.{3}/, 'o'],
        [/,/, 'p', '#pop'],
        [/(?:)/, '', '#pop'],
      ],
      template: [[/[>;]/, 'p', '#pop'], [/typename\b/, 'k', 'class_name'], 'include:statements'],
      case: [[/:(?!:)/, 'p', '#pop'], 'include:statements'],
    },
  })

/** C++. */
export const cpp: Grammar = { start: cStart, states: cppStates(words('n', CPP_WORDS)) }
