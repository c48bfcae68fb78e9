/** Three-way merge of a text by paragraphs. Pure. */

import { diffParts } from '../diff.js'

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
export function mergeParagraphs({ base, mine, theirs }: Versions): readonly MergePiece[] {
  const ends = [base, mine, theirs].map(endOf)
  const end = ends[1] === ends[0] ? (ends[2] ?? '') : (ends[1] ?? '')
  const all = { base: paragraphs(base), mine: paragraphs(mine), theirs: paragraphs(theirs) }
  const pieces = merge(all).map((piece) => (piece.kind === 'conflict' ? byLines(piece) : piece))
  const last = pieces.at(-1)
  if (last) pieces.splice(-1, 1, withLineEnds(last, end))
  return pieces
}

/** Merges both changes of a paragraph if they touch different lines; otherwise returns the conflict. */
function byLines(conflict: MergePiece & { readonly kind: 'conflict' }): MergePiece {
  const { base, mine, theirs } = conflict
  const pieces = merge({ base: lines(base), mine: lines(mine), theirs: lines(theirs) })
  const texts = pieces.map((piece) => (piece.kind === 'merged' ? piece.text : null))
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

interface Parts {
  readonly base: readonly string[]
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}

/** Replaces some parts of the base (possibly none). */
interface Edit {
  readonly from: number
  to: number
  readonly parts: string[]
}

interface Cluster {
  readonly from: number
  to: number
  readonly mine: Edit[]
  readonly theirs: Edit[]
}

function merge({ base, mine, theirs }: Parts): MergePiece[] {
  const pieces: MergePiece[] = []
  const addMerged = (text: string) => {
    if (text !== '') pieces.push({ kind: 'merged', text })
  }
  let at = 0
  for (const cluster of clustersOf(editsOf(base, mine), editsOf(base, theirs))) {
    addMerged(base.slice(at, cluster.from).join(''))
    at = cluster.to
    const before = base.slice(cluster.from, cluster.to).join('')
    const [own, other] = [cluster.mine, cluster.theirs].map((edits) => apply(base, cluster, edits))
    if (own === undefined || other === undefined) continue
    if (own === other || cluster.theirs.length === 0) addMerged(own)
    else if (cluster.mine.length === 0) addMerged(other)
    else pieces.push({ kind: 'conflict', base: before, mine: own, theirs: other })
  }
  addMerged(base.slice(at).join(''))
  return pieces
}

function editsOf(base: readonly string[], other: readonly string[]): readonly Edit[] {
  const edits: Edit[] = []
  let at = 0
  let open: Edit | null = null
  for (const { kind, text } of diffParts(base, other)) {
    if (kind === 'same') {
      open = null
      at += 1
      continue
    }
    if (!open) {
      open = { from: at, to: at, parts: [] }
      edits.push(open)
    }
    if (kind === 'old') {
      at += 1
      open.to = at
    } else {
      open.parts.push(text)
    }
  }
  return edits.flatMap(splitByParts)
}

/** If an edit replaces parts by equally many, splits it into one edit per part. */
function splitByParts(edit: Edit): readonly Edit[] {
  const { from, to, parts } = edit
  if (parts.length !== to - from) return [edit]
  return parts.map((part, index) => ({ from: from + index, to: from + index + 1, parts: [part] }))
}

/** Groups edits of both sides that touch the same parts, or insert at the same place. */
function clustersOf(mine: readonly Edit[], theirs: readonly Edit[]): readonly Cluster[] {
  const clusters: Cluster[] = []
  const all = [
    ...mine.map((edit) => ({ edit, side: 'mine' as const })),
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
  ].sort((a, b) => a.edit.from - b.edit.from || a.edit.to - b.edit.to)
  for (const { edit, side } of all) {
    let cluster = clusters.at(-1)
    if (!cluster || !isTouching(cluster, edit)) {
      cluster = { from: edit.from, to: edit.to, mine: [], theirs: [] }
      clusters.push(cluster)
    }
    cluster[side].push(edit)
    cluster.to = Math.max(cluster.to, edit.to)
  }
  return clusters
}

function isTouching({ from, to }: Cluster, edit: Edit): boolean {
  const isInsertion = edit.from === edit.to
  return edit.from < to || edit.from === from || (edit.from === to && isInsertion)
}

function apply(base: readonly string[], { from, to }: Cluster, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = from
  for (const edit of edits) {
    parts.push(...base.slice(at, edit.from), ...edit.parts)
    at = edit.to
  }
  return [...parts, ...base.slice(at, to)].join('')
}
