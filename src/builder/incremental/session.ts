/**
 * Builds one site again and again, each time only what a change can reach, as the difference from outputs that stand
 * somewhere else.
 *
 * The site stays in memory. A later build reads the files that changed, and renders what the record of the last build says
 * has read another value (`record/`). The first one begins from the record that another process has saved. The result is
 * that of a whole build at the same moment, byte for byte.
 */

import { located } from '../locate.js'
import { BuildError } from '../base/build-error.js'
import { Reporter } from '../base/report.js'
import type {
  BuildReport,
  BuildRequest,
  Difference,
  FormerOutputs,
  Progress,
} from '../base/request.js'
import { folderSource } from '../base/source.js'
import type { ContentCache } from '../cache/disk-cache.js'
import { asBefore } from '../record/destination.js'
import { FormerFiles } from '../record/former.js'
import { ItemNames } from '../facts/item-names.js'
import { writeRecord } from '../record/record.js'
import type { RenderedItems } from '../record/rendered-items.js'
import { Reuse } from '../record/reuse.js'
import { keptRecord, storedRecord, type KeptRecord } from '../record/save.js'
import { StaticHashes } from '../record/static-hashes.js'
import { readsTime } from '../record/time-log.js'
import { renderSite } from '../render/site-renderer.js'
import { countsOf, NOTHING, Stopwatch } from '../stopwatch.js'
import { writeDifference } from '../write/difference-writer.js'
import { SpaceError } from '../write/fresh-folder.js'
import { NO_OUTPUTS, outputsOf, type ItemOutput, type Outputs } from '../write/outputs.js'
import { canFollow, follow, isDeskOf, openDesk, type Desk } from './desk.js'

/** One build of a session, into a folder that is empty. */
export interface SessionRequest extends BuildRequest {
  readonly former: FormerOutputs | null
  /** Every path of the source that differs from the session's last build; null where nobody knows. */
  readonly changed: readonly string[] | null
}

/** What came of it. */
export interface SessionReport extends BuildReport {
  /** Whether it went on from what was in memory. */
  readonly isPartial: boolean
}

interface Hooks {
  readonly report?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** A build under way. */
interface Task {
  readonly request: SessionRequest
  readonly hooks: Hooks
  readonly former: FormerFiles
  readonly watch: Stopwatch
}

/** What an output holds. */
interface Hashed {
  readonly version: ItemOutput['version']
  readonly sha256: string
}

/** A site as a build has left it. */
interface Kept {
  readonly desk: Desk
  /** Of the last build; null before the first. */
  record: KeptRecord | null
  items: RenderedItems
  readonly cache: ContentCache
  /** Those of the last build. */
  outputs: Outputs
  /** By path. */
  readonly hashes: Map<string, Hashed>
  readonly statics: StaticHashes
  /** Whether other processes can begin from it. */
  isSaved: boolean
}

/** One site in memory. Not for two builds at once. */
export class BuildSession {
  #kept: Kept | null = null
  #former: FormerFiles | null = null

