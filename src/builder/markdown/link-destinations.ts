import type { Node } from './node.js'
import type { SpanScanner } from './span-scanner.js'
import { isSpace, matchAt, strip } from './text.js'

/** Where a link leads, and where its source ends. */
export interface Destination {
  readonly url: string
  readonly title: string | null
  /** Node that holds the definition's attributes. */
  readonly mark: Node | null
  readonly end: number
}

const TITLE =
  /[ \t\n\v\f\r]*(?:"([^"]*(?:"(?![ \t\n\v\f\r]*\))[^"]*)*)"|'([^']*(?:'(?![ \t\n\v\f\r]*\))[^']*)*)')[ \t\n\v\f\r]*\)/y

/** Reads `(url "title")` behind the text of a link. */
export function readDestination(scanner: SpanScanner, open: number): Destination | null {
  const { source } = scanner
  if (source.charAt(open + 1) === '<') {
    const close = source.indexOf('>', open)
    const line = source.indexOf('\n', open)
    if (close >= 0 && (line < 0 || close < line)) {
      return finish(source, source.slice(open + 2, close), close + 1)
    }
  }
  const end = findUrlEnd(scanner, open)
  if (end < 0) return null
  const url = strip(source.slice(open + 1, end))
  return finish(source, url, end)
}

function finish(source: string, url: string, at: number): Destination | null {
  if (source.charAt(at) === ')') return { url, title: null, mark: null, end: at + 1 }
  const title = matchAt(TITLE, source, at)
  if (!title || (title[1] ?? title[2]) === '') return null
  return { url, title: title[1] ?? title[2] ?? null, mark: null, end: at + title[0].length }
}

/** Position of the parenthesis that closes, or of the blank before a title; -1 for neither. */
function findUrlEnd({ source, document }: SpanScanner, open: number): number {
  let depth = 1
  for (let at = open + 1; at < source.length; at++) {
    document.work++
    const code = source.charCodeAt(at)
    if (code === 40) depth++
    else if (code === 41) {
      depth--
      if (depth === 0) return at
    } else if (isSpace(code) && /["']/.test(source.charAt(at + 1))) return at
  }
  return -1
}
