/**
 * What webhooks and people are told of: jobs that end, roles, webhooks that are switched off, change sets that are reviewed. What webhooks are told of is
 * stored in the transaction of what happened; a person may miss something if the process dies at that moment.
 */

import { isFinal, type Job } from '../../model/job.js'
import type { RoleKind } from '../../model/role.js'
import { MAX_EVENT_MESSAGE, type Webhook } from '../../model/webhook.js'
import type { Records } from '../../store/records/records.js'
import type { RoleChange } from '../accounts/roles.js'
import type { SetReviewed } from '../sets/reviews.js'
import type { Outbox, SiteHappening } from './outbox.js'
import type { Telling } from './telling.js'

interface Happenings {
  /** Wraps the records of jobs. */
  ofJobs(jobs: Records['jobs']): Records['jobs']
  /** To be called in the transaction of the change. */
  readonly roleChanged: (change: RoleChange) => void
  switchedOff(webhook: Webhook): void
  readonly setReviewed: (reviewed: SetReviewed) => void
}

interface HappeningsDependencies {
  readonly records: Pick<Records, 'releases' | 'roles' | 'together'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly tell: Telling
}

/** People of a site who are told of a failure. */
const MAX_TOLD = 1000

export function createHappenings({ records, outbox, tell }: HappeningsDependencies): Happenings {
  const withRole = (siteId: string, kinds: readonly RoleKind[]): string[] =>
    records.roles
      .listForSite(siteId, { limit: MAX_TOLD, offset: 0 })
      .rows.flatMap(({ role }) => (kinds.includes(role.kind) ? [role.userId] : []))
  const tellOfFailure = ({ id, siteId, kind, state, message }: Job): void => {
    if (state !== 'failed' || (kind !== 'publish' && kind !== 'sync')) return
    const what = { kind: `${kind}_failed`, siteId, thing: '', jobId: id } as const
    tell(() => withRole(siteId, ['admin', 'publisher']), {
      ...what,
      message: message.slice(0, MAX_EVENT_MESSAGE),
    })
  }
  return {
    ofJobs: (jobs) => ({
      ...jobs,
      append: (event) => {
        if (!isFinal(event.state)) return jobs.append(event)
        const [stored, job] = records.together(() => {
          const made = jobs.append(event)
          const ended = jobs.find(event.jobId)
          const happening = ended && happeningOf(records, ended)
          if (ended && happening) outbox.add(ended.siteId, happening)
          return [made, ended] as const
        })
        if (job) tellOfFailure(job)
        return stored
      },
    }),
    roleChanged({ siteId, userId, before, after, by }) {
      const data = { user_id: userId, role: after, before, by_user_id: by }
      outbox.add(siteId, { event: 'role.changed', data })
      if (userId === by) return
      const who = by !== null && { actorId: by }
      tell(() => [userId], { kind: 'role_changed', siteId, thing: '', role: after, ...who })
    },
    setReviewed({ kind, set, by, text }) {
      const { siteId, id: setId, title: name } = set
      // Those who land it; else those who made it.
      const whom = () =>
        kind === 'handed_in'
          ? withRole(siteId, ['admin', 'publisher'])
          : [set.userId, set.handedIn?.userId].flatMap((id) => id ?? [])
      const said = text !== '' && { message: text.slice(0, MAX_EVENT_MESSAGE) }
      const what = { kind: `set_${kind}`, siteId, thing: setId, setId, name, ...said } as const
      tell(() => whom().filter((id) => id !== by), { ...what, ...(by !== null && { actorId: by }) })
    },
    switchedOff({ id, siteId, name, offReason }) {
      const why = offReason !== null && { message: offReason }
      const what = { kind: 'webhook_off', siteId, thing: id, webhookId: id, name } as const
      tell(() => withRole(siteId, ['admin']), { ...what, ...why })
    },
  }
}

/** What webhooks are told of the end of a job; null for nothing. */
function happeningOf(
  { releases }: Pick<Records, 'releases'>,
  { id, siteId, kind, state, userId, message }: Job,
): SiteHappening | null {
  const data = { job_id: id, user_id: userId }
  if (kind === 'publish' && state === 'complete') {
    const [newest] = releases.list(siteId, 'live')
    return { event: 'publish.done', data: { ...data, release_id: newest?.id ?? null } }
  }
  if (state !== 'failed' || (kind !== 'publish' && kind !== 'sync')) return null
  return {
    event: `${kind}.failed`,
    data: { ...data, message: message.slice(0, MAX_EVENT_MESSAGE) },
  }
}
