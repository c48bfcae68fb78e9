/** `galley reindex [SITE]`: rebuilds the index from the repositories, while no server runs. */

import type { Command } from 'commander'
import { renewDamagedIndex, whileStopped } from './offline.js'
import { counted, printJson } from './output.js'
import { createProgress } from './progress.js'
import { addDataFolder, configOf } from './settings.js'
import { findRecord } from './site/export.js'

export function addReindex(program: Command): void {
  const description = 'rebuild the index from the repositories; stop the server first'
  addDataFolder(program.command('reindex').description(description))
    .argument('[site]', 'id or domain (default: all)')
    .option('--json', 'print JSON')
    .action((site: string | undefined, flags: { readonly json?: true }) => reindex(site, flags))
}

async function reindex(name: string | undefined, flags: { readonly json?: true }): Promise<void> {
  const { update, clear } = createProgress({ quiet: flags.json === true })
  const done = await whileStopped(configOf({ ...flags }), async (opened) => {
    const { application, store } = opened
    const { sites } = store.records
    update('Checking the index')
    await renewDamagedIndex(opened)
    const chosen = name === undefined ? sites.listAll() : [findRecord(sites, name)]
    for (const [index, { id, domain }] of chosen.entries()) {
      update(`Indexing ${domain} (${index + 1} of ${chosen.length})`)
      await application.advance.reindex(id)
    }
    return chosen
  }).finally(clear)
  if (flags.json === true) return printJson({ reindexed: done.map(({ id }) => id) })
  console.log(`Reindexed ${counted(done.length, 'site')}.`)
}
