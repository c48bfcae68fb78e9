/**
 * Surveys a site in a thread: what its configuration leaves out is found by patterns over names, and
 * thousands of one by thousands of the other would keep everybody else waiting.
 */

import type { Worker } from 'node:worker_threads'
import { startThread } from '../../system/threads.js'
import { createYielder } from '../../system/yielding.js'
import type { Diagnostic, ThemePlace } from '../base/request.js'
import { SourceError, type Source } from '../base/source.js'

/** What the thread begins with. */
export interface SurveyStart {
  readonly paths: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  readonly sitePlugins: boolean
  readonly themes?: ThemePlace | undefined
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

interface SurveyOptions {
  readonly now: number
  readonly sitePlugins: boolean
  readonly themes?: ThemePlace
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
  { now, sitePlugins, themes, timeMs = TIME_MS }: SurveyOptions,
): Promise<readonly Diagnostic[]> {
  const start: SurveyStart = { paths: await pathsOf(source), now, sitePlugins, themes }
  const thread = startThread(
    { name: './survey-thread', from: import.meta.url },
    { workerData: start, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } },
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly Diagnostic[]>((resolve) => {
    const reason = `it takes more than ${timeMs / 1000} seconds`
    timer = setTimeout(() => resolve([givenUp(reason)]), timeMs)
  })
  try {
    return await Promise.race([answerOf(thread, source), late])
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
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

function answerOf(thread: Worker, source: Source): Promise<readonly Diagnostic[]> {
  return new Promise((resolve, reject) => {
    const give = async (id: number, path: string) => {
      try {
        thread.postMessage({ id, bytes: await source.read(path) } satisfies SurveyFile)
      } catch (error) {
        if (!(error instanceof SourceError)) return reject(error)
        thread.postMessage({ id, bytes: null } satisfies SurveyFile)
      }
    }
    thread.on('message', (message: FromSurvey) => {
      if (message.kind === 'done') resolve(message.diagnostics)
      else void give(message.id, message.path)
    })
    thread.once('error', (error) => {
      const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isTooMuch) resolve([givenUp('it takes too much memory')])
      else reject(error)
    })
    thread.once('exit', () => reject(new Error('The thread that surveys a site has ended.')))
  })
}

function givenUp(reason: string): Diagnostic {
  const message = `The search for plugins and themes that the site needs was stopped: ${reason}. Anything missing will show in a build.`
  return { severity: 'warning', path: null, line: null, column: null, message }
}
