/** `galley site export`: writes the source at the newest commit to a ZIP, also while a server runs. */

import path from 'node:path'
import { toHostName } from '../../model/host-name.js'
import { exportSite } from '../../service/sites/exporting.js'
import { withAccounts } from '../accounts.js'
import { CommandError } from '../command-error.js'
import { counted, printJson } from '../output.js'
import { createProgress } from '../progress.js'
import { requireAbsent, requireWritable } from '../regular-file.js'
import { configOf } from '../settings.js'
import type { SiteFlags } from './flags.js'

export async function exportTo(name: string, file: string, flags: SiteFlags): Promise<void> {
  requireWritable(file)
  if (flags.force !== true) requireAbsent(file)
  await withAccounts(configOf({ ...flags }), async ({ records, folders }) => {
    const site = findRecord(records.sites, name)
    const gitDir = folders.site(site.id).repository
    const progress = createProgress({ quiet: flags.json === true })
    const target = { gitDir, file: path.resolve(file) }
    const done = await exportSite({ ...target, report: progress.update }).finally(progress.clear)
    const { leftOut, ...written } = done
    const { file: to } = target
    if (flags.json === true)
      return printJson({ id: site.id, file: to, ...written, left_out: leftOut })
    console.log(`Wrote ${counted(done.files, 'file')} of ${site.domain} to ${file}.`)
    if (leftOut.length > 0) console.log(leftOutText(leftOut))
  })
}

const MAX_NAMED = 5

/** Names the paths that the ZIP does not contain. */
function leftOutText(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED).map((one) => JSON.stringify(one))
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ''
  return `Left out: ${named.join(', ')}${more} (symbolic links and submodules; a clone has them).`
}

interface Directory<Site> {
  find(id: string): Site | null
  findByDomain(domain: string): Site | null
}

/** Finds a site by id or domain. @throws CommandError if there is none */
export function findRecord<Site>(sites: Directory<Site>, name: string): Site {
  const site = sites.find(name) ?? sites.findByDomain(toHostName(name))
  if (site) return site
  throw new CommandError(`There is no site ${JSON.stringify(name)}: galley site list shows all.`)
}
