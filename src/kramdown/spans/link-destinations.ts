/** The part of a link behind its text: `(url "title")`, `[id]`, or nothing. */

import type { Node } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { isSpace, strip } from '../tree/text.js'

/** Where a link leads, and where its source ends. */
export interface Destination {
  readonly url: string
  readonly title: string | null
  /** Node that holds the definition's attributes. */
  readonly mark: Node | null
  readonly end: number
}

const CLOSE_DOUBLE = '"[ \\t\\n\\v\\f\\r]*\\)'
const CLOSE_SINGLE = "'[ \\t\\n\\v\\f\\r]*\\)"
const BEFORE_TITLE = '[ \\t\\n\\v\\f\\r]["\']'

/** Reads `(url "title")` behind the text of a link. */
export function readDestination(scanner: SpanScanner, open: number): Destination | null {
  const { source, finder } = scanner
  if (source.charAt(open + 1) === '<') {
    const close = finder.next('>', open)
    const line = finder.next('\n', open)
    if (close >= 0 && (line < 0 || close < line)) {
      return finish(scanner, source.slice(open + 2, close), close + 1)
    }
  }
  const end = findUrlEnd(scanner, open)
  return end < 0 ? null : finish(scanner, strip(source.slice(open + 1, end)), end)
}

function finish(scanner: SpanScanner, url: string, at: number): Destination | null {
  if (scanner.source.charAt(at) === ')') return { url, title: null, mark: null, end: at + 1 }
  const found = readTitle(scanner, at)
  return found && { url, title: found.title, mark: null, end: found.end }
}

function readTitle(
  { source, finder }: SpanScanner,
  from: number,
): { title: string; end: number } | null {
  let open = from
  while (isSpace(source.charCodeAt(open))) open++
  const quote = source.charAt(open)
  if (quote !== '"' && quote !== "'") return null
  const close = finder.nextMatch(quote === '"' ? CLOSE_DOUBLE : CLOSE_SINGLE, open + 2)
  if (close < 0) return null
  return { title: source.slice(open + 1, close), end: source.indexOf(')', close) + 1 }
}

/** Position of the parenthesis that closes, or of the blank before a title; -1 for neither. */
function findUrlEnd(scanner: SpanScanner, open: number): number {
  const close = parenthesesOf(scanner).get(open) ?? -1
  const title = scanner.finder.nextMatch(BEFORE_TITLE, open + 1)
  if (close < 0 || title < 0) return Math.max(close, title)
  return Math.min(close, title)
}

/** Which parenthesis closes which in the whole text, found once. */
function parenthesesOf(scanner: SpanScanner): ReadonlyMap<number, number> {
  if (scanner.parentheses) return scanner.parentheses
  const closes = new Map<number, number>()
  const open: number[] = []
  for (const match of scanner.source.matchAll(/[()]/g)) {
    if (match[0] === '(') open.push(match.index)
    else {
      const last = open.pop()
      if (last !== undefined) closes.set(last, match.index)
    }
  }
  scanner.parentheses = closes
  return closes
}
