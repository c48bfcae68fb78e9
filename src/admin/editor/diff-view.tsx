/** The difference between two texts, for the eye and for the ear. */

import { useMemo } from 'react'
import { t } from '../text/text.js'
import { diffLines } from './diff.js'

interface DiffProps {
  readonly before: string
  readonly after: string
}

export function DiffView({ before, after }: DiffProps) {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  if (lines.every(({ kind }) => kind === 'same')) return <p className="soft">{t('diff.none')}</p>
  return (
    <div className="diff" dir="auto" tabIndex={0} role="region" aria-label={t('diff')}>
      {lines.map(({ kind, text }, index) => {
        if (kind === 'old') return <del key={index}>{text || ' '}</del>
        if (kind === 'new') return <ins key={index}>{text || ' '}</ins>
        return <span key={index}>{text || ' '}</span>
      })}
    </div>
  )
}
