/** Shows the differences of two texts, also to screen readers. */

import { useEffect, useMemo, useRef } from 'react'
import { t } from '../text/text.js'
import { diffText, diffWords } from './diff.js'

/** Pixels that stay visible above the first change. */
const FIRST_AT = 60

/** A zero-width space: gives an empty line its height, without anything to strike through. */
const EMPTY_LINE = '\u200b'

interface DiffProps {
  /** Accessible name, if a page has several of them. */
  readonly label?: string
  readonly before: string
  readonly after: string
}

/** The differences of long texts, by lines and words. */
export function DiffView({ before, after, label }: DiffProps) {
  const element = useRef<HTMLDivElement>(null)
  // Scroll to the first change, with a line of context above it.
  useEffect(() => {
    const first = element.current?.querySelector<HTMLElement>('del, ins')
    if (element.current && first) element.current.scrollTop = first.offsetTop - FIRST_AT
  }, [before, after])
  const blocks = useMemo(() => diffText(before, after), [before, after])
  if (blocks.every(({ kind }) => kind === 'same')) return <p className="soft">{t('diff.none')}</p>
  return (
    <div
      ref={element}
      className="diff"
      dir="auto"
      tabIndex={0}
      role="region"
      aria-label={label ?? t('diff')}
    >
      {blocks.map((block, index) => {
        if (block.kind === 'words') return <Pieces key={index} pieces={block.pieces} />
        return <Piece key={index} kind={block.kind} text={block.text || EMPTY_LINE} />
      })}
    </div>
  )
}

/** The differences of short texts, such as a title. */
export function DiffWords({ before, after }: DiffProps) {
  return <Pieces pieces={diffWords(before, after)} />
}

interface PieceProps {
  readonly kind: 'same' | 'old' | 'new'
  readonly text: string
}

function Pieces({ pieces }: { pieces: readonly PieceProps[] }) {
  return (
    <p className="diff-words" dir="auto">
      {pieces.map((piece, index) => (
        <Piece key={index} {...piece} />
      ))}
    </p>
  )
}

function Piece({ kind, text }: PieceProps) {
  if (kind === 'old') return <del>{text}</del>
  if (kind === 'new') return <ins>{text}</ins>
  return <span>{text}</span>
}
