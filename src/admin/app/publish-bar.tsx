/** The bar with the preview and publish buttons, the progress of jobs, and whether all changes are live. */

import { lazy, Suspense, useState } from 'react'
import { useImport } from '../api/import.js'
import { useUnpublished } from '../api/pending.js'
import { useKnownEntry } from '../api/queries.js'
import type { FullEntry, Site } from '../api/types.js'
import { progressText } from '../text/progress.js'
import { agoText, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { showToast } from '../ui/toast.js'
import { useOpenPreview } from './open-preview.js'
import { useUnsavedText } from './unsaved.js'
import { Failure, PublishFailure } from './failure.js'
import { useSiteJobs, type JobState, type JobStates } from './jobs.js'
import { ImportWindow } from '../setup/import-window.js'
import { PublishWindow } from './publish-window.js'

const ShareWindow = lazy(async () => ({
  default: (await import('./share-window.js')).ShareWindow,
}))

/** @param parts the path segments after the site's id: from the editor of a text, the preview opens its page */
export function PublishBar({ parts }: { parts: readonly string[] }) {
  const { site, jobs, run } = useSiteJobs()
  const [kind = '', name = ''] = parts
  const type = kind === 'documents' ? 'document' : 'page'
  const opened = kind === 'documents' || kind === 'pages' ? ({ type, id: name } as const) : null
  const open = useKnownEntry(opened?.id ?? '')
  const preview = useOpenPreview()
  const [isAsking, setAsking] = useState(false)
  const isFirst = site.jobs.publish.last_at === null
  const unsaved = useUnsavedText()
  const { data: imported } = useImport(site.id, isFirst && site.can.publish)
  const hasFindings = isFirst && (imported?.diagnostics.length ?? 0) > 0
  const publish = async () => {
    setAsking(false)
    if (await run('publish')) showToast('good', t('publish.done'))
  }
  const isBusy = (job: JobState | undefined) => job?.status === 'working'
  const asking = {
    isOpen: isAsking,
    onClose: () => setAsking(false),
    onPublish: () => void publish(),
  }
  return (
    <div className="row publish-bar">
      <PublishState />
      {site.can.preview && (
        <Button icon="eye" busy={isBusy(jobs.preview)} onPress={() => void preview(opened)}>
          <span className="label-wide">{t('preview')}</span>
          <span className="visually-hidden label-small">{t('preview')}</span>
        </Button>
      )}
      {site.can.publish && <Sharing site={site} entry={open} />}
      {site.can.publish && (
        <Button
          look="tonal"
          icon="rocket"
          busy={isBusy(jobs.publish)}
          onPress={() =>
            isFirst && !hasFindings && unsaved === null ? void publish() : setAsking(true)
          }
        >
          {t('publish')}
        </Button>
      )}
      {imported && hasFindings && unsaved === null ? (
        <ImportWindow job={imported} {...asking} />
      ) : (
        <PublishWindow site={site} {...asking} />
      )}
    </div>
  )
}

interface SharingProps {
  readonly site: Site
  readonly entry: FullEntry | undefined
}

function Sharing({ site, entry }: SharingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="link" label={t('share')} onPress={() => setOpen(true)} />
      <Suspense>
        {isOpen && <ShareWindow site={site} entry={entry ?? null} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

/** The state of the site. Screen readers announce its changes, failures with their reason. */
function PublishState() {
  return (
    <div className="publish-state" role="status">
      <StateNow />
    </div>
  )
}

/** A running job with its progress, the last failure, or the time of the last publish. */
function StateNow() {
  const { site, jobs } = useSiteJobs()
  const unpublished = useUnpublished(site)
  const working = workingText(jobs)
  if (working !== null) return <span className="faint cut publish-progress">{working}</span>
  const slot = site.jobs.publish
  if (slot.last_error !== null) {
    return <PublishFailure text={slot.last_error} />
  }
  const { last_error: unsynced } = site.jobs.sync
  if (unsynced !== null) return <Failure title={t('sync.failed')} text={unsynced} />
  const live = slot.last_at
  if (live === null) return <span className="badge">{t('publish.never')}</span>
  return (
    <span className="row live-state">
      {(unpublished || site.live_url === null) && <LiveBadge saves={unpublished?.saves} />}
      {site.live_url !== null && (
        <a href={site.live_url} target="_blank" rel="noreferrer" className="live-link">
          <span className="cut">{t('publish.ago', { ago: agoText(live) })}</span>
          <Icon name="external" />
          <span className="visually-hidden">{t('publish.open')}</span>
        </a>
      )}
    </span>
  )
}

/** What a running job does; null if none runs. The editor starts previews itself, so their steps say nothing. */
function workingText({ publish, preview, sync }: JobStates): string | null {
  const isWorking = (job: JobState | undefined) => job?.status === 'working'
  if (publish && isWorking(publish)) return progressText(publish.message)
  if (isWorking(preview)) return t('preview.waiting')
  return sync && isWorking(sync) ? progressText(sync.message) : null
}

/** Writers may not see commits, so they only see that the site was published. */
function LiveBadge({ saves }: { saves: number | undefined }) {
  if (saves === undefined) return <span className="badge">{t('publish.published')}</span>
  if (saves > 0) return <span className="badge accent waits">{t('publish.waits')}</span>
  return (
    <span className="badge good">
      <Icon name="check" />
      {t('publish.live')}
    </span>
  )
}
