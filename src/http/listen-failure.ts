/** Why a port can't be listened on, as its operator needs it: with what to do. */

import { GalleyError } from '../errors.js'
import { hasCode } from '../system/errno.js'

interface Place {
  readonly host: string
  readonly port: number
  /** The setting that names the port, as a flag: `--port`. */
  readonly flag: string
}

/** The error itself where nothing better is known. */
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
