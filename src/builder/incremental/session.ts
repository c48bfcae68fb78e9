/**
 * Builds one site again and again, each time only what a change can reach.
 *
 * The first build is a whole one, during which everything that each item reads is recorded. A later one
 * takes the files that changed, follows what read them, and renders that. Its result is that of a whole
 * build at the same moment (`now` of the report), byte for byte; where that cannot be known beforehand, a
 * whole build is made.
 *
 * Neighbours: `changes.ts` reads files again, `reached.ts` follows, `outputs.ts` compares,
 * `readers.ts` records who reads what.
 */

import { loadConfig } from '../config.js'
import { located } from '../locate.js'
import { generateExcerpts } from '../generate/excerpts.js'
import { prepare } from '../prepare.js'
import { readSite } from '../read/reader.js'
import { renderOne } from '../render/site-renderer.js'
import { momentAfter } from '../now.js'
import { BuildError } from '../base/build-error.js'
import { Reporter } from '../base/report.js'
import type { BuildRequest, Diagnostic, Progress } from '../base/request.js'
import { folderSource } from '../base/source.js'
import { SpaceError } from '../write/fresh-folder.js'
import { writeFresh } from '../write/fresh-writer.js'
import { applyChanges, isPatchable } from './changes.js'
import { Reached } from './reached.js'
import { Readers } from './readers.js'
import { KeptOutputs } from './outputs.js'
import {
  generateAgain,
  isAsSaved,
  namedItems,
  sourcesOf,
  type Named,
  type Saved,
  type State,
} from './state.js'
import { isDocumentName } from '../facts/item-names.js'
import { Page } from '../items/page.js'
import type { Item } from '../items/item.js'

/** One build of a session; what the destination holds is removed. */
export interface SessionRequest extends BuildRequest {
  /** Every path of the source that differs from the session's last build; null where nobody knows. */
  readonly changed: readonly string[] | null
}

/** What came of it. */
export interface SessionReport {
  readonly ok: boolean
  /** True where it was stopped by `mostBytes`. */
  readonly lacksSpace?: boolean
  /** The limit on a page that stopped it, in a sentence without names of files; null for none. */
  readonly limit?: string | null
  readonly diagnostics: readonly Diagnostic[]
  /** The moment that was built for: an incremental build keeps that of the whole build before. */
  readonly now: number
  /** Items that were rendered; the others are those of the build before. */
  readonly rendered: number
  readonly files: number
  /** Whether the destination holds only what differs from the session's last build. */
  readonly isPartial: boolean
  /** Paths in the destination. */
  readonly written: readonly string[]
  /** Paths of the last build that are no more; empty unless partial. */
  readonly removed: readonly string[]
}

interface Hooks {
  readonly report?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

const NOTHING = {
  ok: false,
  isPartial: false,
  rendered: 0,
  files: 0,
  written: [],
  removed: [],
}

/** So long an incremental build may keep the moment of the last whole one, in milliseconds. */
const MOMENT_MS = 15 * 60_000
// Between so many items the event loop has its turn.
const ITEMS_A_TURN = 50

/** One site in memory. Not for two builds at once. */
export class BuildSession {
  #state: State | null = null

