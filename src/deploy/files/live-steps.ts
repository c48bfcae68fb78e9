/**
 * The steps of a deployment that change a store, in the order of the plan.
 */
import { createHash } from 'node:crypto'
import type { FileFacts, Manifest, Release } from './deployer.js'
import type { Content, PutOptions, Stored } from './file-store.js'
import { DeployError } from '../network/deploy-error.js'
import { forEachParallel } from '../../system/parallel.js'
import type { Plan, Put, Remove } from './plan.js'
import { progressOf, type Progress } from './progress.js'
import { temporaryPrefix } from './remote-name.js'
import { quoteName } from '../network/remote-text.js'
import type { StoreSession } from './store-session.js'

/** One deployment under way. */
interface LiveWork {
  readonly session: StoreSession
  readonly release: Release
  readonly todo: Plan
  readonly known: Manifest | null
  readonly report: (message: string) => void
}

/** Path to what the store said about the content sent. */
type Sent = ReadonlyMap<string, Stored>

/** Sends all new content under temporary names; null where the store cannot rename. */
export async function stage(work: LiveWork): Promise<Sent | null> {
  const { store } = work.session
  if (store.rename === undefined) return null
  const puts = work.todo.puts.flat()
  const progress = uploads(work, puts)
  const sent = new Map<string, Stored>()
  const sizeLater = store.sizes !== undefined && puts.length >= manyPuts
  await forEachParallel(puts, store.parallel, async (put) => {
    const content = contentOf(work.release, put.path)
    sent.set(put.path, await send(work, content, { sizeLater }))
    progress.done(put.size)
  })
  if (sizeLater) await sendAgain(work, puts)
  return sent
}

/** From here on one listing costs less than asking for the size of each file. */
const manyPuts = 8

/** Sends those again of which not all has arrived. */
async function sendAgain(work: LiveWork, puts: readonly Put[]): Promise<void> {
  const { store, attempt } = work.session
  const sizes = await attempt(`list ${store.place}`, async () => store.sizes?.())
  const isThere = ({ path, size }: Put) => {
    const found = sizes?.get(temporaryName(contentOf(work.release, path)))
    return found === size
  }
  await forEachParallel(
    puts.filter((put) => !isThere(put)),
    store.parallel,
    async ({ path, size }) => {
      const content = contentOf(work.release, path)
      const name = temporaryName(content)
      const there = await attempt(`look at ${quoteName(path)} at ${store.place}`, () =>
        store.stat(name),
      )
      if (there === null || (there.size ?? size) !== size) await send(work, content)
    },
  )
}

function uploads(work: LiveWork, puts: readonly Put[]): Progress {
  const sizes = puts.map((put) => put.size)
  return progressOf('Uploaded', sizes, work.report)
}

/** Sends content: under a temporary name where the store can rename. */
async function send(work: LiveWork, content: Content, options?: PutOptions): Promise<Stored> {
  const { store, attempt } = work.session
  const to = store.rename === undefined ? content.path : temporaryName(content)
  return attempt(`upload ${quoteName(content.path)} to ${store.place}`, () =>
    store.put(to, content, options),
  )
}

function contentOf(release: Release, path: string): Content {
  const facts = release.files.get(path)
  if (facts === undefined) throw new DeployError('local_error', `${quoteName(path)} is not there`)
  const { sha256, size, md5 } = facts
  const source = { file: release.fileOf(path) }
  return { path, size, sha256, source, ...(md5 === undefined ? {} : { md5 }) }
}

/** The same content for the same path has the same temporary name: a second try replaces it. */
function temporaryName({ path, sha256 }: Content): string {
  const name = createHash('sha256').update(`${path}\0${sha256}`).digest('hex').slice(0, 24)
  return `${temporaryPrefix}${name}`
}

/** Removes temporary files of deployments that broke off, before their room is needed. */
export async function removeStale(work: LiveWork): Promise<void> {
  const { store, attempt } = work.session
  await forEachParallel(work.todo.stale, store.parallel, async (path) => {
    await attempt(`remove ${quoteName(path)} at ${store.place}`, () => store.remove(path))
  })
}

/** Removes what new paths cannot stand beside. */
export async function clearTheWay(work: LiveWork): Promise<void> {
  await removeAll(work, work.todo.clear)
  await removeFolders(work, work.todo.clearFolders)
}

interface GoLive {
  readonly staged: Sent | null
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
  const sent = new Map<string, Stored>(staged)
  const changedThere: string[] = []
  for (const step of todo.puts) {
    await forEachParallel(step, session.store.parallel, async (put) => {
      if (!isListed && (await isChangedThere(work, put.path))) changedThere.push(put.path)
      const content = contentOf(release, put.path)
      if (staged === null) sent.set(put.path, await send(work, content))
      else await moveIntoPlace(work, content)
      progress.done(put.size)
    })
  }
  return { files: factsAfter(work, sent), changedThere }
}

async function moveIntoPlace(work: LiveWork, content: Content): Promise<void> {
  const { store, attempt } = work.session
  const from = temporaryName(content)
  await attempt(`publish ${quoteName(content.path)} at ${store.place}`, async (count) => {
    try {
      await store.rename?.(from, content.path)
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
function factsAfter(work: LiveWork, sent: Sent): Map<string, FileFacts> {
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
  for (const folder of folders) {
    await attempt(`remove the folder ${quoteName(folder)} at ${store.place}`, async () =>
      store.removeFolder?.(folder),
    )
  }
}
