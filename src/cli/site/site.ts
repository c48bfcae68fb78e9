/**
 * The `galley site` commands; they use the API where it offers the operation. @see src/http/README.md (Sites;
 * Running)
 */

import type { Command } from 'commander'
import { addDataFolder } from '../settings.js'
import type { SiteFlags } from './flags.js'

export function addSite(program: Command): void {
  const site = program.command('site').description('manage the sites of the server')
  const sub = (name: string, description: string) =>
    addDataFolder(site.command(name).description(description)).option('--json', 'print JSON')
  addMakers(sub)
  sub('list', 'list all sites')
    .option('--trash', 'list deleted sites that can be restored')
    .action(async (flags: SiteFlags) => (await import('./list.js')).listSites(flags))
  sub('export', 'write the source of a site to a ZIP')
    .argument('<site>', 'id or domain')
    .argument('<file>', 'ZIP to write')
    .option('--force', 'replace an existing file')
    .action(async (name: string, file: string, flags: SiteFlags) =>
      (await import('./export.js')).exportTo(name, file, flags),
    )
  sub('restore', 'restore a deleted site; stop the server first')
    .argument('<site>', 'id or domain')
    .option('--domain <host>', 'a new domain for the site')
    .action(async (name: string, flags: SiteFlags) =>
      (await import('./restore.js')).restore(name, flags),
    )
  sub('delete', 'delete a site; its repository stays in the trash for some days')
    .argument('<site>', 'id or domain')
    .action(async (name: string, flags: SiteFlags) =>
      (await import('./delete.js')).deleteSite(name, flags),
    )
  sub('read-only', 'keep a site from being changed while it moves to another server')
    .argument('<site>', 'id or domain')
    .option('--seconds <seconds>', 'for so long at most (default: 900)')
    .option('--moved-to <url>', 'for good: the server that has it now')
    .option('--end', 'let it be changed again')
    .action(async (name: string, flags: SiteFlags) =>
      (await import('./read-only.js')).setReadOnly(name, flags),
    )
  sub('test-hosting', 'test the hosting settings of a site')
    .argument('<site>', 'id or domain')
    .action(async (name: string, flags: SiteFlags) =>
      (await import('./test-hosting.js')).testHosting(name, flags),
    )
}

function addMakers(sub: (name: string, description: string) => Command): void {
  const owner = 'owner of the site, by e-mail address or id (default: the first administrator)'
  sub('create', 'create a site; prints its id')
    .requiredOption('--title <title>', 'title')
    .requiredOption('--domain <host>', 'host name')
    .option('--timezone <zone>', 'IANA name of the time zone')
    .option('--empty', 'without the default theme')
    .option('--as <user>', owner)
    .action(async (flags: SiteFlags) => (await import('./create.js')).createSite(flags))
  sub('import', 'create a site from a ZIP or a folder; prints its id')
    .argument('<source>', 'ZIP or folder')
    .option('--title <title>', 'title')
    .option('--domain <host>', 'host name')
    .option('--as <user>', owner)
    .action(async (source: string, flags: SiteFlags) =>
      (await import('./import.js')).importSite(source, flags),
    )
}
