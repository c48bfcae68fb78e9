/** The window that lists what a publish will change and starts it. */

import { usePending, type PendingChange } from '../api/pending.js'
import type { Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { Link } from './router.js'
import { Name } from '../ui/name.js'

interface WindowProps {
  readonly site: Site
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onPublish: () => void
}

export function PublishWindow(props: WindowProps) {
  return (
    <Window title={t('publish.what')} isOpen={props.isOpen} onClose={props.onClose}>
      <Content {...props} />
    </Window>
  )
}

function Content({ site, onClose, onPublish }: WindowProps) {
  const { data, error } = usePending(site, true)
  return (
    <>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <WaitingList look="lines" rows={3} />}
      {data && data.changes.length === 0 && (
        <p className="soft">
          {data.saves === 0 ? t('publish.nothing') : t('publish.other', { count: data.saves })}
        </p>
      )}
      {data && data.changes.length > 0 && (
        <>
          <p className="soft">{t('publish.saves', { count: data.saves })}</p>
          <ul className="pending" tabIndex={0} aria-label={t('publish.what')}>
            {data.changes.map((change, index) => (
              <Row key={change.entry?.id ?? index} site={site} change={change} onClose={onClose} />
            ))}
          </ul>
          {data.more > 0 && <p className="faint">{t('publish.more', { count: data.more })}</p>}
        </>
      )}
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" icon="rocket" onPress={onPublish}>
          {t('publish.now')}
        </Button>
      </div>
    </>
  )
}

const TONES = { new: 'good', changed: 'accent', deleted: 'bad' } as const

interface RowProps {
  readonly site: Site
  readonly change: PendingChange
  readonly onClose: () => void
}

function Row({ site, change, onClose }: RowProps) {
  const { kind, title, entry } = change
  return (
    <li>
      <span className={`badge ${TONES[kind]}`}>{t(`pending.${kind}`)}</span>
      {entry ? (
        <span className="grow cut" onClick={onClose} role="presentation">
          <Link to={`/sites/${site.id}/${entry.type}s/${entry.id}`}>
            <Name text={title} />
          </Link>
        </span>
      ) : (
        <Name className="grow cut" text={title} />
      )}
    </li>
  )
}
