/** What `galley doctor` finds about the copies off the machine. */

import type { Config } from '../config.js'
import { readStatus } from '../service/copies/copies.js'
import { errorOf, RELOAD, type Finding } from './doctor-advice.js'
import { isForPeople } from './command-error.js'
import { findServer } from './running.js'

/** Rounds that may be missed, and a time for a long one, before copies count as old. */
const MAX_ROUNDS = 3
const PATIENCE_SECONDS = 15 * 60

/** Reads the newest copy in the store: so its address, its login and the key are right. */
export async function examineCopies(
  config: Config,
  report: (message: string) => void,
): Promise<Finding[]> {
  if (config.copiesTo === '') return []
  report('Checking the copies')
  const { findPoint } = await import('../service/copies/restoring-copy.js')
  const { readPoint } = await import('../service/copies/point.js')
  const { withConfiguredCopies } = await import('./copies.js')
  try {
    await withConfiguredCopies(config, async (store) =>
      readPoint(store, await findPoint(store, Infinity)),
    )
  } catch (error) {
    if (!isForPeople(error)) throw error
    const next = `Correct the store or the settings (copies_to, copies_key_file), and ${RELOAD}.`
    return [errorOf(null, `The copies can't be read: ${error.message}`, next)]
  }
  return examineAge(config)
}

async function examineAge({ data, copiesSeconds }: Config): Promise<Finding[]> {
  if (findServer(data) === null) return []
  const { coveredAt, error } = await readStatus(data)
  const seconds = coveredAt === null ? Infinity : (Date.now() - coveredAt) / 1000
  if (error === null && seconds <= MAX_ROUNDS * copiesSeconds + PATIENCE_SECONDS) return []
  const when = coveredAt === null ? 'never' : `at ${new Date(coveredAt).toISOString()}`
  const why = error === null ? '' : ` ${error}`
  const message = `What the server has was copied off the machine last ${when}.${why}`
  return [errorOf(null, message, 'The server goes on trying; its log says why it fails.')]
}
