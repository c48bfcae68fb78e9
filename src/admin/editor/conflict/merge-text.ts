/** Three-way merge of a text by paragraphs. Pure. */

import { mergeParts } from '../../../content/merge-parts.js'

interface Versions {
  /** The common base of both changes. */
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

/** Joined in order, the pieces make up the whole text. */
export type MergePiece =
  { readonly kind: 'merged'; readonly text: string } | ({ readonly kind: 'conflict' } & Versions)

/**
 * Takes paragraphs that only one side has changed from that side. Paragraphs that both have changed are merged by
 * lines if possible, and are conflicts otherwise.
 */
export function mergeParagraphs(versions: Versions): readonly MergePiece[] {
  const { base, mine, theirs } = versions
  const ends = [base, mine, theirs].map(endOf)
  const end = ends[1] === ends[0] ? (ends[2] ?? '') : (ends[1] ?? '')
  const pieces = merge(versions, paragraphs).map((piece) =>
    piece.kind === 'conflict' ? byLines(piece) : piece,
  )
  const last = pieces.at(-1)
  if (last) pieces.splice(-1, 1, withLineEnds(last, end))
  return pieces
}

/** Merges both changes of a paragraph if they touch different lines; otherwise returns the conflict. */
function byLines(conflict: MergePiece & { readonly kind: 'conflict' }): MergePiece {
  const texts = merge(conflict, lines).map((piece) => (piece.kind === 'merged' ? piece.text : null))
  return texts.includes(null) ? conflict : { kind: 'merged', text: texts.join('') }
}

const END = /(?<![\r\n])[\r\n]+$/
const endOf = (text: string): string => END.exec(text)?.[0] ?? ''
const lines = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== '')

/**
 * Splits into paragraphs, each with the blank lines after it. The last one gets a blank line too, so that all are
 * alike.
 */
function paragraphs(text: string): string[] {
  const body = text.slice(0, text.length - endOf(text).length)
  if (body === '') return []
  const gap = body.includes('\r\n') ? '\r\n\r\n' : '\n\n'
  const found: string[] = []
  let isAfterGap = true
  for (const line of lines(body + gap)) {
    const isBlank = line.trim() === ''
    if (isAfterGap && !isBlank) found.push(line)
    else found.push((found.pop() ?? '') + line)
    isAfterGap = isBlank
  }
  return found
}

/** Makes the last piece end with the given line ends. */
function withLineEnds(piece: MergePiece, end: string): MergePiece {
  const withEnd = (text: string) => (text === '' ? '' : text.replace(END, '') + end)
  if (piece.kind === 'merged') return { ...piece, text: withEnd(piece.text) }
  return {
    ...piece,
    base: withEnd(piece.base),
    mine: withEnd(piece.mine),
    theirs: withEnd(piece.theirs),
  }
}

/** @param split the parts of a text, which are merged one by one */
function merge(
  { base, mine, theirs }: Versions,
  split: (text: string) => readonly string[],
): readonly MergePiece[] {
  const sides = { base: split(base), ours: split(mine), theirs: split(theirs) }
  return mergeParts(sides, true).flatMap((part): readonly MergePiece[] => {
    const { merged } = part
    if (merged === null)
      return [{ kind: 'conflict', base: part.base, mine: part.ours, theirs: part.theirs }]
    return merged === '' ? [] : [{ kind: 'merged', text: merged }]
  })
}
