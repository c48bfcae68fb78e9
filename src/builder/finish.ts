/** The end of a build: its outputs come to the destination, and a record is left for the next one. */

import { outputsOf } from './write/outputs.js'
import type { Reuse } from './record/reuse.js'
import { saveRecord, standing } from './record/save.js'
import type { SiteHost } from './render/site-host.js'
import type { BuildRequest } from './base/request.js'
import type { FileState } from './write/file-state.js'
import { writeSite } from './write/writer.js'

/** A site that is rendered. */
interface Rendered {
  readonly request: BuildRequest
  readonly host: SiteHost
  /** Null where nothing is to be remembered. */
  readonly reuse: Reuse | null
  readonly signal: AbortSignal | undefined
}

interface Finished {
  readonly written: number
  readonly removed: number
}

/** Writes a site. @throws BuildError for outputs that no folder can hold; nothing is written then */
export async function finish({ request, host, reuse, signal }: Rendered): Promise<Finished> {
  const { files: outputs } = outputsOf(host)
  const states = new Map<string, FileState>()
  const written = await writeSite(request.destination, outputs, {
    keepFiles: host.site.settings.keepFiles,
    signal,
    onWritten: (files) => host.site.reporter.progress('write', files, outputs.length),
    onState: (path, state) => states.set(path, state),
  })
  if (reuse !== null) {
    saveRecord(reuse, { outputs, standingOf: standing(outputs, states), files: {} })
  }
  return written
}
