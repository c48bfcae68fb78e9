import type { Rule, States } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import type { TokenClass } from '../token.js'

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

// %-literals nest their own brackets. The kind and both delimiters of those that are open wait in the queue.
function openLiteral(run: Lexing, text: string, match: RegExpExecArray): void {
  const [, kind = '', open = ''] = match
  run.emit(kind === 'r' ? 'sr' : 'sx', text)
  run.queue.push(`${kind} ${open} ${CLOSERS[open] ?? open}`)
  if (kind === 'r') run.push('regex_flags')
  run.push(/^[rQWxI]$/.test(kind) ? 'literal' : 'literal_raw')
}

interface Literal {
  readonly token: 'sx' | 'sr'
  readonly open: string
  readonly close: string
}

function literalOf(run: Lexing): Literal {
  const [kind, open = '', close = ''] = (run.queue.at(-1) ?? '').split(' ')
  return { token: kind === 'r' ? 'sr' : 'sx', open, close }
}

function literalSign(run: Lexing, text: string): void {
  const { token, open, close } = literalOf(run)
  if (text === '#' && close !== '#' && run.state === 'literal') return hash(run, token)
  run.emit(token, text)
  if (text === close) {
    run.queue.pop()
    run.pop()
  } else if (text === open) {
    run.queue.push(run.queue.at(-1) ?? '')
    run.push(run.state)
  }
}

const PUT_IN = /(\{)|(?:@@?|\$)[a-z_]\w*/iy

// What a `#` in a literal begins, if its text is not the delimiter.
function hash(run: Lexing, token: TokenClass): void {
  PUT_IN.lastIndex = run.at
  const found = PUT_IN.exec(run.text)
  run.emit(found ? 'si' : token, `#${found?.[0] ?? ''}`)
  run.at += found?.[0].length ?? 0
  if (found?.[1]) run.push('interpolated')
}

// Where nothing is put in, a backslash escapes the delimiters, itself and `#`.
function rawEscape(run: Lexing, text: string, [, sign = '']: RegExpExecArray): void {
  const { token, open, close } = literalOf(run)
  if (['#', '\\', open, close].includes(sign)) return run.emit('se', text)
  run.emit(token, '\\')
  run.at -= sign.length
}

const literalText = (run: Lexing, text: string): void => run.emit(literalOf(run).token, text)

/**
 * The states of %-literals.
 *
 * @param opening begins one: its kind and its delimiter
 * @param escapes those where expressions are put in
 */
export function literalStates(opening: RegExp, escapes: readonly Rule[]): States {
  return {
    literals: [[opening, openLiteral]],
    literal: [...escapes, [/[^\w\s\\]/, literalSign], [/[\w\s]+/, literalText]],
    literal_raw: [
      [/\\([^])/, rawEscape],
      [/[^\w\s\\]/, literalSign],
      [/[\w\s]+|\\/, literalText],
    ],
    regex_flags: [[/[mixounse]*/, 'sr', '#pop']],
  }
}

const isHeredoc = (item: string): boolean => item.startsWith('<<')

function openHeredoc(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, sign = '', quote = '', name = '', end = ''] = match
  run.emit('o', sign)
  run.emit('no', `${quote}${name}${end}`)
  run.queue.push(`<<${sign === '<<' ? '=' : '-'}${name}`)
  if (run.state !== 'heredocs') run.push('heredocs')
}

// Bodies of heredocs come in the order of their names.
function heredocLine(run: Lexing, text: string): void {
  const at = run.queue.findIndex(isHeredoc)
  const spec = run.queue[at]
  const line = spec?.[2] === '-' ? text.trim() : text.trimEnd()
  const ends = spec !== undefined && line === spec.slice(3)
  run.emit(ends ? 'no' : 'sh', text)
  if (ends) run.queue.splice(at, 1)
  run.pop(ends && !run.queue.some(isHeredoc) ? 2 : 1)
}

/** Begins a here-document. */
export const heredocs: readonly Rule[] = [
  [/(<<[-~]?)(["`']?)([a-zA-Z_]\w*)(\2)/, openHeredoc],
  [/(<<[-~]?)(["'])()(\2)/, openHeredoc],
]

/** The states of here-documents, whose bodies begin on the next line. */
export const heredocStates: States = {
  heredocs: [[/(?=\n)/, '', ['#pop', 'heredoc']], 'include:root'],
  heredoc: ['include:escapes', [/\n/, 'sh', 'heredoc_line'], [/[#\\]/, 'sh'], [/[^#\\\n]+/, 'sh']],
  heredoc_line: [
    [/[^#\\\n]*$/, heredocLine],
    [/(?:)/, '', '#pop'],
  ],
}

/** A text between quotes or slashes in which expressions are put. */
export function quoted(quote: string, token: TokenClass): Rule[] {
  return [
    'include:escapes',
    [new RegExp(`[^\\\\${quote}#]+`), token],
    [/[\\#]/, token],
    [new RegExp(quote), token, '#pop'],
  ]
}
