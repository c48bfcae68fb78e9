/**
 * Surveys a site in a thread: what its configuration leaves out is found by patterns over names, and
 * thousands of one by thousands of the other would keep everybody else waiting.
 */

import { runThread } from '../../system/worker.js'
import { createYielder } from '../../system/yielding.js'
import type { BuildRequest, Diagnostic } from '../base/request.js'
import { SourceError, type Source } from '../base/source.js'

/** What the thread begins with. */
export interface SurveyStart extends Surveyed {
  readonly paths: readonly string[]
}

/** What a survey is told of a site beside its files. */
type Surveyed = Pick<BuildRequest, 'themes' | 'withoutGemfile'> & {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly sitePlugins: boolean
}

/** What it says. */
export type FromSurvey =
  | { readonly kind: 'read'; readonly id: number; readonly path: string }
  | { readonly kind: 'done'; readonly diagnostics: readonly Diagnostic[] }

/** A file that it asked for; null for none. */
export interface SurveyFile {
  readonly id: number
  readonly bytes: Uint8Array | null
}

interface SurveyOptions extends Surveyed {
  /** Milliseconds after which it is given up. */
  readonly timeMs?: number
}

const MEMORY_MB = 512
const TIME_MS = 60_000

/**
 * As `surveySite`. What takes too long or too much memory gives a warning that says so: what is missing
 * shows when the site is built.
 */
export async function surveyInThread(
  source: Source,
  { timeMs = TIME_MS, ...surveyed }: SurveyOptions,
): Promise<readonly Diagnostic[]> {
  const start: SurveyStart = { ...surveyed, paths: await pathsOf(source) }
  const outcome = await runThread<FromSurvey>(
    { name: './survey-thread', from: import.meta.url },
    {
      data: start,
      memoryMb: MEMORY_MB,
      until: AbortSignal.timeout(timeMs),
      serve: (message) => fileFor(message, source),
    },
  )
  if (outcome.kind === 'out of memory') return [givenUp('it takes too much memory')]
  if (outcome.kind === 'died') throw outcome.error
  return outcome.kind === 'answered' && outcome.answer.kind === 'done'
    ? outcome.answer.diagnostics
    : [givenUp(`it takes more than ${timeMs / 1000} seconds`)]
}

async function pathsOf(source: Source): Promise<string[]> {
  const paths: string[] = []
  const yieldIfDue = createYielder()
  for await (const path of source.list()) {
    paths.push(path)
    await yieldIfDue()
  }
  return paths
}

/** The file that the thread asks for; null if it has asked for none. */
function fileFor(message: FromSurvey, source: Source): Promise<SurveyFile> | null {
  if (message.kind === 'done') return null
  const { id, path } = message
  return source.read(path).then(
    (bytes) => ({ id, bytes }),
    (error: unknown) => {
      if (error instanceof SourceError) return { id, bytes: null }
      throw error
    },
  )
}

function givenUp(reason: string): Diagnostic {
  const message = `The search for plugins and themes that the site needs was stopped: ${reason}. Anything missing will show in a build.`
  return { severity: 'warning', path: null, line: null, column: null, message }
}
