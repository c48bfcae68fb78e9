/** Which commits are new: reached by some tips, and by nothing that is known. */
import { expectGit } from '../program/command.js'
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'

/** What is needed of a commit to go through the trees of a history. */
export interface CommitNode {
  readonly oid: Oid
  readonly tree: Oid
  /** The line of `main` first. */
  readonly parents: readonly Oid[]
}

/** Refs under which commits are kept that were refused: what they reach is not known. */
export const REFUSED = 'refs/galley/refused'

/** Which commits. */
interface NewCommits {
  readonly tips: readonly Oid[]
  /** Commits whose history is known; `refs` for all that refs name, refused ones excepted. */
  readonly known: readonly Oid[] | 'refs'
  /** More than these are not listed. */
  readonly most: number
}

/** Where git's programs find the objects. */
interface CommitPlace {
  readonly gitDir: string
  /** More environment, as for a quarantine. */
  readonly env?: Readonly<Record<string, string>>
}

/** New commits, parents before children. @throws GitError `failed` */
export async function listNewCommits(
  place: CommitPlace,
  { tips, known, most }: NewCommits,
): Promise<CommitNode[]> {
  const format = ['--no-commit-header', '--format=%H %T %P']
  // Without a tag's help, what is no commit is left out.
  const without =
    known === 'refs' ? ['--not', `--exclude=${REFUSED}/*`, '--all'] : known.map((oid) => `^${oid}`)
  const args = ['rev-list', '--topo-order', '--reverse', `--max-count=${most}`, ...format]
  const text = await expectGit({ ...place, args: [...args, ...tips, ...without, '--'] })
  return text
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [oid = '', tree = '', ...parents] = line.split(' ')
      return { oid, tree, parents: parents.filter((parent) => parent !== '') }
    })
}

/** As `listNewCommits`, by reading: for machines without git. */
export async function readNewCommits(
  reader: ObjectReader,
  { tips, known, most }: NewCommits & { readonly known: readonly Oid[] },
): Promise<CommitNode[]> {
  const old = new Set(known)
  for (const oid of old)
    for (const parent of (await readCommit(reader, oid)).parents) old.add(parent)
  const found = new Map<Oid, CommitNode>()
  const waiting = [...tips]
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (old.has(oid) || found.has(oid) || found.size >= most) continue
    const { tree, parents } = await readCommit(reader, oid)
    found.set(oid, { oid, tree, parents })
    waiting.push(...parents)
  }
  return [...found.values()].reverse()
}
