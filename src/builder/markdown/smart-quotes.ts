import { createNode, type Node } from './node.js'
import type { SpanScanner } from './span-scanner.js'
import { isSpace, isWord } from './text.js'

type Side = 'l' | 'r'

const UNICODE_WORD = /[\p{L}\p{M}\p{N}\p{Pc}]/u
const PUNCTUATION = new Set('!"#$%\'()*+,-./:;<=>?@[\\]^_`{|}~')

/**
 * A straight quote becomes a curly one. It sees the character before it only when that is text
 * that no other construct took, and a quote after another one is decided with it.
 */
export function parseQuote(scanner: SpanScanner): number {
  const { source, pos, pending } = scanner
  const mark = source.charAt(pos)
  const before = pos > pending && source.charAt(pos - 1) !== '\\' ? source.charCodeAt(pos - 1) : -1
  if (before === -1 || isSpace(before)) {
    const pair = readPair(scanner)
    if (pair) {
      scanner.emit(pos, pair[0])
      scanner.emit(pos + 1, pair[1])
      return pos + 2
    }
  }
  const side = sideOf(source, pos, before)
  scanner.emit(pos, quote(mark, side))
  return pos + 1
}

function quote(mark: string, side: Side): Node {
  return createNode('quote', `${side}${mark === '"' ? 'd' : 's'}quo`)
}

/** Two different quotes before a word, both of them opening. */
function readPair({ source, pos }: SpanScanner): [Node, Node] | null {
  const [first, second] = [source.charAt(pos), source.charAt(pos + 1)]
  if (second === first || (second !== '"' && second !== "'")) return null
  if (!isWord(source.charCodeAt(pos + 2))) return null
  return [quote(first, 'l'), quote(second, 'l')]
}

function sideOf(source: string, pos: number, before: number): Side {
  const mark = source.charAt(pos)
  if (before === -1) {
    if (/^[_*]{1,2}[^ \t\n\v\f\r]/.test(source.slice(pos + 1, pos + 4))) return 'l'
    if (isBeforePunctuation(source, pos)) return 'r'
  }
  const isStart = before === -1 || isSpace(before)
  const next = source.charCodeAt(pos + 1)
  if (isStart && mark === "'" && /^\d\ds/.test(source.slice(pos + 1, pos + 4))) return 'r'
  if (before !== -1 && isSpace(before) && isWord(next)) return 'l'
  if (before !== -1 && !isSpace(before) && !'[{(-'.includes(String.fromCharCode(before))) return 'r'
  if (before === -1 && isEnd(source, pos + 1)) return 'r'
  return 'l'
}

// Punctuation, but not the first dot of an ellipsis, that no word follows.
function isBeforePunctuation(source: string, pos: number): boolean {
  const next = source.charAt(pos + 1)
  if (next === '' || !PUNCTUATION.has(next)) return false
  if (source.startsWith('..', pos + 2)) return false
  return (next === '_') === UNICODE_WORD.test(source.charAt(pos + 2))
}

function isEnd(source: string, pos: number): boolean {
  const code = source.charCodeAt(pos)
  if (pos >= source.length || isSpace(code)) return true
  return code === 115 && !UNICODE_WORD.test(source.charAt(pos + 1))
}
