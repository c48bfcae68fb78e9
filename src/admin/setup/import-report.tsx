/** The report of an import: what is missing for publishing. */

import { useContents } from '../api/contents.js'
import { useImport, type Finding, type ImportJob } from '../api/import.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link, navigate } from '../app/router.js'
import { OfferedFieldsCard } from '../screens/offered-fields.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { Card, Empty, Screen, Waiting } from '../ui/page.js'
import { ImportContents } from './import-contents.js'
import { ImportRunning } from './import-progress.js'
import { importSummary } from './import-summary.js'
import { PathName } from '../ui/name.js'
import { TranslatedMessage } from '../ui/server-message.js'
import { findingMessage } from './finding-texts.js'

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

/** The import's state: running, or done with a report. A failed one leaves no site. */
function Stage({ job }: { job: ImportJob }) {
  const { site } = useSiteJobs()
  const isDone = job.status === 'complete'
  const { isPending } = useContents(site.id, isDone)
  return (
    <>
      {/* One region for both: screen readers are told what changes in it. */}
      <div role="status" aria-atomic={false}>
        {isDone ? <Summary findings={job.diagnostics} /> : <ImportRunning job={job} />}
      </div>
      {/* All at once: buttons must not move away from the mouse. */}
      {isDone && (isPending ? <Waiting /> : <Report findings={job.diagnostics} />)}
    </>
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
              <TranslatedMessage text={message} own={findingMessage(message)} />
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
