/** Explains that the installed packages don't fit the Node that runs: another version of it has installed them. */

import { fileURLToPath } from 'node:url'
import { hasCode } from '../system/errno.js'

/**
 * What to do about an error of loading a package; null for any other error.
 *
 * @see nodejs.org/api/errors.html (ERR_DLOPEN_FAILED, MODULE_NOT_FOUND)
 */
export function misfitOf(error: unknown): string | null {
  const found = causesOf(error).find(isMisfit)
  if (found === undefined) return null
  const [reason = ''] = found.message.split('\n')
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  return `The packages in ${folder} were not installed for this Node (${process.version}, ${process.platform} ${process.arch}): run npm ci there with it. (${reason})`
}

/** The error, what caused it, and so on. */
function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

function isMisfit(error: Error): boolean {
  // better-sqlite3 looks for its program in several places, and lists them instead of a code.
  if ('tries' in error) return true
  return hasCode(error, 'ERR_DLOPEN_FAILED', 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND')
}
