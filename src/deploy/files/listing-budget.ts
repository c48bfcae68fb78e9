/**
 * Limits the listing of a target as a whole, over all its pages and folders. Used by every deployer that lists.
 *
 * @see src/deploy/README.md (Limits on what a target answers)
 */

import { DeployError } from '../network/deploy-error.js'
import { listingLimits } from './file-store.js'

/** Counts one listing. */
export interface ListingBudget {
  /**
   * To be called for each entry before it is stored, whether it belongs to the site or not.
   *
   * @param name name or path, as it will be stored
   * @throws DeployError `bad_remote` above the limit of entries, or of characters in their names
   */
  count(name: string): void
  /**
   * To be called for each answer that is part of the listing.
   *
   * @throws DeployError `bad_remote` above the limit of bytes
   */
  read(bytes: number): void
}

/** @param limits entries, characters in all names, and bytes of all answers */
export function createListingBudget(
  limits: Pick<typeof listingLimits, 'files' | 'names' | 'inAll'> = listingLimits,
): ListingBudget {
  let [entries, characters, size] = [0, 0, 0]
  return {
    count(name) {
      entries += 1
      characters += name.length
      if (entries > limits.files) throw tooMuch(`${limits.files} entries`)
      if (characters > limits.names) throw tooMuch(`${limits.names} characters of names`)
    },
    read(bytes) {
      size += bytes
      if (size > limits.inAll) throw tooMuch(`${limits.inAll} bytes`)
    },
  }
}

/** The error for a server whose listing would never end. */
export function endlessListing(): DeployError {
  const what = 'its listing never ends: the server keeps answering, but names nothing new'
  return new DeployError('bad_remote', `${what}; report it to whoever runs the server`)
}

function tooMuch(what: string): DeployError {
  const advice = 'give the site a folder of its own there, or remove what does not belong to it'
  return new DeployError('bad_remote', `the server lists more than ${what}; ${advice}`)
}
