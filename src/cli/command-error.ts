/** Errors of commands, and which errors are printed without their stack. */

import { GalleyError } from '../errors.js'

/** The error of a command; its message is printed and the exit code is 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Names of such errors. All others are defects, and are printed with their stack. */
const FOR_PEOPLE = new Set(['StoreError', 'DeployError', 'GitError', 'SystemError'])

/** Whether a caught value is an error whose message is enough for the user. */
export function isForPeople(error: unknown): error is Error {
  if (error instanceof GalleyError || error instanceof CommandError) return true
  if (!(error instanceof Error)) return false
  return FOR_PEOPLE.has(error.name) || 'syscall' in error
}
