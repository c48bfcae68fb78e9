/** Updates the ids of entries when a commit moves or removes files. */

import type { Change } from '../../git/diff/diff.js'
import type { EntryIds, IdPlace } from '../../store/records/entry-ids.js'
import { forEachYielding, nextTurn } from '../../system/yielding.js'

interface Following {
  readonly entryIds: Pick<EntryIds, 'rename' | 'markDeleted'>
  readonly now: () => number
}

interface Move {
  readonly from: string
  readonly to: string
}

/** Ids that are moved before a yield to the event loop. */
const AT_ONCE = 200

/** Moves ids to the new paths of renamed files, and marks those of removed files. Callers hold the site's lock. */
export async function followIds(
  { entryIds, now }: Following,
  siteId: string,
  changes: readonly Change[],
): Promise<void> {
  const { tangled, single } = await sorted(
    changes.flatMap(({ path, renamedFrom }) =>
      renamedFrom === undefined ? [] : [{ from: renamedFrom, to: path }],
    ),
  )
  if (tangled.length > 0) entryIds.rename(siteId, tangled, now())
  await some(single, (moves) => entryIds.rename(siteId, moves, now()))
  const removed = changes.flatMap(({ path, after }) => (after === null ? [path] : []))
  await some(removed, (paths) => entryIds.markDeleted(siteId, paths, now()))
}

/** Restores the ids of files that the API moved or restored, where git may not see it. Callers hold the site's lock. */
export async function followHints(
  { entryIds }: { readonly entryIds: Pick<EntryIds, 'restore'> },
  hints: readonly IdPlace[],
): Promise<void> {
  await some(hints, entryIds.restore)
}

/** Moves that form a chain or a swap must be made together (`tangled`); all others one by one. */
async function sorted(
  moves: readonly Move[],
): Promise<{ readonly tangled: Move[]; readonly single: Move[] }> {
  const [from, to] = [new Set<string>(), new Set<string>()]
  await forEachYielding(moves, (move) => {
    from.add(move.from)
    to.add(move.to)
  })
  const tangled: Move[] = []
  const single: Move[] = []
  await forEachYielding(moves, (move) => {
    if (from.has(move.to) || to.has(move.from)) tangled.push(move)
    else single.push(move)
  })
  return { tangled, single }
}

async function some<Item>(
  items: readonly Item[],
  act: (part: readonly Item[]) => void,
): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    act(items.slice(at, at + AT_ONCE))
    await nextTurn()
  }
}
