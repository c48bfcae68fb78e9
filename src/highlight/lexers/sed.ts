import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed, closedOnLine } from '../pattern.js'
import type { TokenClass } from '../token.js'

// A set of signs that is left open goes on in the next pattern of the script.
function inRegex(run: Lexing, text: string): void {
  const part = /(\\.)|(\[\^?)|([$^.*])|([()])|(.)|\n/uy
  const inSet = /(.-.)|(\])|(.)|\n/uy
  for (let at = 0; at < text.length;) {
    const open = run.notes.has('set')
    const pattern = open ? inSet : part
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) return
    const tokens: readonly TokenClass[] = open ? ['nv', 'p', 'sr'] : ['se', 'p', 'o', 'p', 'sr']
    run.emit(tokens[match.slice(1).findIndex((group) => group !== undefined)] ?? 'err', match[0])
    if (!open && match[2] !== undefined) run.notes.set('set', '[')
    if (open && match[2] !== undefined) run.notes.delete('set')
    at = pattern.lastIndex
  }
}

function inReplacement(run: Lexing, text: string): void {
  for (const [part] of text.matchAll(/\\[^]|&|[^\\&]+|\\/gu)) {
    run.emit(part === '&' ? 'o' : part === '\\' ? 'err' : part.startsWith('\\') ? 'se' : '', part)
  }
}

function substitution(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, name = '', mark = '', from = '', , to = ''] = match
  run.emit('k', name)
  run.emit('p', mark)
  if (name === 's') inRegex(run, from)
  else inReplacement(run, from)
  run.emit('p', mark)
  inReplacement(run, to)
  run.emit('p', mark)
}

function address(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, mark = '', pattern = '', end = ''] = match
  run.emit('kn', mark)
  inRegex(run, pattern)
  run.emit('kn', end)
}

// The name of a command and its mark, then two texts up to that mark, which may be escaped if enough others are left.
const between = (name: string, transition: string | readonly string[]): Rule[] => {
  const opening = new RegExp(`(${name})([^])`)
  const text = String.raw`((?:\\[^]|(?!\2)[^\\])*)`
  return [
    [closed(opening, String.raw`${text}(\2)${text}\2`), substitution, transition],
    [closed(opening, String.raw`([^]*?)(\2)([^]*?)\2`), substitution, transition],
  ]
}

function toRoot(run: Lexing): void {
  run.pop(run.depth - 1)
}

/** Scripts of sed. */
export const sed: Grammar = {
  states: {
    space: [
      [/\s+/, ''],
      [
        closedOnLine(/#/, /.*\n/),
        (run, text) => {
          run.emit('c', text)
          toRoot(run)
        },
      ],
      [
        /;/,
        (run, text) => {
          run.emit('p', text)
          toRoot(run)
        },
      ],
    ],
    root: [
      'include:space',
      [/\d+|[$,~+!]/, 'kn'],
      [closedOnLine(/(\/)/, /((?:\\.|[^\\\n/])*)(\/)/), address],
      // Where no other mark is left, an escaped one ends a pattern.
      [closedOnLine(/(\/)/, /(.*)(\/)/), address],
      [closedOnLine(/(\\(.))/, String.raw`((?:\\.|(?!\2)[^\\\n])*)(\2)`), customAddress],
      [closedOnLine(/(\\(.))/, String.raw`(.*)(\2)`), customAddress],
      [/(?:)/, '', 'command'],
    ],
    command: [
      'include:space',
      ...between('s', ['#pop', 'flags']),
      ...between('y', '#pop'),
      [/([aic])(\s*)/, ['k', ''], ['#pop', 'text']],
      [/[pd]/, 'k'],
      [/([qQl])(\s+)(\d+)/i, ['k', '', 'm'], '#pop'],
      [/[={}dDgGhHlnpPqx]/, 'k', '#pop'],
      [/([rRwW])(\s+)(\S+)/, ['k', '', 'n'], '#pop'],
      [/([:btT])(\s+)(\S+)/, ['k', '', 'nl'], '#pop'],
    ],
    text: [
      [/[^\\\n]+/, 's'],
      [/\\\n/, 'se'],
      [/\\/, 's'],
      [/\n/, '', '#pop'],
    ],
    flags: [
      [/[gp]+/, 'k', '#pop'],
      [/([wW])(\s+)(\S+)/, ['k', '', 'n']],
      [/(?:)/, '', '#pop'],
    ],
  },
}

function customAddress(run: Lexing, _text: string, match: RegExpExecArray): void {
  run.emit('kn', match[1] ?? '')
  inRegex(run, match[3] ?? '')
  run.emit('kn', match[4] ?? '')
}
