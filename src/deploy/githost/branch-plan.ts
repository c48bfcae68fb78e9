/**
 * Decides what a deployment changes on a branch: which files are written, which removed, and which are left, because
 * Galley did not put them there. Pure but for what `BranchTip` reads.
 */
import type { FileFacts, Manifest } from '../files/deployer.js'
import { countFiles } from '../files/progress.js'
import { forEachYielding } from '../../system/yielding.js'
import { DeployError } from '../network/deploy-error.js'
import { quoteName } from '../network/remote-text.js'

/** Content of one path of the commit: an absolute path on this machine, or text. */
export type GitContent =
  | { readonly file: string; readonly text?: never }
  | { readonly text: string; readonly file?: never }

/** The branch as it is now. */
export interface BranchTip {
  /** Ids of the contents by path, links and submodules included. */
  readonly files: ReadonlyMap<string, string>
  readText(path: string): Promise<string>
  /** Of some paths, those that a deployment of Galley touched last. Reads the history. */
  broughtByUs(paths: ReadonlySet<string>): Promise<ReadonlySet<string>>
}

/** What the branch gets. Whatever is in neither stays as it is. */
export interface BranchPlan {
  readonly write: ReadonlyMap<string, GitContent>
  readonly remove: ReadonlySet<string>
}

interface Wanted {
  /** The files of the release. */
  readonly files: ReadonlyMap<string, GitContent>
  /** Files that a host reads, beside the release; null if there should be none of ours. */
  readonly extras: ReadonlyMap<string, string | null>
  /** What the last deployment put there; null if nobody knows. */
  readonly previous: Manifest | null
}

/** A plan, and whose the files of the branch were before. */
export interface DecidedPlan extends BranchPlan {
  readonly tip: BranchTip
  /** True if a file is as a deployment of Galley left it. */
  readonly isOurs: (path: string) => boolean
  /** True if Galley put a file there, whatever it is now. */
  readonly wasOurs: (path: string) => boolean
}

/** @throws DeployError `bad_remote` if a file that is not ours is where the release needs a folder, or the reverse */
export async function planBranch(tip: BranchTip, wanted: Wanted): Promise<DecidedPlan> {
  const owner = await ownerOf(tip, wanted)
  const write = new Map(wanted.files)
  for (const [path, text] of wanted.extras) {
    const isFree = !tip.files.has(path) || owner.isOurs(path)
    if (isFree && text !== null && !write.has(path)) write.set(path, { text })
  }
  const remove = new Set(
    [...tip.files.keys()].filter((path) => !write.has(path) && owner.isOurs(path)),
  )
  await requireRoom(tip, { write, remove })
  return { tip, write, remove, ...owner }
}

async function ownerOf(tip: BranchTip, { previous }: Wanted) {
  const known = previous?.files
  // A deployment whose connection was cut may have arrived all the same.
  const unknown = [...tip.files.keys()].filter((path) => !known?.has(path))
  const brought = unknown.length === 0 ? new Set() : await tip.broughtByUs(new Set(unknown))
  const wasOurs = (path: string) => known?.has(path) === true || brought.has(path)
  const isOurs = (path: string) => {
    const version = known?.get(path)?.version
    return wasOurs(path) && (version === undefined || version === tip.files.get(path))
  }
  return { isOurs, wasOurs }
}

async function requireRoom(tip: BranchTip, { write, remove }: BranchPlan): Promise<void> {
  const left = new Set<string>()
  await forEachYielding(tip.files.keys(), (path) => {
    if (write.has(path) || remove.has(path)) return
    if (folderAbove(path, write) !== null) throw inTheWay(path)
    left.add(path)
  })
  if (left.size === 0) return
  await forEachYielding(write.keys(), (path) => {
    const folder = folderAbove(path, left)
    if (folder !== null) throw inTheWay(folder)
  })
}

function inTheWay(path: string): DeployError {
  const problem = `${quoteName(path)} is there, which Galley did not upload, and is in the way of the site`
  return new DeployError('bad_remote', `${problem}; rename or remove it there`)
}

/** The first folder above a path that is one of the names; null for none. */
function folderAbove(
  path: string,
  names: { readonly has: (name: string) => boolean },
): string | null {
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    if (names.has(path.slice(0, at))) return path.slice(0, at)
  }
  return null
}

/**
 * Sentences about files that are not ours.
 *
 * @param ids ids of the contents that were written
 */
export async function describeBranch(
  plan: DecidedPlan,
  { extras, ids }: Pick<Wanted, 'extras'> & { readonly ids: ReadonlyMap<string, string> },
): Promise<string[]> {
  const { tip, write, remove, isOurs, wasOurs } = plan
  const stays = [...tip.files.keys()].filter((path) => !write.has(path) && !remove.has(path))
  const other = [...tip.files].filter(([path, id]) => write.has(path) && ids.get(path) !== id)
  const overwritten = other.map(([path]) => path).filter((path) => !isOurs(path))
  const [left, kept] = [stays.filter((path) => !wasOurs(path)), stays.filter(wasOurs)]
  const [replaced, changed] = [
    overwritten.filter((path) => !wasOurs(path)),
    overwritten.filter(wasOurs),
  ]
  const notes: string[] = []
  if (left.length > 0) notes.push(`Left ${countFiles(left.length)} that Galley did not upload`)
  if (replaced.length > 0) notes.push(`Replaced ${sample(replaced)}, which Galley had not uploaded`)
  if (changed.length > 0) notes.push(`Restored ${sample(changed)}, changed there by somebody else`)
  if (kept.length > 0) notes.push(`Left ${sample(kept)}, changed there by somebody else`)
  const cname = stays.includes('CNAME') ? extras.get('CNAME') : undefined
  if (typeof cname === 'string') {
    const theirs = (await tip.readText('CNAME')).trim()
    if (theirs !== cname.trim()) notes.push(otherDomain(theirs, cname.trim()))
  }
  return notes
}

function otherDomain(theirs: string, ours: string): string {
  return `Left CNAME as it is: it names ${quoteName(theirs)}, and the domain of the site is ${quoteName(ours)}`
}

function sample(paths: readonly string[]): string {
  const more = paths.length - 1
  return more <= 0 ? quoteName(paths[0] ?? '') : `${quoteName(paths[0] ?? '')} and ${more} more`
}

/** The manifest of a branch: what we wrote, each with the id of its content there. */
export function manifestFiles(
  write: ReadonlyMap<string, GitContent>,
  {
    facts,
    ids,
  }: {
    readonly facts: (path: string, content: GitContent) => FileFacts
    readonly ids: ReadonlyMap<string, string>
  },
): Map<string, FileFacts> {
  const files = new Map<string, FileFacts>()
  for (const [path, content] of write) {
    const version = ids.get(path)
    files.set(path, { ...facts(path, content), ...(version === undefined ? {} : { version }) })
  }
  return files
}