  /**
   * Builds. After a failure the next build is a whole one.
   *
   * @throws the signal's reason when it is aborted
   */
  async build(request: SessionRequest, hooks: Hooks = {}): Promise<SessionReport> {
    const known = this.#state
    this.#state = null
    const reporter = known?.reporter ?? new Reporter(hooks.report)
    try {
      const built = (await this.#again(known, request, hooks)) ?? (await whole(request, hooks))
      this.#state = built.state
      return await write(built, request, hooks)
    } catch (error) {
      this.#state = null
      hooks.signal?.throwIfAborted()
      if (!(error instanceof BuildError)) throw error
      reporter.error(error.message, error)
      const diagnostics = await located(reporter.diagnostics, folderSource(request.source))
      const lacksSpace = error instanceof SpaceError
      return { ...NOTHING, diagnostics, now: request.now, lacksSpace, limit: error.limit }
    } finally {
      if (known !== null && this.#state !== known) await known.prepared.close()
    }
  }

  async close(): Promise<void> {
    const state = this.#state
    this.#state = null
    await state?.prepared.close()
  }

  async #again(known: State | null, request: SessionRequest, hooks: Hooks): Promise<Built | null> {
    if (known === null || request.changed === null) return null
    if (!isSameRequest(known.request, request) || !isSameMoment(known, request.now)) return null
    return isPatchable(known) ? patched(known, request.changed, hooks) : null
  }
}

/** A site as a build has left it. */
interface Built {
  readonly state: State
  readonly named: Named
  readonly rendered: ReadonlyMap<string, Item>
  /** Names of items that are no more. */
  readonly gone: readonly string[]
  readonly isPartial: boolean
}

/** Reads and renders everything; writes nothing. @throws BuildError */
async function whole(request: SessionRequest, hooks: Hooks): Promise<Built> {
  const state = await read(request, hooks)
  try {
    await generateAgain(state)
    return { ...(await render(state, null, hooks)), isPartial: false }
  } catch (error) {
    await state.prepared.close()
    throw error
  }
}

async function read(request: SessionRequest, hooks: Hooks): Promise<State> {
  const reporter = new Reporter(hooks.report)
  const source = folderSource(request.source, { skip: [request.destination] })
  const config = await loadConfig(source, request, reporter)
  const prepared = await prepare(request, { source, config, reporter })
  const site = await readSite(prepared.reading)
  const readers = new Readers()
  const host = prepared.hostFor(site)
  host.reads = readers
  generateExcerpts(site, prepared.blockTags)
  const bases = { basePages: site.pages, baseFiles: site.staticFiles, sources: sourcesOf(site) }
  const memory = { saved: new Map<string, Saved>(), outputs: new KeptOutputs(), documents: null }
  const hasOtherFiles = false
  const nextMoment = momentAfter(site, prepared.reading.futures)
  return {
    request,
    reporter,
    prepared,
    site,
    host,
    readers,
    ...bases,
    ...memory,
    nextMoment,
    hasOtherFiles,
  }
}

/** Renders what a change reaches; null where the site has to be read anew, and the state is spoilt. */
async function patched(
  state: State,
  changed: readonly string[],
  hooks: Hooks,
): Promise<Built | null> {
  for (const { item, raw, rawOutput } of state.saved.values()) {
    item.content = raw
    item.output = rawOutput
  }
  const reached = new Reached(state.readers, state.host, (id) => state.saved.get(id)?.item)
  if (!(await applyChanges(state, changed, reached))) return null
  await generateAgain(state)
  const built = await render(state, reached, hooks)
  return isPatchable(state) ? { ...built, isPartial: true } : null
}

/** Renders what is reached, or all. The others become again what they were, each in its turn. */
async function render(
  state: State,
  reached: Reached | null,
  hooks: Hooks,
): Promise<Omit<Built, 'isPartial'>> {
  const hadDocuments = state.documents
  const named = namedItems(state)
  const gone = goneOf(state, named, hadDocuments !== null)
  if (reached !== null) findDifferent(named.pages, state.saved, { reached, gone })
  const rendered = new Map<string, Item>()
  for (const items of [named.documents, named.pages]) {
    for (const [id, item] of items) {
      const known = state.saved.get(id)
      if (known !== undefined && reached?.items.has(id) === false) {
        item.content = known.content
        item.output = known.output
        known.item = item
        continue
      }
      if (rendered.size % ITEMS_A_TURN === 0)
        await letOthersIn(state, hooks, { done: rendered.size, named })
      const { content: raw, output: rawOutput } = item
      await state.readers.as(id, () => renderOne(state.host, item))
      const pager = item instanceof Page ? item.pager : null
      const { content, output } = item
      state.saved.set(id, { item, raw, rawOutput, pager, content, output })
      rendered.set(id, item)
    }
  }
  for (const id of gone) state.saved.delete(id)
  return { state, named, rendered, gone }
}

/** Names of the last build that no item has any more. */
function goneOf({ saved }: State, { documents, pages }: Named, hasAllDocuments: boolean): string[] {
  if (hasAllDocuments && saved.size === documents.size + pages.size) {
    const hasAll = [...pages.keys()].every((id) => saved.has(id))
    if (hasAll) return []
  }
  return [...saved.keys()].filter((id) => !documents.has(id) && !pages.has(id))
}

/** What generators made otherwise than the last time. */
function findDifferent(
  pages: ReadonlyMap<string, Item>,
  before: ReadonlyMap<string, Saved>,
  { reached, gone }: { readonly reached: Reached; readonly gone: readonly string[] },
): void {
  for (const [id, item] of pages) {
    if (reached.items.has(id)) continue
    const known = before.get(id)
    if (known !== undefined && isAsSaved(item, known)) continue
    reached.add(id)
    reached.anyChanged(id)
  }
  const isNew = [...pages.keys()].some((id) => !before.has(id))
  const isLess = gone.some((id) => !isDocumentName(id))
  if (isNew || isLess) reached.siteChanged('pages', 'html_pages', 'urls')
}

interface Turn {
  readonly done: number
  readonly named: Named
}

async function letOthersIn({ reporter }: State, { signal }: Hooks, { done, named }: Turn) {
  await new Promise((resolve) => setImmediate(resolve))
  signal?.throwIfAborted()
  reporter.progress('render', done, named.documents.size + named.pages.size)
}

async function write(built: Built, request: SessionRequest, hooks: Hooks): Promise<SessionReport> {
  const { state, named, rendered, isPartial } = built
  const { outputs, host } = state
  const changes =
    (isPartial && !state.hasOtherFiles ? outputs.takeTouched(host, built) : null) ??
    outputs.takeAll(host, [...named.documents, ...named.pages])
  state.hasOtherFiles = false
  const diagnostics = await located(state.reporter.diagnostics, state.site.source)
  const { destination, mostBytes } = request
  await writeFresh(destination, changes.written, { mostBytes, signal: hooks.signal })
  return {
    ok: true,
    diagnostics,
    now: state.request.now,
    rendered: rendered.size,
    files: outputs.size,
    isPartial,
    written: changes.written.map(({ path }) => path),
    removed: changes.removed,
  }
}

/** Whether two requests ask for the same but for their moment, what changed and the space for it. */
function isSameRequest(a: BuildRequest, b: BuildRequest): boolean {
  const plain = (request: BuildRequest) => {
    const ignored = { now: 0, destination: '', changed: null, mostBytes: null }
    const entries = Object.entries({ ...request, ...ignored })
    return JSON.stringify(entries.sort(([left], [right]) => (left < right ? -1 : 1)))
  }
  return plain(a) === plain(b)
}

/** Whether the site of the earlier moment is that of the later: nothing has come out of the future. */
function isSameMoment({ request, nextMoment }: State, now: number): boolean {
  const age = now - request.now
  return age >= 0 && age <= MOMENT_MS && nextMoment > now
}