  /**
   * Builds. What is wrong with the site is in the report; after that the next build is a whole one.
   *
   * @throws the signal's reason when it is aborted
   */
  async build(request: SessionRequest, hooks: Hooks = {}): Promise<SessionReport> {
    const former = new FormerFiles(request.former, this.#former)
    this.#former = former
    const task = { request, hooks, former, watch: new Stopwatch() }
    // All is read again, but what is as it was need not be rendered.
    if (request.changed === null) this.save()
    const known = this.#kept
    this.#kept = null
    let opened = known
    const reporter = new Reporter(hooks.report)
    try {
      const again = known === null ? null : await buildAgain(known, task)
      if (again !== null) {
        this.#kept = known
        return again
      }
      for (const recording of ['begin', 'leave'] as const) {
        await opened?.desk.prepared.close()
        opened = null
        reporter.forgetAfter(0)
        opened = await open(task, { reporter, recording })
        const report = await render(opened, task)
        if (report === null) continue
        this.#kept = opened
        return report
      }
      throw new Error('A build that began anew lacks what another has left')
    } catch (error) {
      hooks.signal?.throwIfAborted()
      if (!(error instanceof BuildError)) throw error
      return await failed(error, task, opened?.desk.site.reporter ?? reporter)
    } finally {
      if (this.#kept === null) await opened?.desk.prepared.close()
    }
  }

  /** Saves what another process can begin from, if it is not saved yet. */
  save(): void {
    const kept = this.#kept
    const place = kept?.desk.prepared.record
    if (!kept?.record || !place || kept.isSaved) return
    kept.isSaved = true
    const { record, cache, hashes, statics } = kept
    const { items } = kept.items
    const hashOf = (path: string) => hashes.get(path)?.sha256 ?? null
    const stored = storedRecord({ record, items, cache, hashOf, files: statics.known })
    writeRecord(place.folder, place.key, stored)
    kept.desk.prepared.save()
  }

  async close(): Promise<void> {
    const kept = this.#kept
    this.#kept = null
    await kept?.desk.prepared.close()
  }
}

async function failed(
  error: BuildError,
  { request, watch }: Task,
  reporter: Reporter,
): Promise<SessionReport> {
  reporter.error(error.message, error)
  const diagnostics = await located(reporter.diagnostics, folderSource(request.source))
  const lacksSpace = error instanceof SpaceError
  const { limit } = error
  const came = { counts: NOTHING, phases: watch.phases, slowest: [], isPartial: false }
  return { ok: false, lacksSpace, limit, diagnostics, ...came }
}

interface Beginning {
  readonly reporter: Reporter
  readonly recording: 'begin' | 'leave'
}

/** Reads a site, with what another process has saved. */
async function open({ request, watch }: Task, beginning: Beginning): Promise<Kept> {
  const { changed: _changed, ...asked } = request
  const desk = await watch.time('read', () => openDesk(asked, { isOnDemand: false, ...beginning }))
  const disk = desk.prepared.record
  return {
    desk,
    record: null,
    items: { names: new ItemNames(), items: new Map(), texts: [] },
    cache: memoryOver(disk?.cache ?? null),
    outputs: NO_OUTPUTS,
    hashes: new Map(),
    statics: new StaticHashes(request.source, disk?.record?.files ?? {}),
    isSaved: false,
  }
}

/** Builds what changed; null where the site has to be built anew. */
async function buildAgain(kept: Kept, task: Task): Promise<SessionReport | null> {
  const { desk } = kept
  const { changed, ...request } = task.request
  if (changed === null || !isDeskOf(desk, request) || !canFollow(desk, changed)) return null
  await task.watch.time('read', () => follow(desk, changed, request.now))
  return render(kept, task)
}

/** Renders what has read something else than in the last build; null where that has left too little to know. */
async function render(kept: Kept, task: Task): Promise<SessionReport | null> {
  const { desk, record, cache, items, outputs: before } = kept
  const { signal } = task.hooks
  const known = record === null ? desk.prepared.record?.record : record.data
  const place = { folder: '', key: '', record: known ?? null, cache }
  const areSettled = !desk.prepared.plugins.changeItems
  const readers = record?.readers ?? null
  const memory = { ...items, readers, styles: String(desk.styles), areSettled }
  const reuse = new Reuse(desk.host, place, { before: asBefore(task.former), memory })
  try {
    const options = { profile: false, ...(signal !== undefined && { signal }), reuse }
    const { rendered } = await task.watch.time('render', () => renderSite(desk.host, options))
    if (reuse.lacks) return null
    kept.outputs = outputsOf(desk.host, areSettled ? before : NO_OUTPUTS)
    const difference = await task.watch.time('write', () => write(kept, task, reuse))
    kept.record = keptRecord(reuse, kept.outputs, record)
    kept.items = { names: reuse.recorder.names, items: reuse.items, texts: reuse.made }
    kept.isSaved = false
    await desk.prepared.settle()
    return await report({ kept, task, rendered, difference, isPartial: record !== null })
  } catch (error) {
    if (reuse.lacks) return null
    throw error
  }
}

interface Built {
  readonly kept: Kept
  readonly task: Task
  readonly rendered: number
  readonly difference: Difference & { readonly written: number }
  readonly isPartial: boolean
}

async function report({ kept, task, rendered, isPartial, ...built }: Built) {
  const { site } = kept.desk
  const diagnostics = await located(site.reporter.diagnostics, site.source)
  const { written, ...difference } = built.difference
  const counts = { ...countsOf(site), rendered, written, removed: difference.removed.length }
  const { phases } = task.watch
  return { ok: true, diagnostics, counts, phases, slowest: [], difference, isPartial }
}

/** For more written files the report leaves out their contents, since it is read in one turn of the event loop. */
const MAX_CONTENTS = 20_000

/** Writes what differs from the former outputs. @throws SpaceError for more than the most bytes */
async function write(
  { desk, outputs, hashes, statics }: Kept,
  { request, hooks, former }: Task,
  reuse: Reuse,
): Promise<Built['difference']> {
  const { site } = desk
  const { written, removed, files } = await writeDifference(request.destination, outputs.files, {
    former,
    maxBytes: request.maxBytes,
    signal: hooks.signal,
    onWritten: (done) => site.reporter.progress('write', done, outputs.files.length),
    knownHash: (output) => {
      const known = hashes.get(output.path)
      if (known?.version === output.version) return known.sha256
      const sha256 = statics.of(output)
      if (sha256 !== null) hashes.set(output.path, { version: output.version, sha256 })
      return sha256
    },
    onHash: (output, sha256) => {
      hashes.set(output.path, { version: output.version, sha256 })
      statics.learn(output, sha256)
    },
  })
  for (const path of removed) hashes.delete(path)
  const contents = written.length > MAX_CONTENTS ? null : written
  const sameUntil = sameUntilOf(desk, reuse)
  return { files, removed, contents, sameUntil, written: written.length }
}

function sameUntilOf({ times, prepared, nextMoment }: Desk, reuse: Reuse): number | null {
  if (times.isRead || prepared.reading.moment.isRead || readsTime(reuse)) return 0
  return Number.isFinite(nextMoment) ? nextMoment : null
}

/** Texts in memory, and those of other processes. */
function memoryOver(disk: ContentCache | null): ContentCache {
  const texts = new Map<string, string>()
  return {
    has: (key) => texts.has(key) || disk?.has(key) === true,
    get: (key) => texts.get(key) ?? disk?.get(key) ?? null,
    put: (key, text) => {
      texts.set(key, text)
      disk?.put(key, text)
    },
  }
}
