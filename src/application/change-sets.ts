/** Creates the change sets. */

import type { AuditLog } from '../service/accounts/audit.js'
import { ignoresCase } from '../service/branch/disk.js'
import type { RenderSessions } from '../service/render/render-sessions.js'
import type { SetPreviews } from '../service/publish/set-previews.js'
import { createChangeSets, type ChangeSets } from '../service/sets/change-sets.js'
import { createSetFacts } from '../service/sets/set-facts.js'
import { createSetStates } from '../service/sets/set-states.js'
import type { SiteUrls } from '../service/sites/site-urls.js'
import type { BranchServices } from './branch.js'
import type { Notices } from './notices.js'
import type { Resources } from './resources.js'

interface Needs {
  readonly rendering: Pick<RenderSessions, 'forget' | 'takeUp'>
  readonly setPreviews: Pick<SetPreviews, 'end'>
  readonly urls: Pick<SiteUrls, 'preview'>
  readonly audit: Pick<AuditLog, 'moved'>
  readonly happenings: Pick<Notices['happenings'], 'setReviewed'>
}

export function createSets(
  { config, store, folders, now, newId, onError }: Resources,
  branch: BranchServices,
  { rendering, setPreviews, urls, audit, happenings }: Needs,
): ChangeSets {
  const { records, index } = store
  const facts = createSetFacts({ ignoresCase: ignoresCase(config.data) })
  const report = (error: unknown, siteId: string) => onError(error, { siteId, doing: 'change set' })
  const states = createSetStates({
    ...branch,
    records,
    index,
    folders,
    now,
    onError: report,
    forgetBuilt: async (key) => {
      await rendering.forget(key)
      rendering.takeUp(key)
      await setPreviews.end(key)
    },
  })
  return createChangeSets({
    ...branch,
    records,
    index,
    states,
    facts,
    urls,
    now,
    newId,
    ignoresCase: ignoresCase(config.data),
    moved: audit.moved,
    reviewed: happenings.setReviewed,
    onError: report,
  })
}
