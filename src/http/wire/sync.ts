/** The state of a site's sync as JSON, and an administrator's choice. @see src/http/README.md (Sites) */

import { z } from 'zod'
import { invalid } from '../../errors.js'
import { CHOICES } from '../../service/sync/decisions.js'
import type { Resolution, SyncStatus } from '../../service/sync/status.js'
import { field, named, pathInput } from './common.js'

const commit = (what: string) =>
  field(z.string().nullable(), what, '3f786850e387550fdab836ed7e6dc881de23001b')

export const syncStatusSchema = named(
  'SyncStatus',
  'The state of the sync with a git host.',
  z.object({
    state: field(
      z.enum(['off', 'in_order', 'conflicts', 'rewritten', 'gone']),
      '`rewritten`: the remote branch no longer has commits that both sides had; `gone`: there is no such branch. ' +
        'In both cases nothing is synced until it is settled. `conflicts`: files are there twice, or were kept although ' +
        'the remote removed them.',
    ),
    branch: field(z.string().nullable(), 'The remote branch; null if sync is off.', 'main'),
    ours: commit('The commit of the site.'),
    theirs: commit('The last known commit of the remote branch.'),
    last: commit('The commit that both sides had after the last sync.'),
    branches: field(z.array(z.string()), 'Up to 20 branches of the remote, if `gone`.', ['trunk']),
    conflicts: field(
      z.array(
        z.object({
          path: field(z.string(), 'The file.', 'about.md'),
          kept_at: field(z.string(), 'Its second version.', 'about.conflict-1a2b3c4.md'),
        }),
      ),
      'Second versions of files whose changes could not be merged; they are not built. Listed until they are deleted.',
      [],
    ),
    kept: field(
      z.array(z.string()),
      'Files that the remote removed and that were changed here, so they were kept. Listed until they are changed, ' +
        'deleted, or settled with `keep`.',
      [],
    ),
  }),
)

export const resolutionInput = named(
  'SyncResolution',
  'How to settle a sync that waits, by a choice or a branch; or that a kept file stays.',
  z.object({
    choice: field(
      z.enum(CHOICES),
      '`theirs`: the site becomes the remote branch, and commits of the site alone are dropped; `copy`: the same, and ' +
        'the branch `before-sync-…` of the site keeps what was there; `ours`: the remote branch becomes the site, by ' +
        'a push with force. If the branch is gone, only `ours`.',
    ).optional(),
    branch: field(z.string(), 'Remote branch to follow from now on.', 'trunk').optional(),
    keep: field(pathInput, 'A path of `kept`: the file stays, and is reported no more.').optional(),
  }),
)

export function syncStatusJson(status: SyncStatus): z.infer<typeof syncStatusSchema> {
  const { conflicts, ...rest } = status
  return {
    ...rest,
    branches: [...status.branches],
    kept: [...status.kept],
    conflicts: conflicts.map(({ path, keptAt }) => ({ path, kept_at: keptAt })),
  }
}

/** @throws GalleyError `validation_failed` unless exactly one is given */
export function resolutionOf({
  choice,
  branch,
  keep,
}: z.infer<typeof resolutionInput>): Resolution {
  const given = [
    ...(choice === undefined ? [] : [{ choice }]),
    ...(branch === undefined ? [] : [{ branch }]),
    ...(keep === undefined ? [] : [{ keep }]),
  ]
  const [first] = given
  if (first === undefined || given.length > 1) {
    throw invalid('choice', 'or branch or keep must be given, and only one of them')
  }
  return first
}
