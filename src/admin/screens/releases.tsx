/** What was live when, and going back to it. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys, useReleases } from '../api/queries.js'
import type { Release } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { agoText, dateText, messageOf, sizeText, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { Name } from '../ui/name.js'
import { tell } from '../ui/notice.js'
import { Card, Empty, Screen, WaitingList } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'
import { ReleaseWindow } from './release-window.js'

export function ReleasesScreen() {
  const { site, run } = useSiteJobs()
  const { data: releases, error } = useReleases(site.id)
  return (
    <Screen title={t('releases')} lead={t('releases.text')}>
      {error && <LoadError error={error} />}
      {!releases && !error && <WaitingList look="lines" rows={4} />}
      {releases?.length === 0 && (
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
      )}
      {releases && releases.length > 0 && (
        <Card>
          <ul className="lines apart releases">
            {releases.map((release, index) => (
              <Row key={release.id} release={release} before={releases[index + 1] ?? null} />
            ))}
          </ul>
        </Card>
      )}
    </Screen>
  )
}

interface RowProps {
  readonly release: Release
  /** Null where none before it is kept. */
  readonly before: Release | null
}

function Row({ release, before }: RowProps) {
  const { site } = useSiteJobs()
  const [asked, setAsked] = useState<'back' | 'changes' | null>(null)
  const close = () => setAsked(null)
  const { isBusy, rollBack } = useRollback(release, close)
  return (
    <li data-live={release.live || undefined}>
      <span className="grow stack-small">
        <span className="strong">{dateText(release.created_at, site.timezone)}</span>
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
      </span>
      {before && (
        <Button look="quiet" onPress={() => setAsked('changes')}>
          {t('releases.changes')}
        </Button>
      )}
      {release.live ? (
        <span className="badge good">{t('publish.live')}</span>
      ) : (
        <Button icon="undo" busy={isBusy} onPress={() => setAsked('back')}>
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

/** Puts it live again; the texts stay. */
function useRollback(release: Release, onStart: () => void) {
  const { site, follow } = useSiteJobs()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const rollBack = async () => {
    setBusy(true)
    onStart()
    try {
      const path = { site_id: site.id, release_id: release.id }
      const { job_id } = await call('publishRelease', { path })
      if (await follow('publish', job_id)) tell('good', t('releases.done'))
      await cache.invalidateQueries({ queryKey: keys.releases(site.id) })
    } catch (error) {
      tell('bad', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, rollBack }
}
