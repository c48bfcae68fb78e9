import type { Grammar, Rule, States } from '../grammar.js'
import type { TokenClass } from '../token.js'
import { ELIXIR_WORDS } from '../words/elixir.js'
import { closed, oneOf, sourceOf } from '../pattern.js'

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }
const OPENERS = ['{', '[', '(', '<', '|', '/', "'", '"']

const anyOf = (list: string): RegExp => new RegExp(`(?:${oneOf(list)})\\b(?![?!])`)
const sigilState = (open: string, token: TokenClass, isRaw: boolean): string =>
  `${token}${isRaw ? '#' : ''}${open}`

/** `~r/…/`, `~w(…)`: the letter tells the class, the flags behind and, in Rouge, that capitals interpolate. */
const sigil: Rule = [
  /~([A-Za-z])([{[(<|/'"])/,
  (run, text, match) => {
    const [, letter = '', open = ''] = match
    const token = /[Rr]/.test(letter) ? 'sr' : 'sx'
    if (/[RrWw]/.test(letter)) run.push(token === 'sr' ? 'regex_flags' : 'list_flags')
    run.emit(token, text)
    run.push(sigilState(open, token, /[SRCW]/.test(letter)))
  },
]

function sigilRules(open: string, token: TokenClass, interpolates: boolean): readonly Rule[] {
  const close = sourceOf(CLOSERS[open] ?? open)
  const end = new RegExp(close)
  const text = new RegExp(`[^#\\\\${sourceOf(open)}${close}]+`)
  const middle: readonly Rule[] = interpolates
    ? ['include:interpolation', [/#/, token]]
    : [[/[\\#]/, token]]
  return [[end, token, '#pop'], ...middle, [text, token]]
}

const sigilStates = (): States =>
  Object.fromEntries(
    OPENERS.flatMap((open) =>
      (['sr', 'sx'] as const).flatMap((token) =>
        [true, false].map((isRaw) => [
          sigilState(open, token, isRaw),
          sigilRules(open, token, isRaw),
        ]),
      ),
    ),
  )

/** Elixir: the states of Rouge's lexer. At the beginning of a pattern Rouge sees nothing of what stands before. */
export const elixir: Grammar = {
  states: {
    ...sigilStates(),
    root: [
      [/\s+/, ''],
      [/#.*/, 'c1'],
      [anyOf(ELIXIR_WORDS.k), 'k'],
      [/do\b/, 'k'],
      [anyOf(ELIXIR_WORDS.kn), 'kn'],
      [new RegExp(`(?:${oneOf(ELIXIR_WORDS.ow)})\\b`), 'ow'],
      [
        /%=|\*\*?=|\+=|-=|\^=|\|\|=|<=>|<(?![<=])|>(?![<=>])|<=|>=|===?|=~|!=|!~|&(?:&&?|(?!\d))|\|\||[\^*+\-/|]|<-|<>|<<|>>|=|\.|~~~/,
        'o',
      ],
      [
        /:(?:[a-zA-Z_]\w*(?:[?!]|=(?![>=]))?|<>|===?|>=?|<=?|&&?|%\(\)|%\[\]|%\{\}|\+\+?|--?|\|\|?|!|\/\/|[%&`/|]|=?~)/,
        'ss',
      ],
      [/[a-zA-Z_]\w*[?!]?:(?!:)/, 'ss'],
      [/:"/, 'ss', 'symbol'],
      [/(?:nil|true|false)\b(?![?!])|[A-Z]\w*\b/, 'no'],
      [anyOf(ELIXIR_WORDS.bp), 'bp'],
      [/[a-zA-Z_!]\w*[!?]?/, 'n'],
      [/::|[%(){};,/|:\\[\]]/, 'p'],
      [/@[a-zA-Z_]\w*|&\d/, 'nv'],
      [/\d(?:_?\d)*\.(?![^\d\s])(?:_?\d)+(?:[eE][-+]?\d(?:_?\d)*)?\b/, 'mf'],
      [/0x[\dA-Fa-f](?:_?[\dA-Fa-f])*\b/, 'mh'],
      [/0o[0-7](?:_?[0-7])*\b/, 'mo'],
      [/0b[01](?:_?[01])*\b/, 'mb'],
      [/\d(?:_?\d)*\b/, 'mi'],
      [closed(/"""/, /[^]*?"""/), 'sd'],
      [closed(/'''/, /[^]*?'''/), 'sd'],
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [
        /\?(?:\\(?:x\d{1,2}|[\da-fA-F]{1,2}(?![\da-fA-F])\b|0[0-7]{0,2}(?![0-7])\b[^x0MC])|(?:\\[MC]-){1,9}\w|[^\s\\])/,
        'sx',
      ],
      sigil,
    ],
    interpolation: [[/#\{/, 'si', 'interpolated']],
    interpolated: [[/\}/, 'si', '#pop'], 'include:root'],
    escapes: [
      [/\\x[\da-fA-F]{2}/, 'se'],
      [/\\u\{?\d+\}?/, 'se'],
      [/\\[\\abdefnrstv0"']/, 'se'],
    ],
    double: [
      'include:escapes',
      'include:interpolation',
      [/[^#"\\]+/, 's2'],
      [/"/, 's2', '#pop'],
      [/[#\\]/, 's2'],
    ],
    single: [
      'include:escapes',
      'include:interpolation',
      [/[^#'\\]+/, 's1'],
      [/'/, 's1', '#pop'],
      [/[#\\]/, 's1'],
    ],
    symbol: [[/"/, 'ss', '#pop'], 'include:interpolation', [/[^#"]+/, 'ss']],
    regex_flags: [[/[fgimrsux]*/, 'sr', '#pop']],
    list_flags: [[/[csa]?/, 'sx', '#pop']],
  },
}
