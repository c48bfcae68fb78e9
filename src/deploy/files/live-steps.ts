/** The steps of a deployment that change the target, in the order of the plan. Called by `files-deployer.ts`. */
import type { FileFacts, Manifest, Release } from './deployer.js'
import type { Content, PutOptions, Stored } from './file-store.js'
import { DeployError } from '../network/deploy-error.js'
import { forEachParallel } from '../../system/parallel.js'
import type { Plan, Put, Remove } from './plan.js'
import { progressOf, type Progress } from './progress.js'
import { temporaryName } from './remote-name.js'
import { quoteName } from '../network/remote-text.js'
import type { StoreSession } from './store-session.js'

/** The state of one deployment. */
export interface LiveWork {
  readonly session: StoreSession
  readonly release: Release
  readonly todo: Plan
  readonly known: Manifest | null
  readonly report: (message: string) => void
  /** Temporary names of interrupted uploads: filled here, emptied by `removeBroken`. */
  readonly broken: Set<string>
}

/** Uploaded content that is not live yet. */
interface Staged {
  /** Its temporary name. */
  readonly name: string
  readonly stored: Stored
}

/** By the path where it will be live. */
type AllStaged = ReadonlyMap<string, Staged>

/** Uploads all new content under temporary names; null if the store cannot rename. */
export async function stage(work: LiveWork): Promise<AllStaged | null> {
  const { store } = work.session
  if (store.rename === undefined) return null
  const puts = work.todo.puts.flat()
  const progress = uploads(work, puts)
  const staged = new Map<string, Staged>()
  const sizeLater = store.sizes !== undefined && puts.length >= MANY_PUTS
  await forEachParallel(puts, store.parallel, async (put) => {
    const content = contentOf(work.release, put.path)
    staged.set(put.path, await sendAside(work, content, { sizeLater }))
    progress.done(put.size)
  })
  if (sizeLater) await sendAgain(work, puts, staged)
  return staged
}

/** From this number on, one listing takes less time than a request for each size. */
const MANY_PUTS = 8

/** Uploads incomplete files again. */
async function sendAgain(
  work: LiveWork,
  puts: readonly Put[],
  staged: Map<string, Staged>,
): Promise<void> {
  const { store, attempt } = work.session
  const sizes = await attempt(`list ${store.place}`, async () => store.sizes?.())
  const nameOf = ({ path }: Put) => staged.get(path)?.name ?? path
  const isThere = (put: Put) => sizes?.get(nameOf(put)) === put.size
  await forEachParallel(
    puts.filter((put) => !isThere(put)),
    store.parallel,
    async (put) => {
      const { path, size } = put
      const name = nameOf(put)
      const there = await attempt(`look at ${quoteName(path)} at ${store.place}`, () =>
        store.stat(name),
      )
      if (there !== null && (there.size ?? size) === size) return
      work.broken.add(name)
      staged.set(path, await sendAside(work, contentOf(work.release, path)))
    },
  )
}

function uploads(work: LiveWork, puts: readonly Put[]): Progress {
  const sizes = puts.map((put) => put.size)
  return progressOf('Uploaded', sizes, work.report)
}

/**
 * Uploads content under a temporary name, a new one for each attempt: a server may start an interrupted upload late
 * and then empty a file of the same name.
 */
async function sendAside(work: LiveWork, content: Content, options?: PutOptions): Promise<Staged> {
  return attemptUpload(work, content, async () => {
    const name = temporaryName()
    work.broken.add(name)
    const stored = await work.session.store.put(name, content, options)
    work.broken.delete(name)
    return { name, stored }
  })
}

/** Uploads content directly to its live path. */
async function send(work: LiveWork, content: Content): Promise<Stored> {
  return attemptUpload(work, content, () => work.session.store.put(content.path, content))
}

async function attemptUpload<T>(
  { session }: LiveWork,
  { path }: Content,
  upload: () => Promise<T>,
): Promise<T> {
  return session.attempt(`upload ${quoteName(path)} to ${session.store.place}`, upload)
}

function contentOf(release: Release, path: string): Content {
  const facts = release.files.get(path)
  if (facts === undefined) throw new DeployError('local_error', `${quoteName(path)} is not there`)
  const { sha256, size, md5 } = facts
  const source = { file: release.fileOf(path) }
  return { path, size, sha256, source, ...(md5 === undefined ? {} : { md5 }) }
}

/** Removes temporary files of interrupted deployments, before their space is needed. */
export async function removeStale(work: LiveWork): Promise<void> {
  const { store, attempt } = work.session
  await forEachParallel(work.todo.stale, store.parallel, async (path) => {
    await attempt(`remove ${quoteName(path)} at ${store.place}`, () => store.remove(path))
  })
}

/** Removes what interrupted uploads of this deployment have left. */
export async function removeBroken({ session, broken }: LiveWork): Promise<void> {
  const { store, attempt } = session
  await forEachParallel([...broken], store.parallel, async (name) => {
    await attempt(`remove ${quoteName(name)} at ${store.place}`, () => store.remove(name))
    broken.delete(name)
  })
}

