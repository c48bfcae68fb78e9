/** The screen of deleted documents and pages; each can be restored at its old path. */

import { useQueryClient } from '@tanstack/react-query'
import { restoreDeleted, useDeleted, type DeletedText } from '../api/deleted.js'
import { refreshContent, usePeople } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, rememberPath } from '../app/router.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { useSending } from '../ui/form.js'
import { Lines } from '../ui/lines.js'
import { Notice } from '../ui/notice.js'
import { Empty, Screen } from '../ui/page.js'
import { Name, PathName } from '../ui/name.js'
import { showToast } from '../ui/toast.js'

export function DeletedScreen() {
  const { site } = useSiteJobs()
  const { data, error } = useDeleted(site)
  return (
    <Screen title={t('deleted.title')} lead={t('deleted.text')}>
      <Lines
        label={t('deleted.title')}
        items={data?.items}
        error={error}
        empty={
          <Empty icon="trash" title={t('deleted.none')}>
            {t('deleted.none.text')}
          </Empty>
        }
      >
        {(text) => <Row key={text.id} text={text} />}
      </Lines>
    </Screen>
  )
}

function Row({ text }: { text: DeletedText }) {
  const { site } = useSiteJobs()
  const { data: people = [] } = usePeople(site.id)
  const person = people.find(({ id }) => id === text.user_id)
  const facts = [person?.fullname || person?.email, agoText(text.deleted_at)]
  const { isBusy, error, send } = useRestore(text)
  return (
    <li>
      <span className="grow stack-small">
        <Name className="cut strong" text={text.title || text.path} />
        <PathName className="faint cut" text={text.path} />
        <span className="faint cut">{facts.filter(Boolean).join(' · ')}</span>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      </span>
      <Button icon="undo" busy={isBusy} onPress={() => void send()}>
        {t('deleted.restore')}
      </Button>
    </li>
  )
}

/** Restores a document, then opens it. */
export function useRestore(text: DeletedText) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  return useSending(async () => {
    const isHere = rememberPath()
    const entry = await restoreDeleted(text)
    showToast('good', t('deleted.done', { title: text.title || text.path }))
    await cache.resetQueries({ queryKey: ['entry', entry.id] })
    await refreshContent(cache, site.id)
    if (isHere()) navigate(`/sites/${site.id}/${entry.type}s/${entry.id}`, { replace: true })
  })
}
