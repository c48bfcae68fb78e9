/** The screen of documents by writers that wait for approval. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { updateEntry } from '../api/entries.js'
import { useWaiting } from '../api/pending.js'
import { refreshContent, usePeople } from '../api/queries.js'
import type { Entry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { ChangesWindow } from '../editor/changes-window.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { showToast } from '../ui/toast.js'
import { Empty, Screen } from '../ui/page.js'
import { Lines } from '../ui/lines.js'
import { Name } from '../ui/name.js'

export function ReviewScreen() {
  const { site } = useSiteJobs()
  const { data: waiting, error } = useWaiting(site)
  return (
    <Screen title={t('review')} lead={t('review.text')}>
      <Lines
        label={t('review')}
        items={waiting}
        error={error}
        empty={
          <Empty
            icon="check"
            title={t('review.none')}
            action={
              <Link to={`/sites/${site.id}/people`} className="button">
                {t('review.people')}
              </Link>
            }
          >
            {t('review.none.text')}
          </Empty>
        }
      >
        {(entry) => <Row key={entry.id} entry={entry} />}
      </Lines>
    </Screen>
  )
}

function Row({ entry }: { entry: Entry }) {
  const { site } = useSiteJobs()
  const { data: people = [] } = usePeople(site.id)
  const writer = people.find(({ id }) => id === entry.user_id)
  const { isBusy, approve } = useApproval(entry)
  const [isLooking, setLooking] = useState(false)
  return (
    <li>
      <span className="grow stack-small">
        <Link to={`/sites/${site.id}/${entry.type}s/${entry.id}`} className="cut strong">
          <Name text={entry.title || entry.basename} />
        </Link>
        <span className="faint cut">
          {writer?.fullname || writer?.email} · {agoText(entry.updated_at)}
        </span>
      </span>
      <Button look="quiet" onPress={() => setLooking(true)}>
        {t('review.changes')}
      </Button>
      <Button icon="check" busy={isBusy} onPress={() => void approve()}>
        {t('review.approve')}
      </Button>
      <ChangesWindow entry={entry} isOpen={isLooking} onClose={() => setLooking(false)} />
    </li>
  )
}

/** Makes a document visible, in the version that the user saw. */
function useApproval(entry: Entry) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const approve = async () => {
    setBusy(true)
    try {
      await updateEntry(entry, { visibility: 'visible', sha: entry.sha })
      showToast('good', t('review.done', { title: entry.title || entry.basename }))
    } catch (error) {
      showToast('bad', messageOf(error))
    } finally {
      setBusy(false)
      await refreshContent(cache, site.id)
    }
  }
  return { isBusy, approve }
}
