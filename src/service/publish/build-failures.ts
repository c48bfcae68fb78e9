/** Error messages for builds that failed. */

import type { Diagnostic } from '../../builder/base/request.js'
import { GalleyError } from '../../errors.js'
import type { SiteIndex } from '../../store/index/site-index.js'

/** By the limit that a build exceeded: the setting of the server for it. */
const SETTINGS: ReadonlyMap<unknown, string> = new Map([
  ['time', '--build-seconds'],
  ['memory', '--build-memory-mb'],
])

/**
 * Runs a build. If it exceeds a limit of the server, the error names the limit and its setting.
 * @throws GalleyError `validation_failed` for an exceeded limit
 */
export async function explainLimits<Result>(build: () => Promise<Result>): Promise<Result> {
  try {
    return await build()
  } catch (error) {
    // Compared by name, because the builder is bundled separately: `instanceof` would see another class.
    const isOfBuild = error instanceof Error && error.name === 'BuildProcessError'
    const setting = isOfBuild && 'code' in error ? SETTINGS.get(error.code) : undefined
    if (!isOfBuild || setting === undefined) throw error
    const message = `${error.message} That is the limit of this server (its setting ${setting}).`
    throw new GalleyError('validation_failed', message, { cause: error, limit: message })
  }
}

const MAX_ERRORS = 5

/** Used to find out whether a file may be named. */
export interface NamedFiles {
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly siteId: string
}

/**
 * The error of a failed build: a sentence with the first errors and their places. Everybody on the site can read it
 * in the job's last event, so files that are not visible to all are not named.
 *
 * @param limit that stopped the build, for the operator's log; null for none
 */
export function buildFailed(
  diagnostics: readonly Diagnostic[],
  files: NamedFiles,
  limit: string | null,
): GalleyError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const listed = new Set(errors.slice(0, MAX_ERRORS).map((one) => diagnosticText(one, files)))
  const more = errors.length > MAX_ERRORS ? ` (and ${errors.length - MAX_ERRORS} more)` : ''
  const message = `The build failed: ${[...listed].join('; ')}${more}`
  return new GalleyError('validation_failed', message, { limit })
}

const UNSEEN =
  'a document that is not visible has an error; the job shows it to those who may see the document'

function diagnosticText({ path: file, line, message }: Diagnostic, files: NamedFiles): string {
  const entry = file === null ? null : files.index.entryByPath(files.siteId, file)
  if (entry !== null && entry.visibility !== 'visible') return UNSEEN
  const place = [file, line].filter((part) => part !== null).join(':')
  return place === '' ? message : `${place}: ${message}`
}
