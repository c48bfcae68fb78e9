/**
 * Makes a deployer of a file store. It reads what is on the target, plans (`plan.ts`), and writes.
 *
 * If the store can rename, all files are uploaded under temporary names first, so the live site does not change while
 * they are sent. Then they go live step by step. Before the first change, the manifest on the target is marked as
 * "deployment under way"; after the last change the mark is removed. A deployment that finds the mark lists the
 * target and repairs it. Without the mark the manifest is trusted, so a change of one page takes only five further
 * requests, and one for each folder above it.
 *
 * @see src/deploy/README.md
 */
import type { DeployContext, Deployer, Deployment, Manifest, Release } from './deployer.js'
import type { Listing, OpenStore } from './file-store.js'
import { digestOf } from './checksums.js'
import { formatManifest, parseManifest } from './manifest.js'
import { readManifestBytes } from './read-manifest.js'
import {
  clearTheWay,
  goLive,
  removeBroken,
  removeOld,
  removeStale,
  stage,
  type LiveWork,
} from './live-steps.js'
import { observe } from './observed.js'
import { plan, type Plan } from './plan.js'
import { countFiles } from './progress.js'
import { checkPath, MANIFEST_PATH, temporaryName } from './remote-name.js'
import { cleanText, quoteName } from '../network/remote-text.js'
import { type SessionOptions, type StoreSession, withStore } from './store-session.js'
import { explain } from '../network/deploy-error.js'

/** A deployer that makes the files of a store equal to a release. */
export function filesDeployer(open: OpenStore, options: SessionOptions): Deployer {
  return {
    async deploy(release, context) {
      try {
        for (const path of release.files.keys()) checkPath(path)
      } catch (error) {
        throw explain('deploy the release', error, options.secrets)
      }
      return withStore(open, { ...options, signal: context.signal }, (session) =>
        deployFiles(session, release, context),
      )
    },
  }
}

interface Found {
  /** What earlier deployments have put there. */
  readonly known: Manifest | null
  /** Null if the manifest on the target is that of the last deployment, which is then trusted. */
  readonly listing: Listing | null
  readonly notes: readonly string[]
}

async function deployFiles(
  session: StoreSession,
  release: Release,
  context: DeployContext,
): Promise<Deployment> {
  const found = await look(session, context)
  const todo = await plan(found.known, release.files, found.listing?.files ?? null)
  const { known } = found
  const { report } = context
  const work: LiveWork = { session, release, todo, known, report, broken: new Set() }
  const notes = [...found.notes, ...describe(todo, found.listing)]
  notes.forEach((note) => context.report(note))
  if (todo.stale.length === 0 && isDone(todo, found.known, release)) {
    return summarize({ todo, notes, session, manifest: found.known ?? emptyManifest(release) })
  }
  await removeStale(work)
  if (!isEmpty(todo)) {
    const files = await observe(found.known, found.listing?.files ?? null)
    const pending = { release: found.known?.release ?? '', files, pending: release.files }
    await writeManifest(session, pending)
  }
  const staged = await stage(work)
  await clearTheWay(work)
  const live = await goLive(work, { staged, isListed: found.listing !== null })
  const removal = await removeOld(work, { isListed: found.listing !== null })
  const manifest = { release: release.id, files: live.files }
  await removeBroken(work)
  await writeManifest(session, manifest)
  const changed = describeChanged([...live.changedThere, ...removal.kept])
  changed.forEach((note) => context.report(note))
  return summarize({ todo, notes: [...notes, ...changed], session, manifest })
}

function emptyManifest(release: Release): Manifest {
  return { release: release.id, files: new Map() }
}

/** Reads the manifest on the target. Lists the target if the manifest is not the expected one. */
async function look(session: StoreSession, context: DeployContext): Promise<Found> {
  const { store, attempt } = session
  const { previous } = context
  const bytes = await attempt(`read the manifest at ${store.place}`, () => readManifestBytes(store))
  const there = bytes === null ? null : await parseManifest(bytes)
  const isExpected =
    there !== null && there.pending === undefined && there.release === previous?.release
  const isBelieved = isExpected && !store.listsCheaply && context.compares !== true
  if (!isBelieved) context.report(`Comparing with what is at ${cleanText(store.place)}`)
  const listing = isBelieved ? null : await attempt(`list ${store.place}`, () => store.list())
  const notes: string[] = []
  if (bytes !== null && there === null) {
    notes.push(`The manifest at ${cleanText(store.place)} was damaged; every file was compared`)
  } else if (there?.pending !== undefined) {
    notes.push('An earlier deployment was interrupted; this one repairs it')
  } else if (there !== null && previous !== null && !isExpected) {
    notes.push('The last deployment there was made from elsewhere; every file was compared')
  }
  // Of the same deployment, our own copy counts: somebody may have added files to the one there, to have them removed.
  return { known: isExpected ? previous : (there ?? previous), listing, notes }
}

