/** Explains to the operator why a port cannot be used, and what to do. */

import { GalleyError } from '../errors.js'
import { hasCode } from '../system/errno.js'

interface Place {
  readonly host: string
  readonly port: number
  /** The flag for the port: `--port`. */
  readonly flag: string
}

/** Returns the error unchanged if there is no better explanation. */
export function listenFailure(error: Error, place: Place): Error {
  const advice = adviceFor(error, place)
  return advice === null
    ? error
    : new GalleyError('unavailable', `${advice} (${error.message})`, { cause: error })
}

function adviceFor(error: Error, { host, port, flag }: Place): string | null {
  if (hasCode(error, 'EADDRINUSE'))
    return `Port ${port} is taken by another program, perhaps another Galley: stop it, or choose another port with ${flag}.`
  if (hasCode(error, 'EACCES'))
    return `This user may not listen on port ${port}: choose a port above 1023 with ${flag}, and let a reverse proxy forward to it.`
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return `This machine does not have the address ${host}: set one that it has with --host.`
  return null
}
