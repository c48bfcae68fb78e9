/** Two changes of one text, paragraph by paragraph: what goes together, and what somebody has to settle. Pure. */

import { diffParts } from '../diff.js'

interface Versions {
  /** What both began with. */
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

/** Put together again in their order, the pieces are the whole text. */
export type MergePiece =
  { readonly kind: 'settled'; readonly text: string } | ({ readonly kind: 'clash' } & Versions)

/**
 * Paragraphs that only one side has changed are as that side has them; those that both have are merged
 * by lines where that is possible, and clash else.
 */
export function mergeParagraphs({ base, mine, theirs }: Versions): readonly MergePiece[] {
  const ends = [base, mine, theirs].map(endOf)
  const end = ends[1] === ends[0] ? (ends[2] ?? '') : (ends[1] ?? '')
  const all = { base: paragraphs(base), mine: paragraphs(mine), theirs: paragraphs(theirs) }
  const pieces = merge(all).map((piece) => (piece.kind === 'clash' ? byLines(piece) : piece))
  const last = pieces.at(-1)
  if (last) pieces.splice(-1, 1, ended(last, end))
  return pieces
}

/** Both changes within a paragraph, where they are in other lines. */
function byLines(clash: MergePiece & { readonly kind: 'clash' }): MergePiece {
  const { base, mine, theirs } = clash
  const pieces = merge({ base: lines(base), mine: lines(mine), theirs: lines(theirs) })
  const texts = pieces.map((piece) => (piece.kind === 'settled' ? piece.text : null))
  return texts.includes(null) ? clash : { kind: 'settled', text: texts.join('') }
}

const END = /(?<![\r\n])[\r\n]+$/
const endOf = (text: string): string => END.exec(text)?.[0] ?? ''
const lines = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== '')

/** Each with the blank lines behind it; the last one has one, too, so that it is like the others. */
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

/** What stands at the end of the text ends as the text does. */
function ended(piece: MergePiece, end: string): MergePiece {
  const end1 = (text: string) => (text === '' ? '' : text.replace(END, '') + end)
  if (piece.kind === 'settled') return { ...piece, text: end1(piece.text) }
  return {
    ...piece,
    base: end1(piece.base),
    mine: end1(piece.mine),
    theirs: end1(piece.theirs),
  }
}

interface Parts {
  readonly base: readonly string[]
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}

/** In place of some parts of the base, which may be none. */
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
  const settle = (text: string) => {
    if (text !== '') pieces.push({ kind: 'settled', text })
  }
  let at = 0
  for (const cluster of clustersOf(editsOf(base, mine), editsOf(base, theirs))) {
    settle(base.slice(at, cluster.from).join(''))
    at = cluster.to
    const before = base.slice(cluster.from, cluster.to).join('')
    const [own, other] = [cluster.mine, cluster.theirs].map((edits) => apply(base, cluster, edits))
    if (own === undefined || other === undefined) continue
    if (own === other || cluster.theirs.length === 0) settle(own)
    else if (cluster.mine.length === 0) settle(other)
    else pieces.push({ kind: 'clash', base: before, mine: own, theirs: other })
  }
  settle(base.slice(at).join(''))
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
  return edits.flatMap(onePartEach)
}

/** Where as many parts stand in place of others, each stands for one. */
function onePartEach(edit: Edit): readonly Edit[] {
  const { from, to, parts } = edit
  if (parts.length !== to - from) return [edit]
  return parts.map((part, index) => ({ from: from + index, to: from + index + 1, parts: [part] }))
}

/** Edits of both that touch the same parts, or put something in at the same place. */
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
