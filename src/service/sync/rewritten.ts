/** Stops a sync whose remote branch lost commits, asks, and carries out what was chosen. */

import { GalleyError } from '../../errors.js'
import { isAncestor } from '../../git/refs/ancestry.js'
import { readBranches } from '../../git/remote/refs.js'
import type { Remote } from '../../git/remote/http.js'
import type { Repository } from '../../git/repository.js'
import type { Advance } from '../branch/advance.js'
import type { Decision, Decisions } from './decisions.js'
import { rememberCommit } from './push.js'
import { memoryRef, type RemoteAccount } from './remote.js'

interface Standing {
  readonly siteId: string
  readonly repository: Repository
  readonly remote: Remote & RemoteAccount
  /** The remote branch; null if there is none. */
  readonly theirs: string | null
  readonly report: (message: string) => void
}

interface Parts {
  readonly decisions: Decisions
  readonly advance: Pick<Advance, 'adopt'>
}

/**
 * What the sync has to do with a branch that lost commits. Null if it lost none, or once that is settled.
 *
 * @returns `ours` if the remote's branch is to become `main`, whatever it is now
 * @throws GalleyError `conflict` if nobody has decided yet
 */
export async function settleRewritten(
  { decisions, advance }: Parts,
  standing: Standing,
): Promise<'ours' | null> {
  const { siteId, repository, remote, theirs, report } = standing
  const ref = memoryRef('sync', remote)
  const known = decisions.find(siteId)
  const last = await lostCommit(standing, ref, known)
  if (last === null) {
    decisions.clear(siteId)
    return null
  }
  const choice = known?.remote === ref && known.theirs === theirs ? known.choice : null
  if (choice === null) {
    const branches = theirs === null ? await otherBranches(remote, last) : []
    const decision = { remote: ref, theirs, last, branches, choice: null }
    decisions.keep(siteId, decision)
    throw undecided(remote.branch, decision)
  }
  if (choice === 'ours' || theirs === null) return 'ours'
  const kept = choice === 'copy' ? await keepMain(repository) : null
  await advance.adopt(siteId, async () => ({ head: theirs }))
  await rememberCommit(repository, ref, theirs)
  decisions.clear(siteId)
  report(`Took over the rewritten ${remote.branch} of the remote`)
  if (kept !== null) report(`What was here is on the branch ${kept}`)
  return null
}

/** The commit of the last sync if the remote branch no longer has it; null if it has. */
async function lostCommit(
  { repository, theirs }: Standing,
  ref: string,
  known: Decision | null,
): Promise<string | null> {
  const [synced, head] = await Promise.all([repository.head(ref), repository.head()])
  // Who follows another branch instead of deciding is asked there.
  const last = synced ?? (theirs === null ? null : (known?.last ?? null))
  if (last === null || head === null || theirs === last || theirs === head) return null
  if (theirs === null) return last
  return (await isAncestor(repository.reader, last, theirs)) ? null : last
}

const MAX_BRANCHES = 20

/** Branches of the remote; those at the last known commit first, since they may be the same one under a new name. */
async function otherBranches(remote: Remote, last: string): Promise<string[]> {
  const branches = [...(await readBranches(remote))]
  const rank = ([, commit]: readonly [string, string]) => (commit === last ? 0 : 1)
  return branches
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_BRANCHES)
    .map(([name]) => name)
}

function undecided(branch: string, { theirs, branches }: Decision): GalleyError {
  const stopped =
    'Nothing was changed on either side, and the sync waits for an administrator of the site'
  if (theirs === null) {
    const others = branches.length === 0 ? '' : `; there are ${branches.join(', ')}`
    const advice = 'follow another branch, or push it again'
    return stop(`The branch ${branch} is gone from the remote${others}. ${stopped}: ${advice}.`)
  }
  const advice = 'take theirs, take theirs and keep ours on a branch, or push ours'
  return stop(`The history of ${branch} was rewritten on the remote. ${stopped}: ${advice}.`)
}

function stop(message: string): GalleyError {
  return new GalleyError('conflict', message)
}

/** Names the present `main` by a branch, which the next steps do not move. */
async function keepMain(repository: Repository): Promise<string | null> {
  const head = await repository.head()
  if (head === null) return null
  const name = `before-sync-${head.slice(0, 7)}`
  await rememberCommit(repository, `refs/heads/${name}`, head)
  return name
}
