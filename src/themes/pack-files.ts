/** The files of a commit in a pack that is not trusted. Links and submodules are left out. */

import { GitError } from '../git/program/git-error.js'
import { treeInCommit } from '../git/objects/commit-object.js'
import type { Oid } from '../git/objects/oid.js'
import { readTyped, type ObjectReader } from '../git/objects/reader.js'
import { parseTree } from '../git/objects/tree.js'
import { readPlainPack } from '../git/remote/plain.js'
import { MAX_FILES, MAX_UNPACKED_BYTES } from './limits.js'
import { checkedName, isOfTheme } from './names.js'
import { ThemeError } from './theme-error.js'

interface Budget {
  bytes: number
  entries: number
}

/** Every file of a theme. @throws ThemeError, GitError with a clause */
export async function* readPackFiles(
  chunks: AsyncIterable<Uint8Array>,
  commit: Oid,
): AsyncGenerator<{ readonly path: string; readonly data: Buffer }> {
  const { reader } = await readPlainPack(NOTHING, chunks)
  // An annotated tag, where the server says nothing of its commit, is none.
  const tree = treeInCommit(commit, await readTyped(reader, 'commit', commit))
  yield* filesBelow(reader, { tree, prefix: '' }, { bytes: 0, entries: 0 })
}

async function* filesBelow(
  reader: ObjectReader,
  { tree, prefix }: { readonly tree: Oid; readonly prefix: string },
  budget: Budget,
): AsyncGenerator<{ readonly path: string; readonly data: Buffer }> {
  for (const { name, mode, oid } of parseTree(await readTyped(reader, 'tree', tree))) {
    if (++budget.entries > MAX_FILES) throw new ThemeError(`it has more than ${MAX_FILES} files`)
    const path = checkedName(`${prefix}${name}`)
    if (mode === '040000') {
      if (prefix !== '' || isOfTheme(`${name}/`))
        yield* filesBelow(reader, { tree: oid, prefix: `${path}/` }, budget)
    } else if (mode.startsWith('100') && isOfTheme(path)) {
      const data = await readTyped(reader, 'blob', oid)
      if ((budget.bytes += data.length) > MAX_UNPACKED_BYTES)
        throw new ThemeError(`it unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
      yield { path, data }
    }
  }
}

/** A repository without objects. */
const NOTHING: ObjectReader = {
  read: (oid) => Promise.reject(absent(oid)),
  start: (oid) => Promise.reject(absent(oid)),
  info: (oid) => Promise.reject(absent(oid)),
  close: () => Promise.resolve(),
}

function absent(oid: Oid): GitError {
  return new GitError('not_found', `the server left out the object ${oid}`)
}
