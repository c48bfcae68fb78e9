import type { FileStore, OpenStore } from '../../src/deploy/files/file-store.js'

/** A store that notes each operation asked of it, with the path that it is about. */
export function noting(open: OpenStore, operations: string[]): OpenStore {
  return async (signal) => {
    const store = await open(signal)
    const note = (what: string) => void operations.push(what)
    const { rename, sizes } = store
    const noted: FileStore = {
      ...store,
      list: () => (note('list'), store.list()),
      read: (path, limit) => (note(`read ${path}`), store.read(path, limit)),
      put: (path, content, options) => (
        note(`put ${content.path}`),
        store.put(path, content, options)
      ),
      stat: (path) => (note(`stat ${path}`), store.stat(path)),
      remove: (path) => (note(`remove ${path}`), store.remove(path)),
      ...(sizes && { sizes: () => (note('sizes'), sizes()) }),
    }
    if (rename === undefined) return noted
    return { ...noted, rename: (from, to) => (note(`rename ${to}`), rename(from, to)) }
  }
}
