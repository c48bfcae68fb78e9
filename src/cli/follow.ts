/** Shows the progress of a job. */

import type { Api } from './api.js'
import { CommandError } from './command-error.js'
import { visible } from './output.js'
import { createProgress } from './progress.js'

/** How a job ended. */
interface JobEnd {
  readonly ok: boolean
  readonly message: string
}

/**
 * Follows a job to its end and shows its messages as progress. If it fails, prints the error and sets the exit
 * code.
 *
 * @returns the result; the message of a successful job is its last one, which says what was done
 * @throws CommandError if the server closes the connection first
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
        console.error(`galley: ${visible(message)}`)
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
