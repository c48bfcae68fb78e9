/** What is around the screens of a change set: whether there is such a set, and whether it can have such a screen. */

import { useState, type ReactNode } from 'react'
import { BASE } from '../api/base.js'
import { ApiError } from '../api/client.js'
import { useChangeSet } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { Notice } from '../ui/notice.js'
import { Empty, Screen, Waiting } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'
import { pathOf } from './sets.js'
import { ts } from './texts.js'

/** First segments of the paths of screens that show content; what they read and write takes a change set. */
const SCREENS: ReadonlySet<string> = new Set([
  '',
  'c',
  'documents',
  'files',
  'find',
  'pages',
  'replace',
  'schedule',
  'search',
  'sets',
  'source',
  'taxonomy',
])

interface InSetProps {
  readonly id: string
  /** The first segment of the path below the site. */
  readonly kind: string | undefined
  readonly children: ReactNode
}

export function InSet({ id, kind = '', children }: InSetProps) {
  const { site } = useSiteJobs()
  const { data, error } = useChangeSet(site.id, id)
  const [wasOpen, setWasOpen] = useState(false)
  if (data?.state === 'open' && !wasOpen) setWasOpen(true)
  // The review shows closed sets, too.
  if (kind === 'sets') return children
  if (!SCREENS.has(kind)) return <Elsewhere reason="in.other" to={`/${kind}`} />
  const isGone = error instanceof ApiError && error.status === 404
  const isClosed = isGone || (data !== undefined && data.state !== 'open')
  if (isClosed && !wasOpen) return <Elsewhere reason="in.closed" to="" />
  if (data || isClosed) {
    return (
      <>
        {isClosed && <JustClosed />}
        {children}
      </>
    )
  }
  return error ? <LoadError error={error} /> : <Waiting />
}

/** Closed by somebody else meanwhile: what is typed and not saved stays in sight. */
function JustClosed() {
  return (
    <Notice tone="bad">
      {ts('in.closed')}. {ts('in.closed.typed')}
    </Notice>
  )
}

function Elsewhere({ reason, to }: { reason: 'in.other' | 'in.closed'; to: string }) {
  const { site } = useSiteJobs()
  return (
    <Screen title={ts(reason)}>
      <Empty
        icon="branch"
        title={ts(reason)}
        action={
          <a className="button primary" href={`${BASE}${pathOf(site.id, to)}`}>
            {ts('in.leave')}
          </a>
        }
      >
        {ts(`${reason}.text`)}
      </Empty>
    </Screen>
  )
}
