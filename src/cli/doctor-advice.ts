/** How bad the findings of `galley doctor` are, and what to do about each. */

import type { FindingKind } from '../service/operations/maintenance.js'

/** The server works with a `notice`; of an `error`, something is lost or does not work. */
type Severity = 'notice' | 'error'

/** A problem; `site` is a domain, null for the whole server. */
export interface Finding {
  readonly site: string | null
  readonly message: string
  readonly repaired: boolean
  readonly severity: Severity
  /** What to do about it; null if it was repaired. */
  readonly next: string | null
}

/** A finding that is an error. */
export function errorOf(site: string | null, message: string, next: string | null): Finding {
  return { site, message, repaired: false, severity: 'error', next }
}

interface Advice {
  readonly severity: Severity
  readonly next: string
}

export const REPAIR = 'Stop the server and run galley doctor --repair.'
/** For what is wrong in a setting that a running server takes. */
export const RELOAD = 'reload the server (systemctl reload galley, or SIGHUP)'
const RESTORE =
  'Restore a backup into a new folder (galley restore FILE --data NEW), and copy the repository of this site from there.'

export const ADVICE: Readonly<Record<FindingKind, Advice>> = {
  missing_repository: {
    severity: 'error',
    next: `${RESTORE} If nobody needs the site, delete it.`,
  },
  unsound_object: {
    severity: 'error',
    next: `If a clone has the object, run git fsck there and push it with git push --force; else: ${RESTORE}`,
  },
  index_behind: { severity: 'error', next: `Start the server, which reads the site in.` },
  missing_working_tree: { severity: 'error', next: `Start the server, which makes it again.` },
  stale_lock: { severity: 'error', next: `If no git runs on the repository: ${REPAIR}` },
  temporary_file: {
    severity: 'notice',
    next: `The server removes it an hour after it was written; to remove it now: ${REPAIR}`,
  },
  needs_repack: {
    severity: 'notice',
    next: `The running server does it within ten minutes; to do it now: ${REPAIR}`,
  },
  refused_commit: {
    severity: 'notice',
    next: 'If nobody needs it, remove the ref with git update-ref -d.',
  },
  unfinished_work: { severity: 'notice', next: `The next start of the server removes it.` },
}
