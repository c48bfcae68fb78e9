/** Downloads the manifest from a target, which may send anything under that name. */

import { asDeployError, DeployError } from '../network/deploy-error.js'
import type { FileStore } from './file-store.js'
import { MAX_MANIFEST_BYTES } from './manifest.js'
import { MANIFEST_PATH } from './remote-name.js'

/**
 * @returns the bytes of the manifest; null if there is none
 * @throws DeployError `bad_remote` if it is too long, with what to do
 */
export async function readManifestBytes(store: FileStore): Promise<Uint8Array | null> {
  try {
    return await store.read(MANIFEST_PATH, MAX_MANIFEST_BYTES)
  } catch (error) {
    const failure = asDeployError(error)
    if (failure.code !== 'bad_remote') throw failure
    const advice = `remove ${MANIFEST_PATH} there, and every file will be compared instead`
    throw new DeployError(failure.code, `${failure.message}; ${advice}`)
  }
}
