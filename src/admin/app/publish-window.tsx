/** The window that lists what a publish will change and starts it. */

import { lazy, Suspense, useState } from 'react'
import { usePending, type PendingChange } from '../api/pending.js'
import type { Site } from '../api/types.js'
import { isScheduled } from '../text/moments.js'
import { dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { Link } from './router.js'
import { Name } from '../ui/name.js'
import { useUnsavedText } from './unsaved.js'

const ChangesWindow = lazy(async () => ({
  default: (await import('../editor/changes-window.js')).ChangesWindow,
}))

const Links = lazy(async () => ({ default: (await import('./link-check.js')).Links }))

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
  const isFirst = site.jobs.publish.last_at === null
  return (
    <>
      <Unsaved />
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && !isFirst && <WaitingList look="lines" rows={3} />}
      {data && data.changes.length === 0 && (
        <p className="soft">{t(data.isSame ? 'publish.nothing' : 'publish.unseen')}</p>
      )}
      {data && data.changes.length > 0 && (
        <>
          <ul className="pending" tabIndex={0} aria-label={t('publish.what')}>
            {data.changes.map((change, index) => (
              <Row key={change.entry?.id ?? index} site={site} change={change} onClose={onClose} />
            ))}
          </ul>
          {data.more > 0 && <p className="faint">{t('publish.more', { count: data.more })}</p>}
        </>
      )}
      <Suspense>
        <Links {...{ site, onClose }} />
      </Suspense>
      <Actions {...{ onClose, onPublish }} />
    </>
  )
}

/** That the text which is open has unsaved changes. */
function Unsaved() {
  const unsaved = useUnsavedText()
  if (!unsaved) return null
  return <Notice tone="warn">{t('publish.unsaved', { title: unsaved.title })}</Notice>
}

/** Publishes, and saves before if there is something to save. What can't be saved is not published. */
function Actions({ onClose, onPublish }: Pick<WindowProps, 'onClose' | 'onPublish'>) {
  const unsaved = useUnsavedText()
  const [isSaving, setSaving] = useState(false)
  const saveAndPublish = async () => {
    setSaving(true)
    const isSaved = (await unsaved?.save()) ?? true
    setSaving(false)
    if (isSaved) onPublish()
    else onClose()
  }
  const isDirty = unsaved !== null || isSaving
  return (
    <div className="row-end">
      <Button onPress={onClose}>{t('cancel')}</Button>
      {isDirty && (
        <Button isDisabled={isSaving} onPress={onPublish}>
          {t('publish.without')}
        </Button>
      )}
      <Button
        look="primary"
        icon="rocket"
        busy={isSaving}
        onPress={() => (isDirty ? void saveAndPublish() : onPublish())}
      >
        {isDirty ? t('publish.save') : t('publish.now')}
      </Button>
    </div>
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
  const [isLooking, setLooking] = useState(false)
  return (
    <li>
      {entry && isScheduled(entry) ? (
        <span className="badge accent">
          {t('scheduled.for', { date: dateText(entry.live_from ?? '', site.timezone) })}
        </span>
      ) : (
        <span className={`badge ${TONES[kind]}`}>{t(`pending.${kind}`)}</span>
      )}
      {entry ? (
        <span className="grow cut" onClick={onClose} role="presentation">
          <Link to={`/sites/${site.id}/${entry.type}s/${entry.id}`}>
            <Name text={title} />
          </Link>
        </span>
      ) : (
        <Name className="grow cut" text={title} />
      )}
      {entry && kind === 'changed' && (
        <>
          <Button
            look="quiet"
            aria-label={t('publish.look', { title })}
            onPress={() => setLooking(true)}
          >
            {t('review.changes')}
          </Button>
          <Suspense>
            {isLooking && <ChangesWindow entry={entry} isOpen onClose={() => setLooking(false)} />}
          </Suspense>
        </>
      )}
    </li>
  )
}
