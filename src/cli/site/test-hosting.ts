/** `galley site test-hosting`: tests the hosting connection and prints the result. */

import { testSiteHosting } from '../../service/publish/hosting-test.js'
import { withAccounts } from '../accounts.js'
import { printJson } from '../output.js'
import { configOf } from '../settings.js'
import { findRecord } from './export.js'
import type { SiteFlags } from './flags.js'

const TIMEOUT_MS = 120_000

export async function testHosting(name: string, flags: SiteFlags): Promise<void> {
  const config = configOf({ ...flags })
  await withAccounts(config, async (accounts) => {
    const { id, hosting } = findRecord(accounts.records.sites, name)
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const options = { allowAddresses: config.allowAddresses, now: Date.now, signal }
    try {
      const message = await testSiteHosting(accounts, id, options)
      if (flags.json === true) printJson({ ok: true, hosting, message })
      else console.log(message)
    } catch (error) {
      if (flags.json !== true || !(error instanceof Error)) throw error
      printJson({ ok: false, hosting, message: error.message })
      process.exitCode = 1
    }
  })
}
