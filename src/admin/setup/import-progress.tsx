/** The progress of an import. It is outside of the site, which is gone if the import fails. */

import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useImportJob, type ImportJob } from '../api/import.js'
import { followJob } from '../api/job.js'
import { keys } from '../api/queries.js'
import type { JobEvent } from '../api/types.js'
import { navigate } from '../app/router.js'
import { progressText } from '../text/progress.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { Card, Screen, Waiting } from '../ui/page.js'
import { ServerMessage } from '../ui/server-message.js'

export function ImportProgressScreen({ id }: { id: string }) {
  const { data: job, error } = useImportJob(id)
  const isDone = job?.status === 'complete'
  const place = isDone ? `/sites/${job.site_id}/import` : null
  useEffect(() => {
    if (place !== null) navigate(place, { replace: true })
  }, [place])
  return (
    <Screen title={t('import')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {(isDone || (job === undefined && !error)) && <Waiting />}
      {job && isRunning(job) && (
        <div role="status">
          <ImportRunning job={job} />
        </div>
      )}
      {job && !isDone && !isRunning(job) && <Failed job={job} />}
    </Screen>
  )
}

const isRunning = ({ status }: ImportJob): boolean => status === 'queued' || status === 'working'

export function ImportRunning({ job }: { job: ImportJob }) {
  const [event, setEvent] = useState<JobEvent>({ status: 'working', message: job.message })
  const cache = useQueryClient()
  const { id, site_id: siteId } = job
  useEffect(
    () =>
      followJob(id, (next) => {
        setEvent(next)
        if (next.status !== 'working') {
          void cache.invalidateQueries({ queryKey: keys.job(id) })
          void cache.invalidateQueries({ queryKey: keys.site(siteId) })
          void cache.invalidateQueries({ queryKey: keys.sites })
        }
      }),
    [id, siteId, cache],
  )
  return (
    <Card title={t('import.running')} lead={t('import.running.text')}>
      <div className="row import-progress">
        <span className="spinner" aria-hidden="true" />
        <span className="grow">{progressText(event.message)}</span>
      </div>
    </Card>
  )
}

function Failed({ job }: { job: ImportJob }) {
  return (
    <Card title={t('import.failed')} lead={t('import.failed.text')}>
      <Notice tone="bad">
        <ServerMessage text={job.error ?? job.message} />
      </Notice>
      <div className="row-end">
        <Button look="primary" onPress={() => navigate('/sites/new')}>
          {t('import.again')}
        </Button>
      </div>
    </Card>
  )
}
