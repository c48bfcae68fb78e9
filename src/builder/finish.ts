/** The end of a build: its outputs come to the destination, and a record is left for the next one. */

import { momentAfter } from './now.js'
import { outputsOf, type ItemOutput } from './write/outputs.js'
import type { Reading } from './read/reading.js'
import type { FormerFiles } from './record/former.js'
import type { Reuse } from './record/reuse.js'
import { saveRecord, standing } from './record/save.js'
import { StaticHashes } from './record/static-hashes.js'
import { readsTime, type TimeLog } from './record/time-log.js'
import type { SiteHost } from './render/site-host.js'
import type { BuildRequest, Difference } from './base/request.js'
import { writeDifference } from './write/difference-writer.js'
import type { FileState } from './write/file-state.js'
import { writeSite } from './write/writer.js'

/** A site that is rendered. */
interface Rendered {
  readonly request: BuildRequest
  readonly reading: Reading
  readonly host: SiteHost
  /** Null where nothing is to be remembered. */
  readonly reuse: Reuse | null
  /** Null where the destination itself is what was. */
  readonly former: FormerFiles | null
  /** What read the time before anything was rendered, or at all without a record. */
  readonly times: TimeLog
  readonly signal: AbortSignal | undefined
}

interface Finished {
  readonly written: number
  readonly removed: number
  readonly difference?: Difference
}

/** Writes a site. @throws BuildError for outputs that no folder can hold; nothing is written then */
export async function finish(rendered: Rendered): Promise<Finished> {
  const { host, former } = rendered
  const outputs = outputsOf(host)
  const onWritten = (files: number) => host.site.reporter.progress('write', files, outputs.length)
  const work = { ...rendered, outputs, onWritten }
  return former === null ? writeHere(work) : writeBeside({ ...work, former })
}

interface Work extends Rendered {
  readonly outputs: readonly ItemOutput[]
  readonly onWritten: (files: number) => void
}

async function writeHere({ request, host, reuse, outputs, signal, onWritten }: Work) {
  const states = new Map<string, FileState>()
  const written = await writeSite(request.destination, outputs, {
    keepFiles: host.site.settings.keepFiles,
    signal,
    onWritten,
    onState: (path, state) => states.set(path, state),
  })
  if (reuse !== null) {
    saveRecord(reuse, { outputs, standingOf: standing(outputs, states), files: {} })
  }
  return written
}

/** For more written files the report leaves out their contents, since it is read in one turn of the event loop. */
const MAX_CONTENTS = 20_000

async function writeBeside(work: Work & { readonly former: FormerFiles }): Promise<Finished> {
  const { request, reuse, outputs, former, signal, onWritten } = work
  const hashes = new Map<string, string>()
  const statics = new StaticHashes(request.source, reuse?.place.record?.files ?? {})
  const { written, removed, files } = await writeDifference(request.destination, outputs, {
    former,
    mostBytes: request.mostBytes,
    signal,
    onWritten,
    knownHash: (output) => statics.of(output),
    onHash: (output, sha256) => {
      hashes.set(output.path, sha256)
      statics.learn(output, sha256)
    },
  })
  const standingOf = (path: string) => {
    const hash = hashes.get(path)
    return hash === undefined ? null : { state: null, hash }
  }
  if (reuse !== null) saveRecord(reuse, { outputs, standingOf, files: statics.known })
  const contents = written.length > MAX_CONTENTS ? null : written
  const difference = { files, removed, contents, sameUntil: sameUntil(work) }
  return { written: written.length, removed: removed.length, difference }
}

function sameUntil({ reading, host, reuse, times }: Rendered): number | null {
  const showsTime = times.isRead || reading.moment.isRead || (reuse !== null && readsTime(reuse))
  if (showsTime) return 0
  const next = momentAfter(host.site, reading.futures)
  return Number.isFinite(next) ? next : null
}
