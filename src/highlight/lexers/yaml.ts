import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closedBefore } from '../pattern.js'

/*
 * Columns matter. `run.queue` holds those of the blocks that are open, the innermost last; the note `next` is the
 * column of what comes next on the line in hand, `body` that of a block scalar's lines.
 */
const indentOf = (run: Lexing): number => Number(run.queue.at(-1) ?? 0)
const nextOf = (run: Lexing): number => Number(run.notes.get('next') ?? 0)

function startDocument(run: Lexing): void {
  run.queue = []
  run.notes.clear()
}

/** A line begins: blocks that lie deeper are over. @returns columns beyond the block that it belongs to */
function startLine(run: Lexing, spaces: number): number {
  run.notes.set('next', String(spaces))
  if (spaces >= indentOf(run)) return 0
  while (spaces < indentOf(run)) run.queue.pop()
  return spaces - indentOf(run)
}

function advance(run: Lexing, columns: number): void {
  run.notes.set('next', String(nextOf(run) + columns))
}

/** A block begins in this column, unless one has. */
function openBlock(run: Lexing): void {
  if (indentOf(run) < nextOf(run)) run.queue.push(String(nextOf(run)))
}

function separator(state: string): (run: Lexing, text: string) => void {
  return (run: Lexing, text: string) => {
    run.emit(state === 'content' ? 'nn' : 'nt', text)
    startDocument(run)
    run.push(state)
  }
}

function line(run: Lexing, text: string): void {
  const odd = startLine(run, text.length)
  run.emit('', text.slice(0, text.length - odd))
  run.emit('err', text.slice(text.length - odd))
  run.push('content')
  run.push('start')
}

function key(run: Lexing, _text: string, match: RegExpExecArray): void {
  run.emit('na', match[1] ?? '')
  run.emit('pi', match[2] ?? '')
  openBlock(run)
}

function indicator(run: Lexing, text: string): void {
  openBlock(run)
  advance(run, text.length)
  run.emit('pi', text)
}

function gap(run: Lexing, text: string): void {
  run.emit('', text)
  advance(run, text.length)
}

function blockHeader(run: Lexing, text: string): void {
  run.notes.delete('body')
  run.goto('rest')
  if (text === '') return
  run.notes.set('body', String(indentOf(run) + (Number.parseInt(text, 10) || 0)))
  run.emit('pi', text)
}

const bodyOf = (run: Lexing): number | undefined => {
  const body = run.notes.get('body')
  return body === undefined ? undefined : Number(body)
}

function blankLine(run: Lexing, text: string): void {
  const body = Math.max(0, bodyOf(run) ?? text.length)
  run.emit('', text.slice(0, body))
  run.emit('no', text.slice(body))
}

function blockLine(run: Lexing, text: string): void {
  run.emit('', text)
  const least = bodyOf(run) ?? indentOf(run)
  if (!run.notes.has('body')) run.notes.set('body', String(text.length))
  if (text.length >= least) return
  startLine(run, text.length)
  run.goto('start')
}

/** The next line of a plain scalar goes on with it where it lies deeper than the block. */
function plainLine(run: Lexing, text: string): void {
  run.emit('', text)
  run.pop()
  if (text.length > indentOf(run)) return
  startLine(run, text.length)
  run.goto('start')
}

