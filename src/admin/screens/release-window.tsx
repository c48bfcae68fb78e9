/** The window with the changes of a release. */

import { useReleaseChanges } from '../api/release-changes.js'
import type { Release } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { PathName } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'

interface WindowProps {
  readonly release: Release
  /** The release before it. */
  readonly before: Release
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ReleaseWindow({ release, before, isOpen, onClose }: WindowProps) {
  const { site } = useSiteJobs()
  const title = t('releases.changes.of', { date: dateText(release.created_at, site.timezone) })
  return (
    <Window title={title} isOpen={isOpen} onClose={onClose}>
      <Changes {...{ release, before, onClose }} />
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </Window>
  )
}

const TONES = { added: 'good', modified: 'accent', renamed: 'accent', deleted: 'bad' } as const
const WORDS = {
  added: 'pending.new',
  modified: 'pending.changed',
  renamed: 'pending.moved',
  deleted: 'pending.deleted',
} as const

function Changes({ release, before, onClose }: Omit<WindowProps, 'isOpen'>) {
  const { site } = useSiteJobs()
  const { data, error } = useReleaseChanges(site.id, { release, before })
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>
  if (!data) return <WaitingList look="lines" rows={3} />
  if (data.changes.length === 0) return <p className="soft">{t('releases.changes.none')}</p>
  return (
    <>
      {data.authors.length > 0 && (
        <p className="soft">{t('releases.changes.by', { names: data.authors.join(', ') })}</p>
      )}
      <ul className="pending" tabIndex={0} aria-label={t('releases.changes')}>
        {data.changes.map(({ path, status }) => (
          <li key={path}>
            <span className={`badge ${TONES[status]}`}>{t(WORDS[status])}</span>
            <Path path={path} isGone={status === 'deleted'} onLeave={onClose} />
          </li>
        ))}
      </ul>
      {data.more > 0 && <p className="faint">{t('publish.more', { count: data.more })}</p>}
    </>
  )
}

interface PathProps {
  readonly path: string
  readonly isGone: boolean
  readonly onLeave: () => void
}

/** A link to the editor for the file, if it still exists. Long paths keep their end, which distinguishes them. */
function Path({ path, isGone, onLeave }: PathProps) {
  const { site } = useSiteJobs()
  if (isGone) return <PathName className="grow" text={path} />
  return (
    <span className="grow" onClick={onLeave} role="presentation">
      <Link to={`/sites/${site.id}/find?path=${encodeURIComponent(path)}`}>
        <PathName text={path} />
      </Link>
    </span>
  )
}
