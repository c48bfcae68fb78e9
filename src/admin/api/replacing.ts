/** Finds and replaces plain text. Pure. */

export interface Wanted {
  readonly find: string
  readonly replacement: string
  readonly isCase: boolean
}

/** One place of a text. */
export interface Hit {
  /** What stands before it in its line, shortened. */
  readonly before: string
  readonly found: string
  readonly after: string
}

interface Replaced {
  readonly text: string
  readonly hits: readonly Hit[]
}

/** Characters that are shown before and after a hit. */
const AROUND = 40

/** A text after replacing, and where. */
export function replaced(text: string, { find, replacement, isCase }: Wanted): Replaced {
  if (find === '') return { text, hits: [] }
  const plain = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const hits: Hit[] = []
  const made = text.replace(new RegExp(plain, isCase ? 'gu' : 'giu'), (found, at: number) => {
    hits.push({ before: lineBefore(text, at), found, after: lineAfter(text, at + found.length) })
    return replacement
  })
  return { text: made, hits }
}

function lineBefore(text: string, at: number): string {
  const from = Math.max(0, at - AROUND)
  const line = text.slice(from, at)
  const start = line.lastIndexOf('\n') + 1
  return start > 0 || from === 0 ? line.slice(start) : `…${line}`
}

function lineAfter(text: string, at: number): string {
  const [line = ''] = text.slice(at, at + AROUND).split(/\r?\n/, 1)
  return line.length < AROUND || at + AROUND >= text.length ? line : `${line}…`
}