/** Removes files that are in the way of new paths. */
export async function clearTheWay(work: LiveWork): Promise<void> {
  await removeAll(work, work.todo.clear)
  await removeFolders(work, work.todo.clearFolders)
}

interface GoLive {
  readonly staged: AllStaged | null
  /** True if the target was listed for the plan; else each file is checked before it is replaced. */
  readonly isListed: boolean
}

/** What is on the target now, and which files somebody else had changed meanwhile. */
interface LiveResult {
  readonly files: ReadonlyMap<string, FileFacts>
  readonly changedThere: readonly string[]
}

/** Makes all new content live, one step after another. */
export async function goLive(work: LiveWork, options: GoLive): Promise<LiveResult> {
  const { session, todo, release } = work
  const { staged, isListed } = options
  const puts = todo.puts.flat()
  const progress =
    staged === null
      ? uploads(work, puts)
      : progressOf(
          'Published',
          puts.map(() => null),
          work.report,
        )
  const sent = new Map<string, Stored>()
  const changedThere: string[] = []
  for (const step of todo.puts) {
    await forEachParallel(step, session.store.parallel, async (put) => {
      if (!isListed && (await isChangedThere(work, put.path))) changedThere.push(put.path)
      const content = contentOf(release, put.path)
      const aside = staged?.get(put.path)
      if (aside !== undefined) await moveIntoPlace(work, content, aside)
      sent.set(put.path, aside?.stored ?? (await send(work, content)))
      progress.done(put.size)
    })
  }
  return { files: factsAfter(work, sent), changedThere }
}

async function moveIntoPlace(work: LiveWork, content: Content, { name }: Staged): Promise<void> {
  const { store, attempt } = work.session
  await attempt(`publish ${quoteName(content.path)} at ${store.place}`, async (count) => {
    try {
      await store.rename?.(name, content.path)
    } catch (error) {
      // If the temporary file is gone, an earlier rename has succeeded and only its answer was lost.
      const isGone = error instanceof DeployError && error.code === 'not_found'
      if (count === 1 || !isGone) throw error
      const there = await store.stat(content.path)
      if (there === null || (there.size ?? content.size) !== content.size) throw error
    }
  })
}

async function isChangedThere(work: LiveWork, path: string): Promise<boolean> {
  const { store, attempt } = work.session
  const facts = work.known?.files.get(path)
  if (facts === undefined) return false
  const there = await attempt(`look at ${quoteName(path)} at ${store.place}`, () =>
    store.stat(path),
  )
  return there !== null && there.size !== null && there.size !== facts.size
}

/** The facts for the manifest: those of the release, with the ETags of the store. */
function factsAfter(work: LiveWork, sent: ReadonlyMap<string, Stored>): Map<string, FileFacts> {
  const files = new Map<string, FileFacts>()
  for (const [path, facts] of work.release.files) {
    const before = work.known?.files.get(path) ?? work.known?.pending?.get(path)
    const isSame = before?.sha256 === facts.sha256
    const stored = sent.get(path) ?? (isSame ? before : undefined)
    const md5 = facts.md5 ?? stored?.md5
    const version = stored?.version
    files.set(path, {
      sha256: facts.sha256,
      size: facts.size,
      ...(md5 === undefined ? {} : { md5 }),
      ...(version === undefined ? {} : { version }),
    })
  }
  return files
}

/** Removes files that the release no longer has, and folders that become empty. */
export async function removeOld(
  work: LiveWork,
  options: { readonly isListed: boolean },
): Promise<{ kept: string[] }> {
  const kept: string[] = []
  for (const step of work.todo.removes) {
    const removes: Remove[] = []
    for (const remove of step) {
      const isChanged = !options.isListed && (await isChangedThere(work, remove.path))
      if (isChanged) kept.push(remove.path)
      else removes.push(remove)
    }
    await removeAll(work, removes)
  }
  await removeFolders(work, work.todo.emptied)
  return { kept }
}

async function removeAll(
  work: LiveWork,
  removes: readonly { readonly path: string }[],
): Promise<void> {
  const { store, attempt } = work.session
  const progress = progressOf(
    'Removed',
    removes.map(() => null),
    work.report,
  )
  await forEachParallel(removes, store.parallel, async ({ path }) => {
    await attempt(`remove ${quoteName(path)} at ${store.place}`, () => store.remove(path))
    progress.done(0)
  })
}

/** Removes folders, deepest first. One that is not empty stays. */
async function removeFolders(work: LiveWork, folders: readonly string[]): Promise<void> {
  const { store, attempt } = work.session
  // If no request is needed, yields to the event loop all the same.
  if (store.removeFolder === undefined) return
  for (const folder of folders) {
    await attempt(`remove the folder ${quoteName(folder)} at ${store.place}`, async () =>
      store.removeFolder?.(folder),
    )
  }
}
