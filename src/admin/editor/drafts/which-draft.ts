/** Which draft is shown: that of this browser, or that of the server. */

import type { ServerDraft } from './on-server.js'

/** What a draft in this browser knows of its half on the server. */
export interface KnownOnServer {
  /** The version that it goes on from; null or missing for none. */
  readonly version?: string | null | undefined
  /** True if nothing was typed here since. */
  readonly isKept?: boolean | undefined
}

type Which = 'here' | 'there' | 'ask'

/**
 * The newest, if one has gone on from the other; a question if both have changed.
 *
 * @param isSame whether both are the same text
 */
export function whichDraft(
  here: KnownOnServer | null,
  there: Pick<ServerDraft<unknown>, 'version'> | null,
  isSame: boolean,
): Which {
  if (there === null) return 'here'
  if (here === null) return 'there'
  if (isSame || here.version === there.version) return 'here'
  return here.isKept === true ? 'there' : 'ask'
}
