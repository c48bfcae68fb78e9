/**
 * The store of the copies, encrypted: pieces, points in time, and the object `key` that says which key they were encrypted
 * with and which store it is. Every failure is one sentence.
 */

import { randomBytes } from 'node:crypto'
import { storeAt } from '../../deploy/store-address.js'
import type { Content } from '../../deploy/files/file-store.js'
import { temporaryName } from '../../deploy/files/remote-name.js'
import { withStore, type StoreSession } from '../../deploy/files/store-session.js'
import { digestOf } from '../../deploy/files/checksums.js'
import { GalleyError } from '../../errors.js'
import type { Sealing } from './sealing.js'

/** Where copies go. */
export interface CopyTarget {
  /** The setting `copies_to`. */
  readonly address: string
  readonly sealing: Sealing
  readonly now: () => number
}

/** An opened store. */
export interface CopyStore {
  /** For people. */
  readonly place: string
  /** Tells it from another one that is at the same place later, as when a disk is not mounted; empty for old ones. */
  readonly id: string
  /** Paths of all objects. */
  list(): Promise<string[]>
  /** Null if there is none. @throws GalleyError `validation_failed` if it is damaged */
  read(path: string): Promise<Buffer | null>
  /** The object is there whole or not at all when it is replaced or read by others. */
  write(path: string, bytes: Uint8Array): Promise<void>
  remove(path: string): Promise<void>
  /** Bytes and requests that wrote something. */
  readonly written: { bytes: number; requests: number }
}

const KEY_NAME = 'key'
const MAX_OBJECT_BYTES = 64 * 1024 * 1024
/** The operator names the store, so it may have any address, as the mail server. */
const ANYWHERE = ['0.0.0.0/0', '::/0']
/** Silence after which a connection is given up. */
const SILENCE_MS = 30_000

/**
 * Opens the store, runs `work` and closes it.
 *
 * @throws DeployError a sentence; GalleyError `conflict` if the copies there have another key
 */
export async function withCopyStore<T>(
  { address, sealing, now }: CopyTarget,
  signal: AbortSignal,
  work: (store: CopyStore) => Promise<T>,
): Promise<T> {
  const outgoing = { rules: { allow: ANYWHERE }, timeout: SILENCE_MS }
  const { open, options } = await storeAt(address, { outgoing, now: () => new Date(now()) })
  const failed: { error?: unknown } = {}
  // Errors of ours are sentences already.
  return withStore(open, { ...options, signal }, async (session) => {
    try {
      return await work(storeOn(session, sealing, await readId(session, sealing)))
    } catch (error) {
      failed.error = error
      throw error
    }
  }).catch((error: unknown) => {
    throw failed.error ?? error
  })
}

/** @param known id of the store; null if it does not say yet which key it has */
function storeOn(session: StoreSession, sealing: Sealing, known: string | null): CopyStore {
  const { store, attempt } = session
  const written = { bytes: 0, requests: 0 }
  const id = known ?? randomBytes(16).toString('hex')
  let keyed = known === null ? null : Promise.resolve()
  const writeKey = () =>
    writeObject(session, KEY_NAME, Buffer.from(`${sealing.fingerprint} ${id}\n`))
  return {
    place: store.place,
    id,
    written,
    list: async () => {
      const { files } = await attempt(`list ${store.place}`, () => store.list())
      return [...files.keys()]
    },
    read: async (path) => {
      const sealed = await readObject(session, path)
      return sealed === null ? null : sealing.open(path, sealed)
    },
    write: async (path, bytes) => {
      const sealed = await sealing.seal(path, bytes)
      await (keyed ??= writeKey())
      await writeObject(session, path, sealed)
      written.bytes += sealed.length
      written.requests += 1
    },
    remove: (path) => attempt(`remove ${path} from ${store.place}`, () => store.remove(path)),
  }
}

function readObject({ store, attempt }: StoreSession, path: string): Promise<Uint8Array | null> {
  return attempt(`read ${path} from ${store.place}`, () => store.read(path, MAX_OBJECT_BYTES))
}

async function writeObject(
  { store, attempt }: StoreSession,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const sha256 = await digestOf('sha256', bytes)
  const content: Content = { path, size: bytes.length, sha256, source: { bytes } }
  await attempt(`write to ${store.place}`, async () => {
    if (store.rename === undefined) return void (await store.put(path, content))
    const fresh = temporaryName()
    await store.put(fresh, content)
    await store.rename(fresh, path)
  })
}

/** @returns null if the store has no copies yet */
async function readId(session: StoreSession, { fingerprint }: Sealing): Promise<string | null> {
  const found = await readObject(session, KEY_NAME)
  if (found === null) return null
  const [key, id = ''] = Buffer.from(found).toString().trim().split(' ')
  if (key === fingerprint) return id
  const { place } = session.store
  const message = `The copies at ${place} were encrypted with another key: check --copies-key-file, or name an empty place with --copies-to.`
  throw new GalleyError('conflict', message)
}
