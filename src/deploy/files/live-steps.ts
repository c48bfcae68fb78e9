/** The steps of a deployment that change a store, in the order of the plan. */
import type { FileFacts, Manifest, Release } from './deployer.js'
import type { Content, PutOptions, Stored } from './file-store.js'
import { DeployError } from '../network/deploy-error.js'
import { forEachParallel } from '../../system/parallel.js'
import type { Plan, Put, Remove } from './plan.js'
import { progressOf, type Progress } from './progress.js'
import { temporaryName } from './remote-name.js'
import { quoteName } from '../network/remote-text.js'
import type { StoreSession } from './store-session.js'

/** One deployment under way. */
export interface LiveWork {
  readonly session: StoreSession
  readonly release: Release
  readonly todo: Plan
  readonly known: Manifest | null
  readonly report: (message: string) => void
  /** Names under which uploads broke off: filled here, and empty again after `removeBroken`. */
  readonly broken: Set<string>
}

/** Content at the store that is not live yet. */
interface Staged {
  /** Where it lies. */
  readonly name: string
  readonly stored: Stored
}

/** By the path that it will be live at. */
type AllStaged = ReadonlyMap<string, Staged>

/** Sends all new content under temporary names; null where the store cannot rename. */
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

/** From here on one listing costs less than asking for the size of each file. */
const MANY_PUTS = 8

/** Sends those again of which not all has arrived. */
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
 * Sends content under a temporary name, another one for each try: a server may begin an upload late
 * whose connection was cut, and would empty what was sent since under the same name.
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

/** Sends content to where it is live. */
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

/** Removes temporary files of deployments that broke off, before their room is needed. */
export async function removeStale(work: LiveWork): Promise<void> {
  const { store, attempt } = work.session
  await forEachParallel(work.todo.stale, store.parallel, async (path) => {
    await attempt(`remove ${quoteName(path)} at ${store.place}`, () => store.remove(path))
  })
}

/** Removes what uploads that broke off have left. */
export async function removeBroken({ session, broken }: LiveWork): Promise<void> {
  const { store, attempt } = session
  await forEachParallel([...broken], store.parallel, async (name) => {
    await attempt(`remove ${quoteName(name)} at ${store.place}`, () => store.remove(name))
    broken.delete(name)
  })
}

/** Removes what new paths cannot stand beside. */
export async function clearTheWay(work: LiveWork): Promise<void> {
  await removeAll(work, work.todo.clear)
  await removeFolders(work, work.todo.clearFolders)
}

interface GoLive {
  readonly staged: AllStaged | null
  /** Whether the plan has seen the target; else each file is looked at before it is replaced. */
  readonly isListed: boolean
}

/** What is there now, and which files somebody else had changed meanwhile. */
interface LiveResult {
  readonly files: ReadonlyMap<string, FileFacts>
  readonly changedThere: readonly string[]
}

/** Brings all new content to its place, step by step; a step begins when the last one ended. */
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
      // A rename whose answer was lost has happened: the temporary file is gone.
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

/** The manifest's facts: the release's own, with what the store calls the content. */
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

/** Removes what the release no longer has, and the folders that this empties. */
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

/** Removes folders, the deepest first; one that is not empty stays. */
async function removeFolders(work: LiveWork, folders: readonly string[]): Promise<void> {
  const { store, attempt } = work.session
  // Where there is nothing to wait for, nobody else would have a turn.
  if (store.removeFolder === undefined) return
  for (const folder of folders) {
    await attempt(`remove the folder ${quoteName(folder)} at ${store.place}`, async () =>
      store.removeFolder?.(folder),
    )
  }
}
