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
import { tell } from '../ui/notice.js'
import { Card, Empty, Screen, WaitingList } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'

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
          <ul className="lines apart">
            {releases.map((release) => (
              <Row key={release.id} release={release} />
            ))}
          </ul>
        </Card>
      )}
    </Screen>
  )
}

function Row({ release }: { release: Release }) {
  const { site, follow } = useSiteJobs()
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const rollBack = async () => {
    setBusy(true)
    setAsking(false)
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
  return (
    <li>
      <span className="grow stack-small">
        <span>{dateText(release.created_at, site.timezone)}</span>
        <span className="faint">
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
      {release.live ? (
        <span className="badge good">{t('publish.live')}</span>
      ) : (
        <Button icon="undo" busy={isBusy} onPress={() => setAsking(true)}>
          {t('releases.back')}
        </Button>
      )}
      <Confirm
        title={t('releases.back')}
        action={t('releases.back')}
        look="primary"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void rollBack()}
      >
        {t('releases.back.text', { date: dateText(release.created_at, site.timezone) })}
      </Confirm>
    </li>
  )
}
