/** Commands that need exclusive use of the data folder. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '../config.js'
import type { openApplication } from '../server.js'
import { requireRecords } from '../service/branch/data-files.js'
import { dataFolders } from '../service/branch/folders.js'
import { CommandError } from './command-error.js'
import { errorsOnly } from './errors-only.js'
import { findServer } from './running.js'
import { version } from './version.js'
import { isInUse, inUseByAnother } from './with-server.js'

/** The whole application without HTTP. */
export type Opened = Awaited<ReturnType<typeof openApplication>>

/**
 * Runs work with exclusive use of the data folder.
 *
 * @param mayChange false for work that must change nothing: it gets a copy of the index
 * @throws CommandError that names the running server
 */
export async function whileStopped<Result>(
  config: Config,
  work: (opened: Opened) => Promise<Result>,
  { mayChange = true }: { readonly mayChange?: boolean } = {},
): Promise<Result> {
  requireRecords(config.data)
  if (!existsSync(dataFolders(config.data).records)) {
    throw new CommandError(`${config.data} is not a data folder of Galley: use --data to name one.`)
  }
  const { openApplication } = await import('../server.js')
  const copy = mayChange ? null : mkdtempSync(path.join(tmpdir(), 'galley-index-'))
  try {
    const options = { logger: errorsOnly, version: version(), indexCopy: copy }
    const opened = await openApplication(config, options).catch((error: unknown) => {
      throw isInUse(error) ? inUse(config, error) : error
    })
    try {
      return await work(opened)
    } finally {
      await opened.application.worktrees.flush()
      await opened.application.locks.idle()
      await opened.close()
    }
  } finally {
    if (copy !== null) rmSync(copy, { recursive: true, force: true })
  }
}

/** Checks the index and replaces a damaged one by an empty one. Returns what was wrong, or null. */
export async function renewDamagedIndex({ store }: Opened): Promise<string | null> {
  const damage = await store.indexHealth.check()
  if (damage !== null) await store.indexHealth.renew()
  return damage
}

/** The error when the data folder is in use. @param cause the error of the lock */
function inUse({ data }: Config, cause: unknown): CommandError {
  const server = findServer(data)
  if (!server) return inUseByAnother(data, cause)
  const { url, pid } = server
  return new CommandError(`A server is using ${data} (${url}, process ${pid}): stop it first.`, {
    cause,
  })
}
