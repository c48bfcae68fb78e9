/** Finds out from the history of a branch which of its files a deployment of Galley put there. */

import { isDeployment } from '../../deploy/githost/githost.js'
import { diffTrees } from '../../git/diff/diff.js'
import type { Commit } from '../../git/objects/commit-object.js'
import type { Repository } from '../../git/repository.js'
import { SERVER_AUTHOR } from '../branch/authors.js'

/** Commits that are read; what no deployment among them touched counts as somebody else's. */
const MAX_COMMITS = 10_000
/** Up to this number of paths, each is looked up; for more, whole trees are compared. */
const FEW = 8

interface Question {
  readonly paths: ReadonlySet<string>
  readonly signal: AbortSignal
}

/** Of the paths, those that were last touched by a commit of a deployment, along first parents. */
export async function broughtByUs(
  repository: Repository,
  tip: string | null,
  { paths, signal }: Question,
): Promise<Set<string>> {
  const ours = new Set<string>()
  const left = new Set(paths)
  let commit = tip
  for (let read = 0; commit !== null && left.size > 0 && read < MAX_COMMITS; read += 1) {
    signal.throwIfAborted()
    const made: Commit = await repository.readCommit(commit)
    const parent: string | null = made.parents[0] ?? null
    for (const path of await touched(repository, { commit, made, parent }, left)) {
      if (left.delete(path) && isOurs(made)) ours.add(path)
    }
    commit = parent
  }
  return ours
}

function isOurs({ author, message }: Commit): boolean {
  return author.email === SERVER_AUTHOR.email && isDeployment(message)
}

interface Step {
  readonly commit: string
  readonly made: Commit
  readonly parent: string | null
}

async function touched(
  repository: Repository,
  { commit, made, parent }: Step,
  paths: ReadonlySet<string>,
): Promise<string[]> {
  if (paths.size > FEW) {
    const before = parent === null ? null : (await repository.readCommit(parent)).tree
    return (await diffTrees(repository.reader, before, made.tree)).map(({ path }) => path)
  }
  const [now, before] = [repository.snapshot(commit), repository.snapshot(parent)]
  const found: string[] = []
  for (const path of paths) {
    if ((await now.entry(path))?.oid !== (await before.entry(path))?.oid) found.push(path)
  }
  return found
}