/** Most sentences about single files in a job's log; more would hide everything else. */
const MAX_SENTENCES = 20

function describeChanged(paths: readonly string[]): string[] {
  const more = paths.length - MAX_SENTENCES
  const notes = paths
    .slice(0, MAX_SENTENCES)
    .map((path) => `${quoteName(path)} had been changed there by somebody else`)
  if (more > 0) notes.push(`So had ${countFiles(more)} more`)
  return notes
}

function describe(todo: Plan, listing: Listing | null): string[] {
  const foreign = todo.foreign.length + (listing?.odd ?? 0)
  const replaced = todo.puts.flat().filter((put) => put.reason === 'not ours there')
  const changed = todo.puts.flat().filter((put) => put.reason === 'changed there')
  const missing = todo.puts.flat().filter((put) => put.reason === 'missing there')
  const notes: string[] = []
  const left = foreign - replaced.length
  if (left > 0) notes.push(`Left ${countFiles(left)} that Galley did not upload`)
  if (replaced.length > 0) notes.push(`Replaced ${sample(replaced)}, which Galley had not uploaded`)
  if (changed.length > 0) notes.push(`Restored ${sample(changed)}, changed there by somebody else`)
  if (missing.length > 0) notes.push(`Restored ${sample(missing)}, removed there by somebody else`)
  if (todo.kept.length > 0) {
    const paths = todo.kept.map((path) => ({ path }))
    notes.push(`Left ${sample(paths)}, changed there by somebody else`)
  }
  return notes
}

function sample(items: readonly { readonly path: string }[]): string {
  const [first] = items
  if (first === undefined) return 'nothing'
  const more = items.length - 1
  return more === 0 ? quoteName(first.path) : `${quoteName(first.path)} and ${more} more`
}

function isEmpty(todo: Plan): boolean {
  return [todo.clear, todo.puts, todo.removes].every((part) => part.length === 0)
}

function isDone(todo: Plan, known: Manifest | null, release: Release): boolean {
  return isEmpty(todo) && known?.pending === undefined && known?.release === release.id
}

/** Replaces the manifest on the target; by rename if the store can, so that it is never incomplete. */
async function writeManifest(session: StoreSession, manifest: Manifest): Promise<void> {
  const { store, attempt } = session
  const bytes = await attempt(`write the manifest at ${store.place}`, () =>
    formatManifest(manifest),
  )
  const content = {
    path: MANIFEST_PATH,
    size: bytes.length,
    sha256: await digestOf('sha256', bytes),
    source: { bytes },
  }
  const { rename } = store
  const broken = new Set<string>()
  await attempt(`write the manifest at ${store.place}`, async () => {
    if (rename === undefined) return void (await store.put(MANIFEST_PATH, content))
    const temporary = temporaryName('manifest-')
    broken.add(temporary)
    await store.put(temporary, content)
    await rename(temporary, MANIFEST_PATH)
    broken.delete(temporary)
  })
  // The manifest is written; a temporary file that stays behind does no harm.
  for (const name of broken) await store.remove(name).catch(() => undefined)
}

interface Outcome {
  readonly todo: Plan
  readonly notes: readonly string[]
  readonly session: StoreSession
  readonly manifest: Manifest
}

function summarize({ todo, notes, session, manifest }: Outcome): Deployment {
  const puts = todo.puts.flat()
  const { hostKey } = session.store
  return {
    manifest,
    uploaded: puts.length,
    removed: todo.clear.length + todo.removes.flat().length,
    unchanged: todo.unchanged,
    bytes: puts.reduce((sum, put) => sum + put.size, 0),
    notes,
    ...(hostKey === undefined ? {} : { hostKey }),
  }
}
