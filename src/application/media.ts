/** The parts of the media list: signed tokens for URLs, thumbnails, and which texts use a file. */

import { availableParallelism } from 'node:os'
import type { Vault } from '../service/accounts/vault.js'
import { createMediaTokens } from '../service/media/media-tokens.js'
import { createMentions } from '../service/media/mentions.js'
import { createThumbnails } from '../service/media/thumbnails.js'
import type { Resources } from './resources.js'

/** Most images that are scaled down at the same time. */
const MAX_LANES = 2

export function createMediaParts(resources: Resources, vault: Vault) {
  const { folders, store, now, newId } = resources
  return {
    tokens: createMediaTokens({ signer: vault, now }),
    mentions: createMentions(store.index),
    thumbnails: createThumbnails({
      folder: folders.thumbnails,
      temporary: folders.temporary,
      now,
      newId,
      lanes: Math.max(1, Math.min(MAX_LANES, availableParallelism() - 1)),
    }),
  }
}

export type MediaParts = ReturnType<typeof createMediaParts>
