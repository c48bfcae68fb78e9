/**
 * The outline of a style sheet: comments, statements and blocks, in order.
 *
 * It reads what Sass's compiler wrote, so nothing is left open; braces in strings, addresses, comments
 * and values of custom properties are text.
 */

export interface Block {
  /** The selector or at-rule with its `{`; a list of selectors keeps its lines. */
  readonly head: string
  /** A text is a comment or a statement with its `;`. */
  readonly items: (string | Block)[]
}

/** A piece of a style sheet: the head of a block with its `{`, the `}` of one, a comment, or another statement. */
interface Piece {
  readonly kind: 'open' | 'close' | 'comment' | 'statement'
  /** Its first character. */
  readonly from: number
  /** The place behind it. */
  readonly to: number
}

/** The pieces of CSS in order. */
export function* piecesOf(css: string): Generator<Piece> {
  for (let from = skipBlanks(css, 0); from < css.length;) {
    const piece = pieceAt(css, from)
    yield piece
    from = skipBlanks(css, piece.to)
  }
}

function pieceAt(css: string, from: number): Piece {
  if (css[from] === '}') return { kind: 'close', from, to: from + 1 }
  if (css.startsWith('/*', from)) return { kind: 'comment', from, to: endOfComment(css, from) }
  const to = endOfStatement(css, from)
  return { kind: css[to - 1] === '{' ? 'open' : 'statement', from, to }
}

/** The outline of CSS; the root has an empty head. */
export function parseBlocks(css: string): Block {
  const root: Block = { head: '', items: [] }
  const open: Block[] = [root]
  for (const { kind, from, to } of piecesOf(css)) {
    const items = open.at(-1)?.items ?? root.items
    const text = css.slice(from, to).trim()
    if (kind === 'close') {
      if (open.length > 1) open.pop()
    } else if (kind === 'open') {
      const block: Block = { head: linesOf(text).join('\n'), items: [] }
      items.push(block)
      open.push(block)
    } else if (text !== '') items.push(text)
  }
  return root
}

/** Whether the head of a block is that of one with frames. */
export function isKeyframes(head: string): boolean {
  return /^@[\w-]*keyframes\s/i.test(head)
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim())
}

function skipBlanks(css: string, from: number): number {
  let at = from
  while (at < css.length && ' \n\t\r'.includes(css[at] ?? '')) at++
  return at
}

function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from + 2)
  return end < 0 ? css.length : end + 2
}

const PAIRS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

// The place behind `;` or `{`, or before a `}` that closes the block around.
function endOfStatement(css: string, from: number): number {
  const isCustom = css.startsWith('--', from)
  const closers: string[] = []
  for (let at = from; at < css.length; at++) {
    const char = css[at] ?? ''
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '/' && css[at + 1] === '*') at = endOfComment(css, at) - 1
    else if (closers.length > 0 && char === closers.at(-1)) closers.pop()
    else if (char === '(' && isAddress(css, at)) at = endOfAddress(css, at)
    else if (char === '{' && !isCustom && closers.length === 0) return at + 1
    else if (PAIRS.has(char)) closers.push(PAIRS.get(char) ?? '')
    else if (closers.length === 0 && char === ';') return at + 1
    else if (closers.length === 0 && char === '}') return at
  }
  return css.length
}

function endOfString(css: string, from: number): number {
  for (let at = from + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === css[from]) return at
  }
  return css.length
}

function isAddress(css: string, open: number): boolean {
  return /url$/i.test(css.slice(Math.max(0, open - 3), open))
}

/** The last character of an address, which needs no quotes around what would close or end elsewhere. */
function endOfAddress(css: string, open: number): number {
  for (let at = open + 1; at < css.length; at++) {
    const char = css[at]
    if (char === '\\') at++
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === ')') return at
  }
  return css.length
}
