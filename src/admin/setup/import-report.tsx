/** The import screen: progress, then what is missing for publishing. */

import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { useContents } from '../api/contents.js'
import { useImport, type Finding, type ImportJob } from '../api/import.js'
import { followJob } from '../api/job.js'
import { keys } from '../api/queries.js'
import type { JobEvent } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link, navigate } from '../app/router.js'
import { OfferedFieldsCard } from '../screens/offered-fields.js'
import { progressText } from '../text/progress.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { ServerMessage } from '../ui/server-message.js'
import { Card, Empty, Screen, Waiting } from '../ui/page.js'
import { ImportContents } from './import-contents.js'
import { importSummary } from './import-summary.js'
import { PathName } from '../ui/name.js'

export function ImportScreen() {
  const { site } = useSiteJobs()
  const { data: job, error } = useImport(site.id)
  return (
    <Screen title={t('import')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {job === undefined && !error && <Waiting />}
      {job === null && (
        <Empty icon="upload" title={t('import.none')}>
          {t('import.none.text')}
        </Empty>
      )}
      {job && <Stage key={job.id} job={job} />}
    </Screen>
  )
}

const isRunning = ({ status }: ImportJob): boolean => status === 'queued' || status === 'working'

/** The import's state: running, failed, or done with a report. */
function Stage({ job }: { job: ImportJob }) {
  const { site } = useSiteJobs()
  const isDone = job.status === 'complete'
  const { isPending } = useContents(site.id, isDone)
  if (!isDone && !isRunning(job)) return <Failed job={job} />
  return (
    <>
      {/* One region for both: screen readers are told what changes in it. */}
      <div role="status" aria-atomic={false}>
        {isDone ? <Summary findings={job.diagnostics} /> : <Running job={job} />}
      </div>
      {/* All at once: buttons must not move away from the mouse. */}
      {isDone && (isPending ? <Waiting /> : <Report findings={job.diagnostics} />)}
    </>
  )
}

function Running({ job }: { job: ImportJob }) {
  const [event, setEvent] = useState<JobEvent>({ status: 'working', message: job.message })
  const cache = useQueryClient()
  const { id, site_id: siteId } = job
  useEffect(
    () =>
      followJob(id, (next) => {
        setEvent(next)
        if (next.status !== 'working') {
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
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    await call('deleteSite', { path: { site_id: site.id } })
    navigate('/sites/new')
    cache.removeQueries({ queryKey: keys.site(site.id) })
    await cache.invalidateQueries({ queryKey: keys.sites })
  })
  return (
    <Card title={t('import.failed')} lead={t('import.failed.text')}>
      <Notice tone="bad">
        <ServerMessage text={job.error ?? job.message} />
      </Notice>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <div className="row-end">
        <Button onPress={() => navigate(`/sites/${site.id}`)}>{t('import.keep-empty')}</Button>
        {site.can.delete && (
          <Button look="primary" busy={isBusy} onPress={() => void send()}>
            {t('import.again')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Summary({ findings }: { findings: readonly Finding[] }) {
  const { tone, text } = importSummary(findings)
  return (
    <Notice tone={tone} isSaid>
      {text}
    </Notice>
  )
}

function Report({ findings }: { findings: readonly Finding[] }) {
  const { site, run } = useSiteJobs()
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity !== 'error')
  return (
    <>
      <ImportContents />
      <OfferedFieldsCard />
      <Findings title={t('import.errors')} lead={t('import.errors.text')} findings={errors} />
      <Findings title={t('import.warnings')} lead={t('import.warnings.text')} findings={warnings} />
      <div className="row-end">
        <Button onPress={() => void run('preview')} icon="eye">
          {t('import.try')}
        </Button>
        <Button look="primary" onPress={() => navigate(`/sites/${site.id}`)}>
          {t('import.content')}
        </Button>
      </div>
    </>
  )
}

interface FindingsProps {
  readonly title: string
  readonly lead: string
  readonly findings: readonly Finding[]
}

function Findings({ title, lead, findings }: FindingsProps) {
  const { site } = useSiteJobs()
  if (findings.length === 0) return null
  return (
    <Card title={title} lead={lead}>
      <ul className="lines findings">
        {findings.map(({ path, line, message }, index) => (
          <li key={index}>
            <span className="grow stack-small">
              <span dir="auto">{message}</span>
              {path !== null && (
                <Link to={`/sites/${site.id}/find?path=${encodeURIComponent(path)}`}>
                  <PathName className="code" text={line === null ? path : `${path}:${line}`} />
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
