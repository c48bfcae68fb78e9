/** Why the last publish failed: what the build has said, with the place of each. */

import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from './client.js'
import type { Site } from './types.js'

export type Problem = Schemas['Diagnostic']

interface Problems {
  readonly problems: readonly Problem[]
  /** When it was found out. */
  readonly at: string | null
}

const NONE: Problems = { problems: [], at: null }

/** Nothing where it went well, or where the job is not known any more. */
export function useBuildProblems(site: Site): Problems {
  const { last_id: id, last_error: error } = site.jobs.publish
  const { data } = useQuery({
    queryKey: ['job', id],
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
