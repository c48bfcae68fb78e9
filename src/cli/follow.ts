/** Shows a job while it runs. */

import type { Api, JobEnd } from './api.js'
import { createProgress } from './progress.js'

/**
 * Follows a job to its end, with its messages as progress; an error sets the exit code.
 *
 * @returns its end; of a good one the last thing it told before, which says what was done
 */
export async function followJob(
  api: Api,
  jobId: string,
  options: { readonly quiet: boolean },
): Promise<JobEnd> {
  const progress = createProgress({ quiet: options.quiet, lines: true })
  try {
    let told = ''
    const end = await api.follow(jobId, (message) => {
      told = message
      progress.update(message)
    })
    progress.clear()
    if (!end.ok) {
      console.error(`galley: ${end.message}`)
      process.exitCode = 1
    }
    return end.ok ? { ok: true, message: told } : end
  } finally {
    progress.clear()
  }
}
