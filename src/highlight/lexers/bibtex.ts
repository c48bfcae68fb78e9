import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'

const NAME = '[A-Za-z_@!$&*+./:;<>?[\\\\\\]^`|~-][\\w@!$&*+./:;<>?[\\\\\\]^`|~-]*'

/** What the parts of a kind of entry are read as, the first one last; others have a key and fields. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  '@string': ['end', 'field', 'open'],
  '@preamble': ['end', 'value', 'open'],
}
const ENTRY = ['end', 'fields', 'key', 'open']

function kind(run: Lexing, text: string): void {
  const name = text.toLowerCase()
  if (name === '@comment') return run.emit('c', text)
  run.emit('nc', text)
  for (const state of KINDS[name] ?? ENTRY) run.push(state)
}

const gap: Rule = [/\s+/, '']

/** BibTeX. What stands outside entries is a comment; behind what does not belong all is wrong up to the bracket. */
export const bibtex: Grammar = {
  states: {
    root: [gap, [new RegExp(`@(?:${NAME})`), kind], [/.+/, 'c']],
    open: [gap, [/[{(]/, 'p', '#pop']],
    end: [gap, [/[})]/, 'p', '#pop']],
    key: [gap, [/[^\s,}]+/, 'nl', '#pop']],
    fields: [gap, [/,/, 'p', 'field'], [/(?:)/, '', '#pop']],
    field: [gap, [new RegExp(NAME), 'na', ['#pop', 'value', 'equals']], [/(?:)/, '', '#pop']],
    equals: [gap, [/=/, 'p', '#pop']],
    value: [
      gap,
      [/\{/, 's', 'braces'],
      [/"/, 's', 'quotes'],
      [/\d+/, 'm'],
      [new RegExp(NAME), 'nv'],
      [/#/, 'p'],
      [/(?:)/, '', '#pop'],
    ],
    quotes: [
      [/\{/, 's', 'braces'],
      [/"/, 's', '#pop'],
      [/[^{"]+/, 's'],
    ],
    braces: [
      [/\{/, 's', 'braces'],
      [/\}/, 's', '#pop'],
      [/[^{}]+/, 's'],
    ],
  },
}
