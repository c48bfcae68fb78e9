import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { sassStates } from './scss.js'

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
