/** Shows jobs to users: messages of a build name files, and some users may not see all of them. */

import type { Job, JobDiagnostic } from '../../model/job.js'
import { mayOnSite } from '../../model/policy.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { mayRead, type Authors, type Viewer } from '../branch/authors.js'

/** A job with the messages of its build. */
export interface JobView {
  readonly job: Job
  readonly diagnostics: readonly JobDiagnostic[]
}

interface JobViewParts {
  readonly records: { readonly jobs: Pick<Records['jobs'], 'diagnosticsOf'> }
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly authors: Pick<Authors, 'isOwn'>
}

/** Makes the views for one answer; each file is checked once. */
export function jobViewsFor(
  { records, index, authors }: JobViewParts,
  viewer: Viewer,
): (job: Job) => JobView {
  const known = new Map<string, boolean>()
  const isShown = ({ path }: JobDiagnostic): boolean => {
    if (path === null) return true
    const before = known.get(path)
    if (before !== undefined) return before
    // A file that was deleted or renamed meanwhile may have been a draft: it is left out, too.
    const entry = index.entryByPath(viewer.site.id, path)
    const shown = entry !== null && mayRead(authors, viewer, entry)
    known.set(path, shown)
    return shown
  }
  return (job) => {
    const all = records.jobs.diagnosticsOf(job.id)
    return { job, diagnostics: mayOnSite(viewer.role, 'history.read') ? all : all.filter(isShown) }
  }
}
