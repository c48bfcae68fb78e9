/** The window with the changes of a document that waits for approval. */

import { useReviewBase, type ReviewBase } from '../api/review-base.js'
import { useEntry } from '../api/queries.js'
import type { Entry, FullEntry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { DiffView, DiffWords } from './diff-view.js'
import { labelOf, NO_VALUE, valueText } from './field-words.js'
import { changedNames, EMPTY, formOf, valueOf } from './form.js'

interface ChangesProps {
  readonly entry: Entry
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ChangesWindow({ entry, isOpen, onClose }: ChangesProps) {
  const title = t('review.changes.of', { title: entry.title || entry.basename })
  return (
    <Window title={title} isOpen={isOpen} onClose={onClose} isWide>
      <Content entry={entry} />
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </Window>
  )
}

function Content({ entry }: Pick<ChangesProps, 'entry'>) {
  const { site } = useSiteJobs()
  const { data: now, error } = useEntry(entry.type, entry.id)
  const { data: base, error: failed } = useReviewBase(site, entry, true)
  if (error || failed) return <Notice tone="bad">{messageOf(error ?? failed)}</Notice>
  if (!now || !base) return <WaitingList look="lines" rows={3} />
  return (
    <>
      <p className="soft">{leadOf(base)}</p>
      <Differences now={now} base={base} />
    </>
  )
}

function leadOf({ kind, revision }: ReviewBase): string {
  if (kind === 'none' || !revision) return t('review.changes.none')
  if (kind === 'live') return t('review.changes.live')
  const { author, created_at: at } = revision
  return t('review.changes.before', { name: author.name, ago: agoText(at) })
}

/** The changed fields, and the changed words of the body. */
function Differences({ now, base }: { now: FullEntry; base: ReviewBase }) {
  const before = base.entry ? formOf(base.entry) : EMPTY
  const after = formOf(now)
  // Visibility is what the reviewer decides, so it is not listed.
  const names = changedNames(before, after).filter(
    (name) => name !== 'body' && name !== 'visibility',
  )
  return (
    <>
      {names.map((name) => (
        <section key={name} className="stack-small">
          <h3 dir="auto">{labelOf(name)}</h3>
          <DiffWords
            before={shownText(valueOf(before, name))}
            after={shownText(valueOf(after, name))}
          />
        </section>
      ))}
      <DiffView before={before.body} after={after.body} />
    </>
  )
}

/** Text for a field value; empty for a missing one. */
function shownText(value: unknown): string {
  const text = valueText(value)
  return text === NO_VALUE ? '' : text
}
