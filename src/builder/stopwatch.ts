/** What a build counts and how long its phases take, for its report. */

import type { BuildCounts, Phase } from './base/request.js'
import type { Site } from './items/site.js'

/** Of a build that came to nothing. */
export const NOTHING: BuildCounts = {
  documents: 0,
  pages: 0,
  staticFiles: 0,
  rendered: 0,
  written: 0,
  removed: 0,
}

export function countsOf({ collections, pages, staticFiles }: Site) {
  const documents = [...collections.values()].reduce((sum, { docs }) => sum + docs.length, 0)
  return { documents, pages: pages.length, staticFiles: staticFiles.length }
}

/** Wall time a phase, in whole milliseconds. */
export class Stopwatch {
  readonly phases: Record<Phase, number> = { read: 0, generate: 0, render: 0, write: 0 }

  async time<Result>(phase: Phase, run: () => Promise<Result>): Promise<Result> {
    const start = performance.now()
    try {
      return await run()
    } finally {
      this.phases[phase] = Math.round(performance.now() - start)
    }
  }
}
