/**
 * Limits what a process reports of the problems of a site: no more than people read. The server receives it whole, keeps it with
 * the job, and sends it to everybody on the site, while a site can make any number of problems of any length.
 */

import type { Diagnostic } from '../base/request.js'

/** Most diagnostics; errors come before warnings. */
export const MAX_DIAGNOSTICS = 1000
/** Longest message; of a longer one the middle is left out. */
export const MAX_MESSAGE_CHARACTERS = 2000

/** The diagnostics in their order, without those that are too many. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const isError = ({ severity }: Diagnostic) => severity === 'error'
  const left = { errors: MAX_DIAGNOSTICS, warnings: 0 }
  left.warnings = Math.max(0, MAX_DIAGNOSTICS - diagnostics.filter(isError).length)
  const kept = diagnostics.filter((one) => (isError(one) ? left.errors-- : left.warnings--) > 0)
  return kept.map((one) => ({ ...one, message: limitMessage(one.message) }))
}

/** Cut to its length. */
export function limitMessage(message: string): string {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return message
  const end = message.slice(-MAX_MESSAGE_CHARACTERS / 4)
  return `${message.slice(0, MAX_MESSAGE_CHARACTERS - end.length - 1)}…${end}`.toWellFormed()
}
