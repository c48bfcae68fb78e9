/** Why a build came to nothing, as sentences for people. */

import type { Diagnostic } from '../../builder/base/request.js'
import { GalleyError } from '../../errors.js'

/** The setting of each limit at which a build is ended. */
const SETTINGS: ReadonlyMap<unknown, string> = new Map([
  ['time', '--build-seconds'],
  ['memory', '--build-memory-mb'],
])

/** Tells people which limit of the server ended a build, and what sets it. */
export async function sayingLimits<Result>(build: () => Promise<Result>): Promise<Result> {
  try {
    return await build()
  } catch (error) {
    // By its name: the builder is imported when it is needed, and bundled apart.
    const isOfBuild = error instanceof Error && error.name === 'BuildProcessError'
    const setting = isOfBuild && 'code' in error ? SETTINGS.get(error.code) : undefined
    if (!isOfBuild || setting === undefined) throw error
    const message = `${error.message} That is the limit of this server (its setting ${setting}).`
    throw new GalleyError('validation_failed', message, { cause: error })
  }
}

const TOLD_AT_MOST = 5

/** The first errors with their places, in a sentence for the job's last event. */
export function buildFailed(diagnostics: readonly Diagnostic[]): GalleyError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const told = errors.slice(0, TOLD_AT_MOST).map(diagnosticText)
  const more = errors.length > TOLD_AT_MOST ? ` (and ${errors.length - TOLD_AT_MOST} more)` : ''
  return new GalleyError('validation_failed', `The build failed: ${told.join('; ')}${more}`)
}

function diagnosticText({ path: file, line, message }: Diagnostic): string {
  const place = [file, line].filter((part) => part !== null).join(':')
  return place === '' ? message : `${place}: ${message}`
}
