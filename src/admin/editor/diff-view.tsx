/** The difference between two texts, for the eye and for the ear. */

import { useEffect, useMemo, useRef } from 'react'
import { t } from '../text/text.js'
import { diffText, diffWords } from './diff.js'

/** Pixels above the first change. */
const FIRST_AT = 60

/** As high as any line, and nothing that could be struck through. */
const EMPTY_LINE = '\u200b'

interface DiffProps {
  /** Where there are several on a page: what tells it from the others. */
  readonly label?: string
  readonly before: string
  readonly after: string
}

/** Of a text of many lines. */
export function DiffView({ before, after, label }: DiffProps) {
  const element = useRef<HTMLDivElement>(null)
  // What has changed is what one came for; a line above it says where one is.
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

/** Of a few words, such as a title. */
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
