/** Differences between two texts, by lines or words. Pure. */

import { diffLists } from '../../content/diff.js'

interface DiffPiece {
  readonly kind: 'same' | 'old' | 'new'
  readonly text: string
}

/** Equal or different lines, or a run of lines with the words that differ. */
type DiffBlock = DiffPiece | { readonly kind: 'words'; readonly pieces: readonly DiffPiece[] }

const WORDS = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu
/** Lines that share a smaller part than this are shown as replaced: a mix of their words would be unreadable. */
const MIN_SHARED = 0.4

/** The lines of both texts in order; rewritten lines are compared by words. */
export function diffText(before: string, after: string): readonly DiffBlock[] {
  return changesOf(linesOf(before), linesOf(after)).flatMap(({ same, old, fresh }) => [
    ...piecesOf('same', same),
    ...(rewritten(old, fresh) ?? [...piecesOf('old', old), ...piecesOf('new', fresh)]),
  ])
}

/** The lines of a text without their line ends; none for an empty text. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/\r?\n/)
}

function piecesOf(kind: DiffPiece['kind'], texts: readonly string[]): readonly DiffPiece[] {
  return texts.map((text) => ({ kind, text }))
}

/** The words of lines that replace others; null if too few of them are the same. */
function rewritten(old: readonly string[], fresh: readonly string[]): readonly DiffBlock[] | null {
  if (old.length === 0 || fresh.length === 0) return null
  const pieces = diffWords(old.join('\n'), fresh.join('\n'))
  const lengthOf = (kind: DiffPiece['kind']) =>
    pieces.reduce((sum, piece) => (piece.kind === kind ? sum + piece.text.trim().length : sum), 0)
  const same = lengthOf('same')
  const larger = same + Math.max(lengthOf('old'), lengthOf('new'))
  return same >= larger * MIN_SHARED ? [{ kind: 'words', pieces }] : null
}

/** The words of both texts in order; adjacent words of one kind are joined. */
export function diffWords(before: string, after: string): readonly DiffPiece[] {
  const joined = (texts: readonly string[]) => (texts.length === 0 ? [] : [texts.join('')])
  return changesOf(wordsOf(before), wordsOf(after)).flatMap(({ same, old, fresh }) => [
    ...piecesOf('same', joined(same)),
    ...piecesOf('old', joined(old)),
    ...piecesOf('new', joined(fresh)),
  ])
}

const wordsOf = (text: string): readonly string[] => text.match(WORDS) ?? []

interface Change {
  readonly same: readonly string[]
  /** What comes after `same` in one list, and in the other. */
  readonly old: readonly string[]
  readonly fresh: readonly string[]
}

/** Both lists in order, as what they have in common and what differs behind it. */
function changesOf(a: readonly string[], b: readonly string[]): readonly Change[] {
  let at = 0
  const changes = diffLists(a, b).map(({ fromA, toA, fromB, toB }) => {
    const same = a.slice(at, fromA)
    at = toA
    return { same, old: a.slice(fromA, toA), fresh: b.slice(fromB, toB) }
  })
  return [...changes, { same: a.slice(at), old: [], fresh: [] }]
}
