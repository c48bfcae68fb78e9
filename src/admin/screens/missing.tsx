/** Shown instead of a document that cannot be read; a deleted one can be restored here. */

import type { ReactNode } from 'react'
import { ApiError } from '../api/client.js'
import { useDeleted, type DeletedText } from '../api/deleted.js'
import { SET } from '../api/view.js'
import { useCollections } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { Empty, Screen, Waiting } from '../ui/page.js'
import { useRestore } from './deleted.js'
import { NotLoaded, type NextLink } from './not-found.js'

interface MissingProps {
  readonly error: unknown
  /** Link shown if nothing is known about the document. */
  readonly next: NextLink
  readonly id: string | null
  /** Notice about unsaved text of it, shown if it is gone. */
  readonly unsaved: ReactNode
}

export function Missing({ error, next, id, unsaved }: MissingProps) {
  const { site } = useSiteJobs()
  const isGone = error instanceof ApiError && error.status === 404
  const deleted = useDeleted(site, isGone && SET === null)
  const text = deleted.data?.items.find((one) => one.id === id)
  if (isGone && deleted.isLoading) return <Waiting />
  return (
    <>
      {isGone && unsaved}
      {text ? <Deleted text={text} next={next} /> : <NotLoaded error={error} next={next} />}
    </>
  )
}

function Deleted({ text, next }: { text: DeletedText; next: NextLink }) {
  const { isBusy, error, send } = useRestore(text)
  const home = useHome(text) ?? next
  const title = text.title || text.path
  return (
    <Screen title={t('not-found')}>
      <Empty
        icon="trash"
        title={t('deleted.gone', { title, ago: agoText(text.deleted_at) })}
        action={
          <span className="row">
            <Link to={home.to} className="button">
              {home.label}
            </Link>
            <Button look="primary" icon="undo" busy={isBusy} onPress={() => void send()}>
              {t('deleted.restore')}
            </Button>
          </span>
        }
      >
        {t('deleted.gone.text')}
      </Empty>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </Screen>
  )
}

/** A link to the list that contained it. */
function useHome({ type, path }: DeletedText): NextLink | null {
  const { site } = useSiteJobs()
  const { data: collections = [] } = useCollections(site.id)
  if (type === 'page') return { to: `/sites/${site.id}/pages`, label: t('pages') }
  const folders = path.split('/')
  const home = collections.find((one) => folders.includes(`_${one.path}`))
  return home
    ? { to: `/sites/${site.id}/c/${encodeURIComponent(home.path)}`, label: home.title }
    : null
}
