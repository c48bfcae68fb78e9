/** What happens on the site while one looks at it: lists are read anew, and who has what open is known. */

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
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ask, siteEvents, type Schemas } from '../api/client.js'
import { keys, refreshContent } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { useSiteJobs } from './jobs.js'
import { useSession } from './session.js'

type Change = Schemas['SiteChanged']
type Somebody = Schemas['Presence']['users'][number]
type Listener = (change: Change) => void

interface Live {
  /** By document. */
  readonly presence: ReadonlyMap<string, readonly Somebody[]>
  readonly listen: (listener: Listener) => () => void
}

const Context = createContext<Live | null>(null)

/** After a stream that could not be taken up again. */
const PAUSE_MS = 15_000
/** Shorter than the minute for which the server remembers. */
const PRESENT_MS = 40_000

function useLive(): Live {
  const live = useContext(Context)
  if (!live) throw new Error('outside of a site')
  return live
}

/** Listens while one is on the site. Only below `SiteJobsProvider`. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { site, follow } = useSiteJobs()
  const cache = useQueryClient()
  const [presence, setPresence] = useState<Live['presence']>(new Map())
  const listeners = useRef(new Set<Listener>())
  const listen = useCallback<Live['listen']>((listener) => {
    listeners.current.add(listener)
    return () => void listeners.current.delete(listener)
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    void listenOn(site.id, controller.signal, {
      cache,
      follow: (job) => {
        if (job.kind !== 'import') void follow(job.kind, job.id)
      },
      tell: (change) => {
        for (const listener of listeners.current) listener(change)
      },
      show: ({ document_id: id, users }) => {
        if (id !== null) setPresence((was) => new Map(was).set(id, users))
      },
    })
    return () => controller.abort()
  }, [site.id, cache, follow])
  const value = useMemo(() => ({ presence, listen }), [presence, listen])
  return <Context.Provider value={value}>{children}</Context.Provider>
}

interface Receiver {
  readonly cache: QueryClient
  readonly follow: (job: Schemas['Job']) => void
  readonly tell: Listener
  readonly show: (presence: Schemas['Presence']) => void
}

async function listenOn(siteId: Site['id'], signal: AbortSignal, receiver: Receiver) {
  while (!signal.aborted) {
    try {
      for await (const { event, data } of siteEvents(siteId, signal)) {
        receive(siteId, { event, data }, receiver)
      }
    } catch {
      // The session has ended, or the server is away: what is asked for meanwhile says so itself.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

interface Happened {
  readonly event: string
  readonly data: unknown
}

/** The server is held to its description by its own tests. */
function receive(siteId: string, { event, data }: Happened, receiver: Receiver): void {
  const { cache } = receiver
  const refresh = (queryKey: readonly string[]) => void cache.invalidateQueries({ queryKey })
  if (event === 'change') {
    void refreshContent(cache, siteId)
    refresh(keys.files(siteId))
    receiver.tell(data as Change)
  } else if (event === 'job') {
    const job = data as Schemas['Job']
    if (job.finished_at === null) receiver.follow(job)
    else void cache.invalidateQueries({ queryKey: keys.site(siteId), exact: true })
  } else if (event === 'release') {
    refresh(keys.releases(siteId))
    refresh(keys.isLive(siteId))
    void cache.invalidateQueries({ queryKey: keys.site(siteId), exact: true })
  } else if (event === 'presence') {
    receiver.show(data as Schemas['Presence'])
  } else if (event === 'reset') {
    refresh(keys.site(siteId))
  }
}

/** Says that one has a document open, for as long as it is; who else has. */
export function usePresence(siteId: string, documentId: string | null): readonly Somebody[] {
  const { presence } = useLive()
  const { user } = useSession().session
  useEffect(() => {
    if (documentId === null) return undefined
    const say = (id: string | null) => {
      const call = { path: { site_id: siteId }, body: { document_id: id } }
      // Nobody asked for it, so nobody is told when it fails.
      ask('setPresence', call).catch(() => undefined)
    }
    say(documentId)
    const timer = setInterval(() => say(documentId), PRESENT_MS)
    return () => {
      clearInterval(timer)
      say(null)
    }
  }, [siteId, documentId])
  const all = documentId === null ? [] : (presence.get(documentId) ?? [])
  return all.filter(({ id }) => id !== user.id)
}

/** Tells of commits that somebody else made, or that came by another door. */
export function useChangesByOthers(onChange: Listener): void {
  const { listen } = useLive()
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => listen((change) => latest.current(change)), [listen])
}
