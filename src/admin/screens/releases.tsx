/** The screen of releases, where an older one can be published again. */

import { useId, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys, useReleases } from '../api/queries.js'
import type { Release } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { agoText, dateText, sizeText, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { useAction } from '../ui/form.js'
import { Name } from '../ui/name.js'
import { showToast } from '../ui/toast.js'
import { Empty, Screen } from '../ui/page.js'
import { Lines } from '../ui/lines.js'
import { ReleaseWindow } from './release-window.js'

export function ReleasesScreen() {
  const { site, run } = useSiteJobs()
  const { data: releases, error } = useReleases(site.id)
  return (
    <Screen title={t('releases')} lead={t('releases.text')}>
      <Lines
        label={t('releases')}
        items={releases}
        error={error}
        look="releases"
        empty={
          <Empty
            icon="rocket"
            title={t('releases.none')}
            action={
              <Button look="primary" icon="rocket" onPress={() => void run('publish')}>
                {t('publish')}
              </Button>
            }
          >
            {t('releases.none.text')}
          </Empty>
        }
      >
        {(release, index) => (
          <Row key={release.id} release={release} before={releases?.[index + 1] ?? null} />
        )}
      </Lines>
    </Screen>
  )
}

interface RowProps {
  readonly release: Release
  /** The release before it; null if none is stored. */
  readonly before: Release | null
}

function Row({ release, before }: RowProps) {
  const { site } = useSiteJobs()
  const [asked, setAsked] = useState<'back' | 'changes' | null>(null)
  const close = () => setAsked(null)
  const row = useRef<HTMLLIElement>(null)
  const { isBusy, send: rollBack } = useRollback(release, close, () => row.current?.focus())
  const dateId = useId()
  return (
    <li ref={row} tabIndex={-1} data-live={release.live || undefined}>
      <span className="grow stack-small">
        <span id={dateId} className="strong">
          {dateText(release.created_at, site.timezone)}
        </span>
        <Facts release={release} />
      </span>
      {before && (
        <Button look="quiet" aria-describedby={dateId} onPress={() => setAsked('changes')}>
          {t('releases.changes')}
        </Button>
      )}
      {release.live ? (
        <span className="badge good">{t('publish.live')}</span>
      ) : (
        <Button
          icon="undo"
          busy={isBusy}
          aria-describedby={dateId}
          onPress={() => setAsked('back')}
        >
          {t('releases.back')}
        </Button>
      )}
      <Confirm
        title={t('releases.back')}
        action={t('releases.back')}
        look="primary"
        isOpen={asked === 'back'}
        onClose={close}
        onConfirm={() => void rollBack()}
      >
        {t('releases.back.text', { date: dateText(release.created_at, site.timezone) })}
      </Confirm>
      {before && (
        <ReleaseWindow
          release={release}
          before={before}
          isOpen={asked === 'changes'}
          onClose={close}
        />
      )}
    </li>
  )
}

/** Author, time and size of a release. */
function Facts({ release }: { release: Release }) {
  const { site } = useSiteJobs()
  return (
    <span className="faint">
      {release.author && (
        <>
          <Name text={release.author.name} />
          {' · '}
        </>
      )}
      {agoText(release.created_at)} · {t('n.files', { count: release.files })} ·{' '}
      {sizeText(release.bytes)}
      {site.can.edit_source && (
        <>
          {' · '}
          <span className="code">{release.commit.slice(0, 7)}</span>
        </>
      )}
    </span>
  )
}

/**
 * Publishes an older release again; documents do not change.
 *
 * @param onEnd called when the release is live and its button is gone
 */
function useRollback(release: Release, onStart: () => void, onEnd: () => void) {
  const { site, follow } = useSiteJobs()
  const cache = useQueryClient()
  return useAction(async () => {
    onStart()
    const path = { site_id: site.id, release_id: release.id }
    const { job_id } = await call('publishRelease', { path })
    const isLive = await follow('publish', job_id)
    if (isLive) showToast('good', t('releases.done'))
    await cache.invalidateQueries({ queryKey: keys.releases(site.id) })
    if (isLive) onEnd()
  })
}
