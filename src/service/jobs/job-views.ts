/** Jobs as whoever asks may see them: what a build says names files, some of which are not for everybody. */

import type { Entry } from '../../model/entry.js'
import type { Job, JobDiagnostic } from '../../model/job.js'
import { mayOnEntry, mayOnSite } from '../../model/policy.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { Authors } from '../branch/authors.js'

/** A job with what its build had to say. */
export interface JobView {
  readonly job: Job
  readonly diagnostics: readonly JobDiagnostic[]
}

/** Somebody on a site. */
interface JobViewer {
  readonly actor: Actor
  readonly site: SiteRecord
  readonly role: RoleKind
}

interface JobViewParts {
  readonly records: { readonly jobs: Pick<Records['jobs'], 'diagnosticsOf'> }
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly authors: Pick<Authors, 'isOwn'>
}

/** Makes the views of one answer: of a file it is asked once whether it is for the viewer. */
export function jobViewsFor(
  { records, index, authors }: JobViewParts,
  { actor, site, role }: JobViewer,
): (job: Job) => JobView {
  const isFor = (entry: Entry) => {
    if (entry.kind !== 'document' && entry.kind !== 'page') return true
    const isOwn = authors.isOwn(actor, site, entry)
    return mayOnEntry(role, 'read', { noun: 'text', visibility: entry.visibility, isOwn })
  }
  const known = new Map<string, boolean>()
  const isShown = ({ path }: JobDiagnostic): boolean => {
    if (path === null) return true
    const before = known.get(path)
    if (before !== undefined) return before
    // What is gone by now, or renamed, may have been a draft: it is not told, either.
    const entry = index.entryByPath(site.id, path)
    const shown = entry !== null && isFor(entry)
    known.set(path, shown)
    return shown
  }
  return (job) => {
    const all = records.jobs.diagnosticsOf(job.id)
    return { job, diagnostics: mayOnSite(role, 'history.read') ? all : all.filter(isShown) }
  }
}
