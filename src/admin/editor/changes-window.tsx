/** The window with the changes of a document that waits for approval. */

import { useReviewBase, type ReviewBase } from '../api/review-base.js'
import { useEntry } from '../api/queries.js'
import type { Entry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { Differences } from './differences.js'
import { EMPTY, formOf } from './form.js'

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
      {/* Visibility is what the reviewer decides, so it is not listed. */}
      <Differences
        before={base.entry ? formOf(base.entry) : EMPTY}
        after={formOf(now)}
        without="visibility"
      />
    </>
  )
}

function leadOf({ kind, revision }: ReviewBase): string {
  if (kind === 'none' || !revision) return t('review.changes.none')
  if (kind === 'live') return t('review.changes.live')
  const { author, created_at: at } = revision
  return t('review.changes.before', { name: author.name, ago: agoText(at) })
}
