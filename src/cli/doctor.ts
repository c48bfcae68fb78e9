/**
 * `galley doctor`: checks settings, records, repositories, index, working trees and leftover files;
 * `--repair` repairs what can be repaired.
 *
 * @see src/http/README.md (Running), SECURITY.md
 */

import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import type { Config } from '../config.js'
import { LostFileError } from '../service/branch/data-files.js'
import { fullSite } from '../service/space/site-space.js'
import { keptUsage } from '../service/space/usage.js'
import { findOrphans } from '../service/operations/data-orphans.js'
import { checkRepository } from '../service/operations/repository-check.js'
import { withAccounts } from './accounts.js'
import { renewDamagedIndex, whileStopped, type Opened } from './offline.js'
import { CommandError } from './command-error.js'
import { printJson, visible } from './output.js'
import { createProgress } from './progress.js'
import { addDataFolder, configOf } from './settings.js'
import { isInUse } from './with-server.js'

/** A problem; `site` is a domain, null for the whole server. */
interface Finding {
  readonly site: string | null
  readonly message: string
  readonly repaired: boolean
}

interface DoctorFlags {
  readonly repair?: true
  readonly json?: true
}

interface Round {
  readonly config: Config
  readonly repair: boolean
  readonly report: (message: string) => void
}

export function addDoctor(program: Command): void {
  addDataFolder(
    program.command('doctor').description('check records, repositories, index and working trees'),
  )
    .option('--repair', 'repair what can be repaired; stop the server first')
    .option('--json', 'print JSON')
    .action((flags: DoctorFlags) => doctor(flags))
}

async function doctor(flags: DoctorFlags): Promise<void> {
  const config = configOf({ ...flags })
  const { update: report, clear } = createProgress({ quiet: flags.json === true })
  const round: Round = { config, repair: flags.repair === true, report }
  const { findings, isPartial, isLost } = await examine(round).finally(clear)
  if (findings.some(({ repaired }) => !repaired)) process.exitCode = 1
  if (flags.json === true) return printJson({ findings, complete: !isPartial })
  for (const { site, message, repaired } of findings) {
    console.log(visible(`${site ?? 'server'}: ${message}${repaired ? ' Repaired.' : ''}`))
  }
  if (isPartial && !isLost)
    console.log(
      'The server is running, so the index, working trees and leftover files were not checked.',
    )
  if (findings.length === 0) console.log('All is well.')
}

interface Examined {
  readonly findings: readonly Finding[]
  readonly isPartial: boolean
  /** Without a file that is gone, nothing else can be checked. */
  readonly isLost?: boolean
}

async function examine(round: Round): Promise<Examined> {
  try {
    return await examineWhole(round)
  } catch (error) {
    if (!(error instanceof LostFileError)) throw error
    const { message } = error
    return { findings: [{ site: null, message, repaired: false }], isPartial: true, isLost: true }
  }
}

async function examineWhole(round: Round): Promise<Examined> {
  const records = await examineRecords(round)
  try {
    const rest = await whileStopped(round.config, (opened) => examineAll(opened, round))
    return { findings: [...records, ...rest], isPartial: false }
  } catch (error) {
    // While a server runs, only the checks that need exclusive use are left out.
    const isInUseByOther = error instanceof CommandError && isInUse(error.cause)
    if (!isInUseByOther || round.repair) throw error
    return { findings: [...records, ...(await examineRepositories(round))], isPartial: true }
  }
}

function examineRecords({ config, report }: Round): Promise<Finding[]> {
  report('Checking the records')
  return withAccounts(config, (accounts) => {
    const wrong = accounts.check().map((line) => `The records: ${line}.`)
    const { rows } = accounts.records.users.list({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    if (!rows.some(({ isAdmin }) => isAdmin))
      wrong.push('There is no administrator: create one with galley user add --admin.')
    const { sites, settings } = accounts.records
    const full = sites.listAll().flatMap(({ id, domain: site }): Finding[] => {
      const message = fullSite(keptUsage(settings, id), config.siteBytes)
      return message === null ? [] : [{ site, message, repaired: false }]
    })
    return [...wrong.map((message) => ({ site: null, message, repaired: false })), ...full]
  })
}

function examineRepositories({ config, report }: Round): Promise<Finding[]> {
  return withAccounts(config, async ({ records, folders }) => {
    const findings: Finding[] = []
    for (const { id, domain: site } of records.sites.listAll()) {
      report(`Checking ${site}`)
      const wrong = await checkRepository(folders, id, Date.now())
      findings.push(...wrong.map((message) => ({ site, message, repaired: false })))
    }
    return findings
  })
}

async function examineAll(opened: Opened, { config, repair, report }: Round): Promise<Finding[]> {
  const { application, store, folders } = opened
  const sites = store.records.sites.listAll()
  report('Checking the index')
  const findings: Finding[] = describeDamage(await renewDamagedIndex(opened))
  for (const { id, domain: site } of sites) {
    report(`Checking ${site}`)
    const found = await application.maintenance.examine(id, { repair })
    const lines = found.map(({ message, repaired }) => ({ site, message, repaired }))
    findings.push(...lines)
    const isBehind = found.some(({ kind }) => kind !== 'needs_repack')
    if (!isBehind || repair) findings.push(...(await examineIndex(opened, { id, site })))
  }
  const siteIds = new Set(sites.map(({ id }) => id))
  const { data } = config
  const orphans = await findOrphans({ folders, data, siteIds, repair })
  return [...findings, ...orphans.map((orphan) => ({ site: null, ...orphan }))]
}

function describeDamage(damage: string | null): Finding[] {
  if (damage === null) return []
  const message = `The index was damaged (${damage}) and has been rebuilt from the repositories.`
  return [{ site: null, message, repaired: true }]
}

/** Rebuilds the index and compares; the new one stays. */
async function examineIndex(
  { application, store }: Opened,
  { id, site }: { readonly id: string; readonly site: string },
): Promise<Finding[]> {
  const before = store.index.dump(id)
  try {
    await application.advance.reindex(id)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ site, message: `The index can't be rebuilt: ${reason}`, repaired: false }]
  }
  if (isDeepStrictEqual(store.index.dump(id), before)) return []
  return [
    { site, message: 'The index differed from the files and has been rebuilt.', repaired: true },
  ]
}
