/**
 * `galley backup FILE`: writes a backup of the data folder to a ZIP, also while a server runs. @see
 * src/http/README.md (Running)
 */

import path from 'node:path'
import type { Command } from 'commander'
import { withAccounts } from './accounts.js'
import { counted, printJson } from './output.js'
import { createProgress } from './progress.js'
import { requireAbsent, requireWritable } from './regular-file.js'
import { addDataFolder, configOf } from './settings.js'
import { findRecord } from './site/export.js'
import { version } from './version.js'

export function addBackup(program: Command): void {
  addDataFolder(
    program
      .command('backup')
      .description('write a backup of the data folder to a ZIP, also while the server runs'),
  )
    .argument('<file>', 'ZIP to write')
    .option('--site <site>', 'only this site, by id or domain, to be restored on any server')
    .option('--force', 'replace an existing file')
    .option('--json', 'print JSON')
    .action((file: string, flags: BackupFlags) => backup(file, flags))
}

interface BackupFlags {
  readonly site?: string
  readonly force?: true
  readonly json?: true
}

async function backup(name: string, flags: BackupFlags): Promise<void> {
  const { makeBackup } = await import('../service/operations/backup.js')
  const config = configOf({ ...flags })
  const file = path.resolve(name)
  requireWritable(file)
  if (flags.force !== true) requireAbsent(file)
  const progress = createProgress({ quiet: flags.json === true })
  const { update: report, clear } = progress
  await withAccounts(config, async (accounts) => {
    const { data } = config
    const site = flags.site && findRecord(accounts.records.sites, flags.site).id
    const now = Date.now()
    const request = { accounts, data, file, version: version(), now, report, ...(site && { site }) }
    const { sites, files } = await makeBackup(request).finally(clear)
    if (flags.json === true) return printJson({ file, sites, files })
    console.log(`Backed up ${counted(sites, 'site')} in ${counted(files, 'file')} to ${file}.`)
    console.log(site ? OF_SITE : OF_ALL)
  })
}

const OF_ALL = 'Keep it safe: whoever has this file can use the API as any user.'
const OF_SITE = 'Keep it safe: it has drafts, addresses, and the passwords of the hosting.'
