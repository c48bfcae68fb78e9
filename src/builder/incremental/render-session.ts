/** Shows pages of unsaved text: one site in memory that follows its files, and writes nothing. */

import { located } from '../locate.js'
import { BuildError } from '../base/build-error.js'
import { Reporter } from '../base/report.js'
import type { BuildRequest, Diagnostic } from '../base/request.js'
import { folderSource, withFile } from '../base/source.js'
import { canFollow, follow, isDeskOf, isRecent, openDesk, type Desk } from './desk.js'
import { renderUnsaved, type UnsavedFile, type UnsavedPage } from './unsaved.js'

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

/** One site in memory. Not for two requests at once. */
export class RenderSession {
  #desk: Desk | null = null

  /** Renders one page over the site as its files are now. */
  async render(request: RenderRequest): Promise<RenderReport> {
    const { file } = request
    try {
      const desk = await this.#follow(request)
      return { page: file === null ? null : await renderUnsaved(desk, file), diagnostics: [] }
    } catch (error) {
      if (!(error instanceof BuildError)) throw error
      const reporter = new Reporter()
      reporter.error(error.message, error)
      const disk = folderSource(request.source, { skip: [request.destination] })
      const source = file === null ? disk : withFile(disk, file)
      return { page: null, diagnostics: await located(reporter.diagnostics, source) }
    }
  }

  async close(): Promise<void> {
    const desk = this.#desk
    this.#desk = null
    await desk?.prepared.close()
  }

  /** The site as its files are now. */
  async #follow({ changed, file: _file, ...request }: RenderRequest): Promise<Desk> {
    const known = this.#desk
    const isSame = known !== null && isRecent(known, request.now) && isDeskOf(known, request)
    if (isSame && changed?.length === 0) return known
    this.#desk = null
    try {
      if (isSame && changed !== null && canFollow(known, changed)) {
        await follow(known, changed)
        this.#desk = known
      }
    } finally {
      if (this.#desk === null) await known?.prepared.close()
    }
    return (this.#desk ??= await openDesk(request, { isOnDemand: true }))
  }
}
