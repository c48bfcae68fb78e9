/** What shows images and other files: addresses, thumbnails, uses. */

import { availableParallelism } from 'node:os'
import type { Vault } from '../service/accounts/vault.js'
import { createAddresses } from '../service/media/addresses.js'
import { createMentions } from '../service/media/mentions.js'
import { createThumbnails } from '../service/media/thumbnails.js'
import type { Resources } from './resources.js'

/** Images that are worked on at once, at most. */
const MOST_LANES = 2

export function createMediaParts(resources: Resources, vault: Vault) {
  const { folders, store, now, newId } = resources
  return {
    addresses: createAddresses({ signer: vault, now }),
    mentions: createMentions(store.index),
    thumbnails: createThumbnails({
      folder: folders.thumbnails,
      temporary: folders.temporary,
      now,
      newId,
      lanes: Math.max(1, Math.min(MOST_LANES, availableParallelism() - 1)),
    }),
  }
}

export type MediaParts = ReturnType<typeof createMediaParts>
