import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { CSS_BUILTINS, CSS_COLORS, CSS_PROPERTIES } from './cssWords.js'
import { closed } from '../pattern.js'

const ID = '[\\w-]+'
const values = words('n', { nb: `${CSS_BUILTINS} default`, no: CSS_COLORS, bp: 'true false' })
const properties = words('na', { nl: CSS_PROPERTIES })

const strings: readonly Rule[] = [
  [/"/, 's2', 'double'],
  [/'/, 's1', 'single'],
]

function string(quote: string, token: 's1' | 's2'): Rule[] {
  return [
    [/#\{/, 'si', 'interpolation'],
    [new RegExp(quote), token, '#pop'],
    [new RegExp(`(?:\\\\[^]|[^\\\\${quote}#])+|#`), token],
  ]
}

/** The states that SCSS and indented Sass share; each adds where lines and blocks end. */
export const sassStates: States = {
  content: [
    [/#\{/, 'si', 'interpolation'],
    [/\*(?=\w)/, 'err'],
    [/@(?:mixin|function)\b/, 'k', 'definition'],
    [/@include\b/, 'k', ['value', 'mixin']],
    [/@(?:extend|use|forward)\b/, 'k', 'selector'],
    [/@(?:keyframes|-\w+-keyframes)\b/, 'k', 'selector'],
    [/@[\w-]+/, 'k', 'value'],
    [new RegExp(`(\\$${ID})([ \\t]*)(:)`), ['nv', '', 'p'], 'value'],
    [
      new RegExp(`(${ID})(:)(?=[ \\t])`),
      (run, _text, match) => {
        run.emitAs(properties, match[1] ?? '')
        run.emit('p', ':')
      },
      'value',
    ],
    [
      new RegExp(`(${ID})(:)(?=\\n|$|[^\\s:{;]+[^{;}]*[;}])`),
      (run, _text, match) => {
        run.emitAs(properties, match[1] ?? '')
        run.emit('p', ':')
      },
      'value',
    ],
    [/(?=[^\s;{}])/, '', 'selector'],
  ],
  definition: [
    [/[ \t]+/, ''],
    [new RegExp(ID), 'nf', ['#pop', 'value']],
  ],
  mixin: [
    [/[ \t]+/, ''],
    [new RegExp(ID), 'nd', '#pop'],
    [/(?:)/, '', '#pop'],
  ],
  value: [
    [/[ \t]+/, ''],
    [/url\(/, 'sx', 'url'],
    [/#\{/, 'si', 'interpolation'],
    [/\$[\w-]+/, 'nv'],
    [new RegExp(`${ID}(?=[ \\t]*\\()`), 'nf'],
    [/(?:(?:through|from|to)\b(?=[ \t]+[\d$])|(?:not|and|or)\b(?=[ \t]+\S))/, 'ow'],
    [/#[a-z0-9]{1,6}/i, 'mh'],
    [/-?\d+(?:%|[a-z]+)?/i, 'm'],
    [/-?\.\d+(?:%|[a-z]+)?/i, 'mi'],
    [/[a-z_][\w-]*/i, values],
    [/[()]/, 'p'],
    [/[~^*!&%<>|+=@:,./?-]+/, 'o'],
    [/[[\]]/, 'p'],
    ...strings,
  ],
  selector: [
    [/[ \t]+/, ''],
    [/#\{/, 'si', 'interpolation'],
    [/::?[\w-]*/, 'nd'],
    [/\.[\w-]*/, 'nc', 'class'],
    [/#[\w-]*/, 'nn', 'id'],
    [/%[\w-]*/, 'nv'],
    [/&/, 'k'],
    [/\$/, 'err'],
    [/[~^*!()[\]<>|+=@,./?]/, 'o'],
    ...strings,
    [/[\w-]+/, 'nt'],
  ],
  interpolation: [[/\}/, 'si', '#pop'], [/\s+/, ''], 'include:value'],
  // A name goes on behind what is put into it.
  class: [
    [/#\{/, 'si', 'interpolation'],
    [/[\w-]+/, 'nc'],
    [/(?:)/, '', '#pop'],
  ],
  id: [
    [/#\{/, 'si', 'interpolation'],
    [/[\w-]+/, 'nn'],
    [/(?:)/, '', '#pop'],
  ],
  url: [
    [/#\{/, 'si', 'interpolation'],
    [/\)/, 'sx', '#pop'],
    [/[^#)]+|#/, 'sx'],
  ],
  double: string('"', 's2'),
  single: string("'", 's1'),
}

const ends: readonly Rule[] = [
  [/\s+/, ''],
  [/\/\/.*?(?=\n|$)/, 'c1'],
  [closed(/\/\*/, /.*?\*\//s), 'cm'],
  [/[{};]/, 'p', '#pop'],
]

/** SCSS: Sass in the notation of style sheets. */
export const scss: Grammar = {
  states: {
    ...sassStates,
    root: [
      [/\s+/, ''],
      [/\/\/.*?(?=\n|$)/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/[{};]/, 'p'],
      'include:content',
    ],
    // A value has no comments for Rouge.
    value: [[/\s+/, ''], [/[{};]/, 'p', '#pop'], ...(sassStates['value'] ?? [])],
    selector: [...ends, ...(sassStates['selector'] ?? [])],
    interpolation: [[/\}/, 'si', '#pop'], [/\s+/, ''], ...(sassStates['value'] ?? [])],
  },
}
