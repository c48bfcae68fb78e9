/** Differences between two texts, by lines or words: a longest common subsequence with a size limit. */

interface DiffPiece {
  readonly kind: 'same' | 'old' | 'new'
  readonly text: string
}

/** Equal or different lines, or a run of lines with the words that differ. */
type DiffBlock = DiffPiece | { readonly kind: 'words'; readonly pieces: readonly DiffPiece[] }

/**
 * Largest table for the longest common subsequence, in cells. If it would be larger, the differing middle counts as
 * replaced.
 */
const MAX_CELLS = 4_000_000
const WORDS = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu
/** Lines that share a smaller part than this are shown as replaced: a mix of their words would be unreadable. */
const MIN_SHARED = 0.4

/** The lines of both texts in order. */
function diffLines(before: string, after: string): readonly DiffPiece[] {
  return diffParts(linesOf(before), linesOf(after))
}

/** The lines of a text without their line ends; none for an empty text. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/\r?\n/)
}

/** The lines of both texts in order; rewritten lines are compared by words. */
export function diffText(before: string, after: string): readonly DiffBlock[] {
  const lines = diffLines(before, after)
  const blocks: DiffBlock[] = []
  for (let at = 0; at < lines.length;) {
    const old = runOf(lines, at, 'old')
    const fresh = runOf(lines, at + old.length, 'new')
    if (old.length > 0 && fresh.length > 0) blocks.push(...rewritten(old, fresh))
    else if (old.length + fresh.length > 0) blocks.push(...old, ...fresh)
    else blocks.push(...lines.slice(at, at + 1))
    at += Math.max(1, old.length + fresh.length)
  }
  return blocks
}

function runOf(lines: readonly DiffPiece[], from: number, kind: DiffPiece['kind']) {
  let to = from
  while (lines[to]?.kind === kind) to += 1
  return lines.slice(from, to)
}

function rewritten(old: readonly DiffPiece[], fresh: readonly DiffPiece[]): readonly DiffBlock[] {
  const pieces = diffWords(textOf(old), textOf(fresh))
  const lengthOf = (kind: DiffPiece['kind']) =>
    pieces.reduce((sum, piece) => (piece.kind === kind ? sum + piece.text.trim().length : sum), 0)
  const same = lengthOf('same')
  const larger = same + Math.max(lengthOf('old'), lengthOf('new'))
  return same >= larger * MIN_SHARED ? [{ kind: 'words', pieces }] : [...old, ...fresh]
}

function textOf(lines: readonly DiffPiece[]): string {
  return lines.map(({ text }) => text).join('\n')
}

/** The words of both texts in order; adjacent words of one kind are joined. */
export function diffWords(before: string, after: string): readonly DiffPiece[] {
  const pieces: { kind: DiffPiece['kind']; text: string }[] = []
  for (const { kind, text } of diffParts(before.match(WORDS) ?? [], after.match(WORDS) ?? [])) {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += text
    else pieces.push({ kind, text })
  }
  return pieces
}

/** The parts of both lists in order. */
export function diffParts(a: readonly string[], b: readonly string[]): readonly DiffPiece[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1
  }
  const same = (texts: readonly string[]) => texts.map((text) => ({ kind: 'same' as const, text }))
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...same(a.slice(0, start)), ...middle, ...same(end > 0 ? a.slice(-end) : [])]
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffPiece[] {
  const replaced = [
    ...a.map((text) => ({ kind: 'old' as const, text })),
    ...b.map((text) => ({ kind: 'new' as const, text })),
  ]
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_CELLS) return replaced
  return piecesFrom(a, b, subsequenceLengths(a, b))
}

/** For each pair of indexes, the length of the longest common subsequence of the parts from there on. */
function subsequenceLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1
  const table = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return table
}

/** Walks through both lists along a longest common subsequence. */
function piecesFrom(a: readonly string[], b: readonly string[], table: Uint32Array): DiffPiece[] {
  const width = b.length + 1
  const lines: DiffPiece[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [old, fresh] = [a[i], b[j]]
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (
      old !== undefined &&
      (fresh === undefined || (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))
    ) {
      lines.push({ kind: 'old', text: old })
      i += 1
    } else {
      lines.push({ kind: 'new', text: fresh ?? '' })
      j += 1
    }
  }
  return lines
}
