/** The problems that the last failed publish reported, with file and line. */

import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from './client.js'
import { keys } from './queries.js'
import type { Site } from './types.js'

export type Problem = Schemas['Diagnostic']

interface Problems {
  readonly problems: readonly Problem[]
  /** When the job failed, as the API writes times; null if unknown. */
  readonly at: string | null
}

const NONE: Problems = { problems: [], at: null }

/**
 * The problems of the last publish. Empty if it succeeded, or if the server no longer has the events of the job.
 */
export function useBuildProblems(site: Site): Problems {
  const { last_id: id, last_error: error } = site.jobs.publish
  const { data } = useQuery({
    queryKey: keys.job(id ?? ''),
    enabled: id !== null && error !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Problems> => {
      const headers = { Accept: 'application/json' }
      const job = await call('followJob', { path: { job_id: id ?? '' }, headers, signal })
      if (job instanceof Blob) return NONE
      const problems = job.diagnostics.filter(({ severity }) => severity === 'error')
      return { problems, at: job.finished_at }
    },
  })
  return error === null ? NONE : (data ?? NONE)
}
