/**
 * The paragraphs that both users have changed, in three columns: theirs, the common base, mine; below them the
 * result.
 */

import { t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/text-field.js'
import { DiffView } from '../diff-view.js'
import type { MergePiece } from './merge-text.js'

interface TextProps {
  readonly pieces: readonly MergePiece[]
  /** The resolved texts, by index of the piece. */
  readonly texts: readonly (string | undefined)[]
  readonly onText: (index: number, text: string) => void
}

export function ConflictText({ pieces, texts, onText }: TextProps) {
  const conflicts = pieces.flatMap((piece, index) =>
    piece.kind === 'conflict' ? [{ piece, index }] : [],
  )
  return (
    <section className="stack">
      <h3>{t('conflict.body')}</h3>
      <p className="soft">
        {conflicts.length === 0
          ? t('conflict.body-merged')
          : t('conflict.paragraphs', { count: conflicts.length })}
      </p>
      {conflicts.map(({ piece, index }, number) => (
        <Paragraph
          key={index}
          conflict={piece}
          number={conflicts.length > 1 ? number + 1 : null}
          text={texts[index] ?? piece.mine}
          onChange={(text) => onText(index, text)}
        />
      ))}
    </section>
  )
}

type ConflictPiece = MergePiece & { readonly kind: 'conflict' }

interface ParagraphProps {
  readonly conflict: ConflictPiece
  /** Number of the conflict; null if it is the only one. */
  readonly number: number | null
  readonly text: string
  readonly onChange: (text: string) => void
}

function Paragraph({ conflict, number, text, onChange }: ParagraphProps) {
  const { base, mine, theirs } = conflict
  const named = (label: string) => (number === null ? label : `${label}: ${placeOf(number)}`)
  return (
    <div className="stack" role="group" aria-label={placeOf(number)}>
      {number !== null && <h4>{placeOf(number)}</h4>}
      <div className="settling">
        <figure className="stack-small">
          <figcaption className="label">{t('conflict.their-changes')}</figcaption>
          <DiffView before={base} after={theirs} label={named(t('conflict.their-changes'))} />
          <Button onPress={() => onChange(theirs)}>{t('conflict.take-theirs')}</Button>
        </figure>
        <figure className="stack-small">
          <figcaption className="label">{t('conflict.before')}</figcaption>
          <div
            className="diff"
            dir="auto"
            tabIndex={0}
            role="region"
            aria-label={named(t('conflict.before'))}
          >
            <span>{base.trim() === '' ? t('conflict.nothing') : base}</span>
          </div>
          <Button onPress={() => onChange(joinBoth(theirs, mine))}>
            {t('conflict.take-both')}
          </Button>
        </figure>
        <figure className="stack-small">
          <figcaption className="label">{t('conflict.my-changes')}</figcaption>
          <DiffView before={base} after={mine} label={named(t('conflict.my-changes'))} />
          <Button onPress={() => onChange(mine)}>{t('conflict.take-mine')}</Button>
        </figure>
      </div>
      <Field
        label={named(t('conflict.result'))}
        lines={Math.min(12, Math.max(3, text.split('\n').length + 1))}
        isCode
        value={text}
        onChange={onChange}
      />
    </div>
  )
}

const placeOf = (number: number | null): string =>
  number === null ? t('conflict.body') : t('conflict.paragraph', { number })

/** Both texts, separated by a blank line. */
function joinBoth(theirs: string, mine: string): string {
  if (theirs.trim() === '' || mine.trim() === '') return theirs.trim() === '' ? mine : theirs
  return /\r?\n\r?\n$/.test(theirs) ? theirs + mine : `${theirs.replace(/\r?\n$/, '')}\n\n${mine}`
}
