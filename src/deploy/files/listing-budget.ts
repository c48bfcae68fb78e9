/** What one listing of a target may hold in all, over however many pages, folders and levels. */

import { DeployError } from '../network/deploy-error.js'
import { listingLimits } from './file-store.js'

/** Counts one listing from its beginning to its end. */
export interface ListingBudget {
  /**
   * To be called for each entry, ours or not, before it is kept.
   *
   * @param name as it is kept: a path where a path is
   * @throws DeployError `bad_remote` once there are more than any site has
   */
  count(name: string): void
  /**
   * To be called for each answer that is a part of the listing.
   *
   * @throws DeployError `bad_remote` once they are longer than those of any site
   */
  read(bytes: number): void
}

/** @param limits of entries, of characters in all their names, and of bytes of all answers */
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

function tooMuch(what: string): DeployError {
  const advice = 'give the site a folder of its own there, or remove what does not belong to it'
  return new DeployError('bad_remote', `the server lists more than ${what}; ${advice}`)
}
