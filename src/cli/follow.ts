/** Shows the progress of a job. */

import type { Api } from './api.js'
import { CommandError } from './command-error.js'
import { createProgress } from './progress.js'

/** How a job ended. */
interface JobEnd {
  readonly ok: boolean
  readonly message: string
}

/**
 * Follows a job to its end, with its messages as progress; an error sets the exit code.
 *
 * @returns how it ended; after a success with its last message, which says what was done
 */
export async function followJob(
  api: Api,
  jobId: string,
  options: { readonly quiet: boolean },
): Promise<JobEnd> {
  const progress = createProgress({ quiet: options.quiet, lines: true })
  try {
    let lastMessage = ''
    for await (const { status, message } of api.follow(jobId)) {
      if (status === 'complete') return { ok: true, message: lastMessage }
      if (status === 'error') {
        progress.clear()
        console.error(`galley: ${message}`)
        process.exitCode = 1
        return { ok: false, message }
      }
      lastMessage = message
      progress.update(message)
    }
    throw new CommandError(
      `The server closed the connection before the job ${jobId} had ended; see the server's log.`,
    )
  } finally {
    progress.clear()
  }
}
