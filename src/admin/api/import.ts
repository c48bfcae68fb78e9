/** Imports, with their states and findings. */

import { useQuery } from '@tanstack/react-query'
import { call, list, type Reply } from './client.js'
import { keys } from './queries.js'

export type ImportJob = Reply<'listJobs'>[number]
export type Finding = ImportJob['diagnostics'][number]

const PER_PAGE = 1000

/** An import by its job, also one that has failed and left no site. */
export function useImportJob(id: string) {
  return useQuery({
    queryKey: [...keys.job(id), 'import'],
    queryFn: async ({ signal }): Promise<ImportJob | null> => {
      const headers = { Accept: 'application/json' }
      const job = await call('followJob', { path: { job_id: id }, headers, signal })
      return job instanceof Blob ? null : job
    },
  })
}

/** The job, or null if the site was not imported. */
export function useImport(siteId: string, isWanted = true) {
  return useQuery({
    queryKey: [...keys.site(siteId), 'import'],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<ImportJob | null> => {
      const request = { path: { site_id: siteId }, query: { per_page: PER_PAGE }, signal }
      const { items } = await list('listJobs', request)
      return items.find(({ kind }) => kind === 'import') ?? null
    },
  })
}
