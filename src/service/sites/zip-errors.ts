/** Errors that say what is wrong with a ZIP, and with which of its files. */

import type { Entry } from 'yauzl'
import { GalleyError } from '../../errors.js'

/** Characters of a name that messages show; a name may have 65,535. */
const MAX_SHOWN = 200

/** The name of an entry for a message. */
export function quotedName({ fileName }: Entry): string {
  return JSON.stringify(fileName.length > MAX_SHOWN ? `${fileName.slice(0, MAX_SHOWN)}…` : fileName)
}

export function tooLarge(reason: string): GalleyError {
  return new GalleyError('payload_too_large', `The ZIP ${reason}.`)
}

/** @param why a sentence without its subject */
export function refused(what: string, why: string): GalleyError {
  const reason = why.replace(/\.$/, '')
  return new GalleyError('validation_failed', `${what}: ${reason}.`, {
    details: [{ field: 'file', message: `${what}: ${reason}` }],
  })
}
