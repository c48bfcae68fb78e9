/**
 * Galley's own names on servers that take no names which begin with a dot, such as pure-ftpd with `-x` or `-X`: there
 * the manifest and temporary files have their names without the dot.
 */

import { DeployError } from '../network/deploy-error.js'
import { quoteName } from '../network/remote-text.js'
import type { Content, FileStore, Listing, Received } from './file-store.js'
import { isReserved, MANIFEST_PATH } from './remote-name.js'

/** The names without the dot. A file of somebody else hardly has one of them. */
const PLAIN = /^galley-(manifest\.json|tmp-(test|(manifest-)?[0-9a-f]{24}))$/

/**
 * The store with plain names, as soon as a file with a dot was refused, or a manifest with the plain name is there.
 * Everybody else sees the names with the dot.
 */
export function withPlainNames(store: FileStore): FileStore {
  let isPlain = false
  const there = (path: string) => (isPlain && isReserved(path) ? path.slice(1) : path)
  const here = (path: string) => (isPlain && PLAIN.test(path) ? `.${path}` : path)
  const { sizes, rename } = store
  return {
    ...store,
    async list(received): Promise<Listing> {
      const { files, odd } = await store.list(received)
      return {
        files: isPlain ? new Map([...files].map(([path, of]) => [here(path), of])) : files,
        odd,
      }
    },
    stat: (path) => store.stat(there(path)),
    async read(path, limit, received?: Received) {
      const found = await store.read(there(path), limit, received)
      if (found !== null || isPlain || path !== MANIFEST_PATH) return found
      const plain = await store.read(path.slice(1), limit, received)
      isPlain = plain !== null
      return plain
    },
    async put(path, content, options) {
      if (isPlain) refuseHidden(content)
      try {
        return await store.put(there(path), content, options)
      } catch (error) {
        const isRefused = error instanceof DeployError && error.code === 'forbidden'
        if (isPlain || !isRefused || !isReserved(path)) throw error
        // If this is refused as well, the dot was not the reason.
        const stored = await store.put(path.slice(1), content, options).catch(() => null)
        if (stored === null) throw error
        isPlain = true
        return stored
      }
    },
    remove: (path) => store.remove(there(path)),
    ...(sizes && {
      async sizes(received) {
        return new Map([...(await sizes(received))].map(([name, size]) => [here(name), size]))
      },
    }),
    ...(rename && { rename: (from, to) => rename(there(from), there(to)) }),
  }
}

/** Tells before anything has gone live what the server would refuse later. */
function refuseHidden({ path }: Content): void {
  const isOwn = PLAIN.test(path)
  const isHidden = path.split('/').some((name) => name.startsWith('.'))
  if (isReserved(path) || !(isHidden || isOwn)) return
  const advice =
    'exclude the file in _config.yml, or ask whoever runs the server to allow such names'
  throw new DeployError(
    'bad_name',
    isOwn
      ? `${quoteName(path)} is Galley's own name on this server; give the file another name`
      : `the server takes no names that begin with a dot, such as ${quoteName(path)}; ${advice}`,
  )
}
