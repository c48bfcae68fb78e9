/** Which lines differ between two texts: a longest common subsequence over lines, in bounds. */

interface DiffLine {
  readonly kind: 'same' | 'old' | 'new'
  readonly text: string
}

/** Beyond this the middle is shown as replaced: a table of it would be too large. */
const MOST_CELLS = 4_000_000

/** Lines of both, in order. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before.split(/\r?\n/)
  const b = after.split(/\r?\n/)
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
  const same = (lines: readonly string[]) => lines.map((text) => ({ kind: 'same' as const, text }))
  const middle = diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...same(a.slice(0, start)), ...middle, ...same(end > 0 ? a.slice(-end) : [])]
}

function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const replaced = [
    ...a.map((text) => ({ kind: 'old' as const, text })),
    ...b.map((text) => ({ kind: 'new' as const, text })),
  ]
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS) return replaced
  return walk(a, b, lengths(a, b))
}

/** Length of the longest common subsequence of what follows each pair of places. */
function lengths(a: readonly string[], b: readonly string[]): Uint32Array {
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

function walk(a: readonly string[], b: readonly string[], table: Uint32Array): DiffLine[] {
  const width = b.length + 1
  const lines: DiffLine[] = []
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
