/** Why a build came to nothing, as sentences for people. */

import type { Diagnostic } from '../../builder/base/request.js'
import { GalleyError } from '../../errors.js'
import type { SiteIndex } from '../../store/index/site-index.js'

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

/** The files of a site, as far as it matters who may know of one. */
interface NamedFiles {
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly siteId: string
}

/**
 * The first errors with their places, in a sentence for the job's last event. Everybody on the site
 * reads that: texts that are not visible are not named in it.
 */
export function buildFailed(diagnostics: readonly Diagnostic[], files: NamedFiles): GalleyError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const told = new Set(errors.slice(0, TOLD_AT_MOST).map((one) => diagnosticText(one, files)))
  const more = errors.length > TOLD_AT_MOST ? ` (and ${errors.length - TOLD_AT_MOST} more)` : ''
  return new GalleyError('validation_failed', `The build failed: ${[...told].join('; ')}${more}`)
}

const UNSEEN =
  'a document that is not visible has an error; the job shows it to those who may see the document'

function diagnosticText({ path: file, line, message }: Diagnostic, files: NamedFiles): string {
  const entry = file === null ? null : files.index.entryByPath(files.siteId, file)
  if (entry !== null && entry.visibility !== 'visible') return UNSEEN
  const place = [file, line].filter((part) => part !== null).join(':')
  return place === '' ? message : `${place}: ${message}`
}
