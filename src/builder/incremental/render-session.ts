/**
 * Shows pages of unsaved text: one site in memory that follows its files, and writes nothing.
 *
 * The site may be one that cannot be built as it stands: what fails elsewhere stays as it was read, so
 * that the page which is being mended can be seen.
 */

import { located } from '../locate.js'
import { BuildError } from '../base/build-error.js'
import { Reporter } from '../base/report.js'
import type { BuildRequest, Diagnostic } from '../base/request.js'
import type { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import { isFuture } from '../items/site.js'
import { folderSource, withFile, type Source } from '../base/source.js'
import { canPlace, isPatchable } from './changes.js'
import { isSameMoment, isSameRequest, patched, whole, type Hooks } from './session.js'
import type { State } from './state.js'
import { pageOf, renderUnsaved, type UnsavedFile, type UnsavedPage } from './unsaved.js'

/** One page to show; nothing is written to the destination. */
export interface RenderRequest extends BuildRequest {
  /** Every path of the source that differs from the session's last state; null where nobody knows. */
  readonly changed: readonly string[] | null
  /** The text that is not saved; null only makes the site ready. */
  readonly file: UnsavedFile | null
}

/** What came of it. */
export interface RenderReport {
  /** Null where the text cannot be rendered, or the file makes no page. */
  readonly page: UnsavedPage | null
  /** Why not; empty where the file makes no page. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What may make another kind of site of it. */
const SETTINGS = /^(?:_config\.|Gemfile|_plugins\/)/

/** One site in memory. Not for two requests at once. */
export class RenderSession {
  #state: State | null = null
  #hasFailed = false
  #isAlwaysWhole = false

  /** Renders one page over the site as its files are now. */
  async render(request: RenderRequest): Promise<RenderReport> {
    const { file } = request
    const disk = folderSource(request.source, { skip: [request.destination] })
    const source = file === null ? disk : withFile(disk, file)
    try {
      const state = await this.#follow(request)
      if (file === null) return { page: null, diagnostics: [] }
      const page = state === null ? null : await renderUnsaved(state, file)
      return { page: page ?? (await renderWhole(request, file, source)), diagnostics: [] }
    } catch (error) {
      if (!(error instanceof BuildError)) throw error
      const reporter = new Reporter()
      reporter.error(error.message, error)
      return { page: null, diagnostics: await located(reporter.diagnostics, source) }
    }
  }

  async close(): Promise<void> {
    const state = this.#state
    this.#state = null
    await state?.prepared.close()
  }

  /** The site as its files are now; null for one where a page shows only in a whole build. */
  async #follow(request: RenderRequest): Promise<State | null> {
    const isSettled = request.changed?.every((path) => !SETTINGS.test(path)) === true
    if (this.#isAlwaysWhole && isSettled) return null
    const known = this.#state
    this.#state = null
    const hooks: Hooks = { tolerate: () => (this.#hasFailed = true) }
    try {
      this.#state = (await this.#again(known, request, hooks)) ?? (await this.#anew(request, hooks))
      return this.#state
    } catch (error) {
      // The file may be what fails, and its new text may mend it.
      if (error instanceof BuildError) return null
      throw error
    } finally {
      if (known !== null && this.#state !== known) await known.prepared.close()
    }
  }

  async #again(known: State | null, request: RenderRequest, hooks: Hooks): Promise<State | null> {
    const { changed } = request
    if (known === null || changed === null) return null
    if (!isSameAs(known, request)) return null
    if (changed.length === 0) return known
    if (this.#hasFailed || !isPatchable(known)) return null
    return (await patched(known, changed, hooks)) === null ? null : known
  }

  async #anew(request: RenderRequest, hooks: Hooks): Promise<State | null> {
    this.#hasFailed = false
    const { file: _file, ...asked } = request
    const { state } = await whole({ ...asked, changed: null }, hooks)
    this.#isAlwaysWhole = !canPlace(state)
    if (!this.#isAlwaysWhole) return state
    await state.prepared.close()
    return null
  }
}

function isSameAs(known: State, request: RenderRequest): boolean {
  const { file: _file, ...asked } = request
  return isSameRequest(known.request, asked) && isSameMoment(known, request.now)
}

/** Builds the whole site in memory with the file in it. @throws BuildError */
async function renderWhole(
  request: RenderRequest,
  file: UnsavedFile,
  source: Source,
): Promise<UnsavedPage | null> {
  // First as the site is built, then with what it leaves out, which may be the file.
  for (const more of [{}, { drafts: true, unpublished: true, future: true }]) {
    const page = await renderIn({ ...request, ...more }, file, source)
    if (page !== null) return page
  }
  return null
}

async function renderIn(
  request: RenderRequest,
  file: UnsavedFile,
  source: Source,
): Promise<UnsavedPage | null> {
  const failures: BuildError[] = []
  const { path } = file
  const prune = (state: State) => {
    state.host.hidesTexts = file.hidesTexts
    if (request.unpublished === true) leaveOut(state, path)
  }
  const hooks: Hooks = { source, prune, tolerate: (error) => failures.push(error) }
  const { state, named } = await whole({ ...request, changed: null }, hooks)
  await state.prepared.close()
  const items: Item[] = [...named.documents.values(), ...named.pages.values()]
  const item = items.find((one) => one.sourcePath === path)
  if (item === undefined) return null
  if (item.output !== null) return pageOf(item)
  const own = failures.find((error) => error.path === path)
  throw own ?? failures[0] ?? new BuildError('The page came out empty', { path })
}

/** Takes out what is no part of the site, but for the file itself. */
function leaveOut(state: State, path: string): void {
  const { site } = state
  const isShown = (doc: Document) =>
    doc.sourcePath === path ||
    (doc.isPublished && !doc.isDraft && !isFuture(site, doc.date.epochMs))
  for (const collection of site.collections.values()) {
    collection.docs = collection.docs.filter(isShown)
    collection.linkNeighbours()
  }
  state.basePages = state.basePages.filter((page) => page.isPublished || page.path === path)
}