const comment: Rule = [/#.*/, 'c1']
const PLAIN = '[^ \\t\\n\\r\\f\\v?:,[\\]{}#&*!|>\'"%@`]'

const descriptors: readonly Rule[] = [
  [/!<[0-9A-Za-z;/?:@&=+$,_.!~*'()[\]%-]+>/, 'kt'],
  [/(?:![\w-]+)?![\w;/?:@&=+$,.!~*'()[\]%-]*/, 'kt'],
  [/&[\p{L}\p{Nl}\p{Nd}_-]+/u, 'nl'],
  [/\*[\p{L}\p{Nl}\p{Nd}_-]+/u, 'nv'],
]

const nested: readonly Rule[] = [
  [/\[/, 'pi', 'sequence'],
  [/\{/, 'pi', 'mapping'],
  [/'/, 's1', 'single'],
  [/"/, 's2', 'double'],
]

const flow: readonly Rule[] = [
  [/\s+/, ''],
  comment,
  [/[?:,]/, 'pi'],
  ...descriptors,
  ...nested,
  [new RegExp(`(?=${PLAIN})`), '', 'flow_plain'],
]

const quotedGaps: readonly Rule[] = [
  [/^ +/, ''],
  [/ +$/, ''],
  [/\n+/, ''],
  [/ +/, 'nv'],
]

/** YAML. */
export const yaml: Grammar = {
  states: {
    root: [
      comment,
      [/\n+/, ''],
      [/ +(?=#|$)/, ''],
      [/^%YAML\b/, separator('version')],
      [/^%TAG\b/, separator('tag')],
      [/^(?:---|\.\.\.)(?= |$)/, separator('content')],
      [/ *(?!\s|$)/, line],
    ],
    // The beginning of a line, where the marks of keys and entries stand.
    start: [
      [/\s*?\n/, '', '#pop:2'],
      [/ +(?=[-:?](?: |$))/, gap],
      [/[?:-](?= |$)/, indicator],
      [/ */, gap, '#pop'],
    ],
    content: [
      [/ *(?=#|$)/, '', '#pop'],
      [/ +/, ''],
      ...descriptors,
      [
        closedBefore(
          /[#,:?[\]{}"'\n]|$/g,
          /(?=[^#,:?[\]{}"'\n])/,
          /([^#,:?[\]{}"'\n]+)(:)(?=\s|$)/,
        ),
        key,
      ],
      [/[|>][+-]?/, 'pi', ['block', 'block_header']],
      ...nested,
      [new RegExp(`(?=${PLAIN}|[?:-][^ \\t\\n\\r\\f\\v])`), '', 'plain'],
    ],
    sequence: [[/\]/, 'pi', '#pop'], ...flow],
    mapping: [[/\}/, 'pi', '#pop'], ...flow],
    block_header: [[/(?:[1-9][+-]?|[+-]?[1-9]?)(?= |$)/, blockHeader]],
    block: [
      [/\n+/, ''],
      [/^ +$/, blankLine],
      [/^ */, blockLine],
      [/[^\n\r\f\v]+/, 's'],
    ],
    rest: [comment, [/ +/, ''], [/\n/, '', '#pop']],
    single: [...quotedGaps, [/\\'/, 'se'], [/'/, 's', '#pop'], [/[^\s']+/, 's']],
    double: [
      [/"/, 's', '#pop'],
      ...quotedGaps,
      [/\\[0abt\tn\nvfre "\\N_LP]/, 'se'],
      [/\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})/, 'se'],
      [/[^ \t\n\r\f\v"\\]+/, 's'],
    ],
    plain: [
      [/ *(?=:[ \n]|:$)/, '', '#pop'],
      [/ *:\S+/, 's'],
      [/ +(?=#)/, '', '#pop'],
      [/ +$/, ''],
      [/\n+/, '', 'plain_line'],
      [/ +/, 's'],
      [/true|false|null/, 'no'],
      [/\d+(?:\.\d+)?(?=\r?\n| +#)/, 'm', '#pop'],
      [/[^\s:]+/, 's'],
    ],
    plain_line: [
      [/^ +\n/, ''],
      [/\n+/, ''],
      [/^(?=---|\.\.\.)/, '', '#pop:3'],
      [/^ */, plainLine],
    ],
    flow_plain: [
      [/ *(?=[,:?[\]{}])/, '', '#pop'],
      [/ +(?=#)/, '', '#pop'],
      [/^ +/, ''],
      [/ +$/, ''],
      [/\n+/, ''],
      [/ +/, 'nv'],
      [/[^\s,:?[\]{}]+/, 'nv'],
    ],
    version: [[/( +)(\d+\.\d+)/, ['', 'm'], ['#pop', 'rest']]],
    tag: [
      [
        /( +)(!|![\w-]*!)( +)(!|!?[\w;/?:@&=+$,.!~*'()[\]%-]+)/,
        ['', 'kt', '', 'kt'],
        ['#pop', 'rest'],
      ],
    ],
  },
}
