/**
 * `galley doctor`: checks settings, records, repositories, index, working trees and leftover files, and says what to do;
 * it changes nothing. `--repair` repairs what can be repaired.
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
import type { MaintenanceFinding } from '../service/operations/maintenance.js'
import { withAccounts } from './accounts.js'
import { examineCertificates } from './doctor-certificates.js'
import { examineCopies } from './doctor-copies.js'
import { ADVICE, errorOf, RELOAD, REPAIR, type Finding } from './doctor-advice.js'
import { renewDamagedIndex, whileStopped, type Opened } from './offline.js'
import { CommandError } from './command-error.js'
import { printJson, visible } from './output.js'
import { createProgress } from './progress.js'
import { addDataFolder, configOf } from './settings.js'
import { isInUse } from './with-server.js'

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
  process.exitCode = exitCodeOf(findings)
  if (flags.json === true) return printJson({ findings, complete: !isPartial })
  for (const { site, message, repaired, next } of findings) {
    const then = repaired ? 'Repaired.' : next
    console.log(visible(`${site ?? 'server'}: ${message} ${then ?? ''}`.trimEnd()))
  }
  if (isPartial && !isLost)
    console.log(
      'The server is running, so the index, working trees and leftover files were not checked.',
    )
  if (findings.length === 0) console.log('All is well.')
}

/** 0 if all is well or was repaired, 1 if there are errors, 2 if there are only notices. */
function exitCodeOf(findings: readonly Finding[]): number {
  const left = findings.filter(({ repaired }) => !repaired)
  if (left.length === 0) return 0
  return left.some(({ severity }) => severity === 'error') ? 1 : 2
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
    return { findings: [errorOf(null, message, null)], isPartial: true, isLost: true }
  }
}

async function examineWhole(round: Round): Promise<Examined> {
  const records = [
    ...(await examineRecords(round)),
    ...(await examineMail(round)),
    ...(await examineCopies(round.config, round.report)),
    ...(await examineCertificates(round.config)),
  ]
  try {
    const work = (opened: Opened) => examineAll(opened, round)
    const rest = await whileStopped(round.config, work, { mayChange: round.repair })
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
    const damage = accounts.check().map((line): Finding => {
      const next = 'Stop the server and restore a backup into a new folder.'
      return errorOf(null, `The records: ${line}.`, next)
    })
    const { rows } = accounts.records.users.list({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    const hasAdmin = rows.some(({ isAdmin }) => isAdmin)
    const createOne = 'Create one with galley user add --admin.'
    const nobody = hasAdmin ? [] : [errorOf(null, 'There is no administrator.', createOne)]
    const { sites, settings } = accounts.records
    const full = sites.listAll().flatMap(({ id, domain: site }): Finding[] => {
      const message = fullSite(keptUsage(settings, id), config.siteBytes)
      // The message says what to do.
      return message === null ? [] : [{ ...errorOf(site, message, null), severity: 'notice' }]
    })
    return [...damage, ...nobody, ...full, ...describeBreak(accounts.records.audit.broken())]
  })
}

async function examineMail({ config, report }: Round): Promise<Finding[]> {
  if (config.smtpUrl === '') return []
  report('Checking the mail server')
  const { createSmtp } = await import('../service/mail/smtp.js')
  try {
    await createSmtp(config).check()
    return []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const next = `Mail waits until it can be sent; if smtp_url is wrong, correct it, and ${RELOAD}.`
    return [errorOf(null, `No mail can be sent: ${reason}.`, next)]
  }
}

/** @param broken where the chain of the audit log breaks; null if it is whole */
function describeBreak(broken: string | null): Finding[] {
  if (broken === null) return []
  const next = 'Somebody has changed it in the database; a backup from before shows what it said.'
  return [errorOf(null, `The audit log is not whole: ${broken}.`, next)]
}

function examineRepositories({ config, report }: Round): Promise<Finding[]> {
  return withAccounts(config, async ({ records, folders }) => {
    const findings: Finding[] = []
    for (const { id, domain: site } of records.sites.listAll()) {
      report(`Checking ${site}`)
      const wrong = await checkRepository(folders, id, Date.now())
      findings.push(...wrong.map((found) => describe(site, { ...found, repaired: false })))
    }
    return findings
  })
}

async function examineAll(opened: Opened, { config, repair, report }: Round): Promise<Finding[]> {
  const { application, store, folders } = opened
  const sites = store.records.sites.listAll()
  report('Checking the index')
  const findings: Finding[] = describeDamage(await renewDamagedIndex(opened), repair)
  for (const { id, domain: site } of sites) {
    report(`Checking ${site}`)
    const found = await application.maintenance.examine(id, { repair })
    findings.push(...found.map((one) => describe(site, one)))
    const isBehind = found.some(({ kind }) => kind !== 'needs_repack')
    if (!isBehind || repair) findings.push(...(await examineIndex(opened, { id, site, repair })))
  }
  const siteIds = new Set(sites.map(({ id }) => id))
  const { data } = config
  const orphans = await findOrphans({ folders, data, siteIds, repair })
  const others = orphans.map(({ message, repaired }) =>
    describeOrphan(message, { repaired, repair }),
  )
  return [...findings, ...others]
}

const MOVE_AWAY = 'What a repair leaves, move away if you know that nobody needs it.'

function describeOrphan(message: string, { repaired, repair }: Repaired): Finding {
  const next = repair ? MOVE_AWAY : `${REPAIR} ${MOVE_AWAY}`
  return { ...errorOf(null, message, repaired ? null : next), repaired, severity: 'notice' }
}

interface Repaired {
  readonly repaired: boolean
  /** True if it was tried. */
  readonly repair: boolean
}

type Found = Pick<MaintenanceFinding, 'kind' | 'message' | 'repaired'>

function describe(site: string, { kind, message, repaired }: Found): Finding {
  const { severity, next } = ADVICE[kind]
  return { site, message, repaired, severity, next: repaired ? null : next }
}

function describeDamage(damage: string | null, repair: boolean): Finding[] {
  if (damage === null) return []
  const start = 'The next start of the server makes a new one, as galley doctor --repair does.'
  const finding = errorOf(null, `The index is damaged (${damage}).`, repair ? null : start)
  return [{ ...finding, repaired: repair }]
}

interface ExaminedSite {
  readonly id: string
  readonly site: string
  readonly repair: boolean
}

/** Rebuilds the index and compares; with `repair`, the new one stays. */
async function examineIndex(
  { application, store }: Opened,
  { id, site, repair }: ExaminedSite,
): Promise<Finding[]> {
  const before = store.index.dump(id)
  try {
    await application.advance.reindex(id)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const next = 'If the repository is damaged, restore it from a backup or a clone.'
    return [errorOf(site, `The index can't be rebuilt: ${reason}`, next)]
  }
  if (isDeepStrictEqual(store.index.dump(id), before)) return []
  const next = `${REPAIR} It makes the index again.`
  const finding = errorOf(site, 'The index differs from the files.', repair ? null : next)
  return [{ ...finding, repaired: repair }]
}
