/** The jobs of the current site (publish, preview, sync): starts and follows them, on every screen. */

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { followJob, startJob } from '../api/job.js'
import { keys } from '../api/queries.js'
import type { JobEvent, JobKind, Site } from '../api/types.js'
import { messageOf } from '../text/text.js'
import { showToast } from '../ui/toast.js'

export interface JobState extends JobEvent {
  readonly id: string
}

export type JobStates = Partial<Readonly<Record<JobKind, JobState>>>

interface SiteJobs {
  readonly site: Site
  readonly jobs: JobStates
  /** Starts a job. Resolves with true if it succeeded. */
  readonly run: (kind: JobKind) => Promise<boolean>
  /** Follows a job that was started elsewhere. Resolves with true if it succeeded. */
  readonly follow: (kind: JobKind, jobId: string) => Promise<boolean>
}

const Context = createContext<SiteJobs | null>(null)

/** The current site and its jobs. Must be called inside `SiteJobsProvider`. */
export function useSiteJobs(): SiteJobs {
  const state = useContext(Context)
  if (!state) throw new Error('outside of a site')
  return state
}

const KINDS: readonly JobKind[] = ['publish', 'preview', 'sync']

interface ProviderProps {
  readonly site: Site
  readonly children: ReactNode
}

/** Keeps following jobs while the user moves between screens of the site. */
export function SiteJobsProvider({ site, children }: ProviderProps) {
  const [jobs, setJobs] = useState<JobStates>({})
  const follow = useFollow(site.id, setJobs)
  const run = useCallback(
    async (kind: JobKind) => {
      try {
        return await follow(kind, await startJob(site.id, kind))
      } catch (error) {
        showToast('bad', messageOf(error))
        return false
      }
    },
    [site.id, follow],
  )
  useEffect(() => {
    for (const kind of KINDS) {
      const { id } = site.jobs[kind]
      if (id !== null) void follow(kind, id)
    }
  }, [site.jobs, follow])
  const value = useMemo(() => ({ site, jobs, run, follow }), [site, jobs, run, follow])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

type SetJobs = (change: (was: JobStates) => JobStates) => void

function useFollow(siteId: string, setJobs: SetJobs) {
  const cache = useQueryClient()
  const followed = useRef(new Map<string, Promise<boolean>>())
  const stops = useRef(new Set<() => void>())
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all) stop()
    }
  }, [])
  return useCallback(
    (kind: JobKind, id: string): Promise<boolean> => {
      const known = followed.current.get(id)
      if (known) return known
      const ended = new Promise<boolean>((resolve) => {
        setJobs((was) => ({ ...was, [kind]: { id, status: 'working', message: '' } }))
        const stop = followJob(id, (event) => {
          setJobs((was) => ({ ...was, [kind]: { id, ...event } }))
          if (event.status === 'working') return
          void cache
            .invalidateQueries({ queryKey: keys.site(siteId) })
            .then(() => resolve(event.status === 'complete'))
        })
        stops.current.add(stop)
      })
      followed.current.set(id, ended)
      return ended
    },
    [cache, siteId, setJobs],
  )
}
