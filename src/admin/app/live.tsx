/**
 * Live updates of a site from its event stream: reloads lists that have changed, follows new jobs, and knows which other
 * users have which document open. `LiveProvider` reads the one stream of the browser (`api/shared-stream.ts`) as long as
 * the tab is seen; screens use the hooks below.
 */

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
import { callWithoutSignIn, siteEvents, type Schemas } from '../api/client.js'
import { keys, refreshContent } from '../api/queries.js'
import { readShared, type StreamSource } from '../api/shared-stream.js'
import type { Site } from '../api/types.js'
import { SET } from '../api/view.js'
import { useSiteJobs } from './jobs.js'
import { useSession } from './session.js'

type Change = Schemas['SiteChanged']
type PresentUser = Schemas['Presence']['users'][number]
/** Gets null when the stream begins: what changed before is not known. */
type Listener = (change: Change | null) => void

interface Live {
  /** The users who have a document open, by its id. */
  readonly presence: ReadonlyMap<string, readonly PresentUser[]>
  readonly listen: (listener: Listener) => () => void
}

const Context = createContext<Live | null>(null)

/** Pause before a new stream is opened when the last one could not be resumed. */
const PAUSE_MS = 15_000
/** How often an open document is reported: the server forgets a report after a minute. */
const PRESENT_MS = 40_000

function useLive(): Live {
  const live = useContext(Context)
  if (!live) throw new Error('outside of a site')
  return live
}

/** Keeps the stream open as long as it is mounted. Must be inside a `SiteJobsProvider`. */
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
      onChange: (change) => {
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
  readonly onChange: Listener
  readonly show: (presence: Schemas['Presence']) => void
}

async function listenOn(siteId: Site['id'], signal: AbortSignal, receiver: Receiver) {
  for (let isAgain = false; !signal.aborted; isAgain = true) {
    try {
      const reader = {
        receive: (event: SiteEvent) => receive(siteId, event, receiver),
        missed: () => receive(siteId, MISSED, receiver),
      }
      await readShared(streamOf(siteId), reader, { signal, onlySeen: true, isAgain })
    } catch {
      // The session has ended or the server is down: other requests show that to the user.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

interface SiteEvent {
  readonly event: string
  readonly data: unknown
}

const MISSED: SiteEvent = { event: 'reset', data: null }

function streamOf(siteId: string): StreamSource<SiteEvent> {
  return {
    name: `site ${siteId}`,
    open: (signal) => siteEvents(siteId, signal),
    keyOf: ({ event, data }) => {
      if (event === 'ready') return event
      if (event !== 'presence') return null
      return `presence ${(data as Schemas['Presence']).document_id}`
    },
  }
}

/** The casts are safe: tests of the server check every event against the OpenAPI schemas. */
function receive(siteId: string, { event, data }: SiteEvent, receiver: Receiver): void {
  const { cache } = receiver
  const refresh = (queryKey: readonly string[]) => void cache.invalidateQueries({ queryKey })
  if (event === 'change') {
    void refreshContent(cache, siteId)
    refresh(keys.files(siteId))
    refresh(keys.sets(siteId))
    receiver.onChange(data as Change)
  } else if (event === 'ready') {
    receiver.onChange(null)
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
  } else if (event === 'notification') {
    refresh(keys.notifications)
  } else if (event === 'reset') {
    receiver.onChange(null)
    refresh(keys.notifications)
    refresh(keys.site(siteId))
  }
}

/** Reports a document as open while the component is mounted. @returns the other users who have it open */
export function usePresence(siteId: string, openId: string | null): readonly PresentUser[] {
  // Who has a text open in a change set is in nobody's way on the site.
  const documentId = SET === null ? openId : null
  const { presence } = useLive()
  const { user } = useSession().session
  useEffect(() => {
    if (documentId === null) return undefined
    const report = (id: string | null) => {
      const call = { path: { site_id: siteId }, body: { document_id: id } }
      // The user did not ask for this, so a failure is not shown.
      callWithoutSignIn('setPresence', call).catch(() => undefined)
    }
    report(documentId)
    const timer = setInterval(() => report(documentId), PRESENT_MS)
    return () => {
      clearInterval(timer)
      report(null)
    }
  }, [siteId, documentId])
  const all = documentId === null ? [] : (presence.get(documentId) ?? [])
  return all.filter(({ id }) => id !== user.id)
}

/** Calls `onChange` for each new commit on the site, whoever made it, and once the stream has begun. */
export function useSiteChanges(onChange: Listener): void {
  const { listen } = useLive()
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => listen((change) => latest.current(change)), [listen])
}
