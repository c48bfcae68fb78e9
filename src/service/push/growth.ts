/** By how much the working tree grows with a push or fetch: a small pack may hold a lot. */

import { diffTrees } from '../../git/diff/diff.js'
import type { ObjectReader } from '../../git/objects/reader.js'
import { treeOf, type Entry } from '../../git/objects/snapshot.js'
import { MAIN } from '../../git/repository.js'
import type { PushUpdate } from '../../git/server/push-hook.js'
import { mapLimited } from '../../system/parallel.js'
import { onDisk } from '../space/site-space.js'

const PARALLEL = 64

/** Bytes by which the files of `main` grow together; negative if they shrink. */
export async function growthOf(
  updates: readonly PushUpdate[],
  reader: ObjectReader,
): Promise<number> {
  const main = updates.find(({ ref }) => ref === MAIN)
  if (main === undefined || main.to === null) return 0
  const trees = [await treeOf(reader, main.from), await treeOf(reader, main.to)] as const
  const changes = await diffTrees(reader, ...trees)
  const grown = await mapLimited(changes, PARALLEL, async ({ before, after }) => {
    return (await sizeOf(reader, after)) - (await sizeOf(reader, before))
  })
  return grown.reduce((sum, bytes) => sum + bytes, 0)
}

async function sizeOf(reader: ObjectReader, entry: Entry | null): Promise<number> {
  if (entry === null || entry.mode === '160000') return 0
  return onDisk((await reader.info(entry.oid)).size)
}
