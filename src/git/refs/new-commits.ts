/** Lists new commits: those that some tips reach and known commits do not. */
import { expectGit } from '../program/run.js'
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'

/** The part of a commit that is needed to check a history. */
export interface CommitNode {
  readonly oid: Oid
  readonly tree: Oid
  /** The first parent comes first. */
  readonly parents: readonly Oid[]
}

/** Prefix of refs that keep refused commits. What they reach does not count as known. */
export const REFUSED = 'refs/galley/refused'

/** The commits to list. */
interface NewCommits {
  readonly tips: readonly Oid[]
  /** Commits whose history is known; `refs` for all refs except those of refused commits. */
  readonly known: readonly Oid[] | 'refs'
  /** Limit of the list. */
  readonly most: number
}

/** Where git's programs find the objects. */
interface CommitPlace {
  readonly gitDir: string
  /** Additional environment variables, for example for a quarantine. */
  readonly env?: Readonly<Record<string, string>>
}

/** New commits, parents before children. @throws GitError `failed` */
export async function listNewCommits(
  place: CommitPlace,
  { tips, known, most }: NewCommits,
): Promise<CommitNode[]> {
  const format = ['--no-commit-header', '--format=%H %T %P']
  // Ids that are not commits are left out.
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

/** Like `listNewCommits`, for machines without git. */
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
