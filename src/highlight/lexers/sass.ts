import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { CSS_BUILTINS, CSS_COLORS, CSS_PROPERTIES } from './cssWords.js'

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

/** The states without where lines end. */
const sassStates: States = {
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
    [/[~^*!()[\]<>|+=@:;,./?-]/, 'o'],
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
  [/\n/, '', '#pop'],
  [/[ \t]+/, ''],
]

/** Sass in its indented notation: a line ends a statement. */
export const sass: Grammar = {
  states: {
    ...sassStates,
    root: [
      [/[ \t]*\n/, ''],
      [/^([ \t]*)(\/\/[^\n]*)/, (run, _text, match) => comment(run, match, 'c1')],
      [/^([ \t]*)(\/\*[^\n]*\n?)/, (run, _text, match) => comment(run, match, 'cm')],
      [/[ \t]+/, ''],
      [/@import\b/, 'k', 'import'],
      [/=[\w-]+/, 'nf', 'value'],
      [/\+[\w-]+/, 'nd', 'value'],
      [/(:[\w-]+)(?=[ \t])/, 'na', 'value'],
      'include:content',
    ],
    import: [...ends, [/[^\s]+/, 's']],
    value: [...ends, ...(sassStates['value'] ?? [])],
    selector: [...ends, ...(sassStates['selector'] ?? [])],
    interpolation: [[/\}/, 'si', '#pop'], [/\s+/, ''], ...(sassStates['value'] ?? [])],
  },
}

// A comment goes on with all lines that are indented more deeply than its first.
function comment(run: Lexing, match: RegExpExecArray, token: 'c1' | 'cm'): void {
  const [, indent = '', text = ''] = match
  run.emit('', indent)
  run.emit(token, text)
  const line = /(\n?)([ \t]+)([^\s][^\n]*\n?)/y
  for (;;) {
    line.lastIndex = run.at
    const found = line.exec(run.text)
    if (!found || (found[2] ?? '').length <= indent.length) return
    run.at = line.lastIndex
    run.emit(token, found[1] ?? '')
    run.emit('', found[2] ?? '')
    run.emit(token, found[3] ?? '')
  }
}
