/**
 * One event stream for all tabs of a browser: over HTTP/1.1 it has six connections to a server, and each open stream
 * takes one, so a few tabs would leave none for anything else.
 *
 * A lock of the browser chooses the tab that holds the stream and hands its events to the others. The browser frees the
 * lock when that tab is closed, discarded or has crashed, and the next tab opens a stream. Without HTTPS browsers have no
 * locks: then each tab has its own.
 */

export interface StreamSource<Event> {
  /** The same in all tabs. */
  readonly name: string
  readonly open: (signal: AbortSignal) => AsyncIterable<Event>
  /** Tabs that come later get the last event of each key; null for events that are not kept. */
  readonly keyOf: (event: Event) => string | null
}

/** Who gets the events. */
interface StreamReader<Event> {
  readonly receive: (event: Event) => void
  /**
   * Events may have been missed: the tab that held the stream has gone, or this one was hidden. Said once there are
   * events again: what is read before may lack what happens until then.
   */
  readonly missed: () => void
}

interface ReadOptions {
  readonly signal: AbortSignal
  /** Hidden tabs neither hold a stream nor receive, so a browser that nobody looks at has none. */
  readonly onlySeen: boolean
  /** Whether events may have been missed before, since an earlier stream has failed. */
  readonly isAgain?: boolean
}

interface Reading {
  readonly signal: AbortSignal
  /** Whether events may have been missed before it. */
  readonly isNew: boolean
}

interface Message<Event> {
  /** A tab asks for what is kept, under a name for itself. */
  readonly asker?: string
  readonly event?: Event
  /** The only tab that the event is for; all if left out. */
  readonly to?: string
  /** Nobody held the stream for a while, and now somebody does. */
  readonly isNew?: boolean
  readonly isOver?: boolean
}

/**
 * Receives until the stream has ended or the signal aborts.
 *
 * @throws ApiError, TypeError if the stream of this tab could not be opened or resumed
 */
export async function readShared<Event>(
  source: StreamSource<Event>,
  reader: StreamReader<Event>,
  { signal, onlySeen, isAgain = false }: ReadOptions,
): Promise<void> {
  for (let isNew = isAgain; ; isNew = true) {
    if (onlySeen) await untilSeen(signal)
    if (signal.aborted) return
    const ending = new AbortController()
    const end = () => {
      if (signal.aborted || (onlySeen && document.hidden)) ending.abort()
    }
    signal.addEventListener('abort', end)
    document.addEventListener('visibilitychange', end)
    const isOver = await readUntil(source, reader, { signal: ending.signal, isNew }).finally(() => {
      ending.abort()
      signal.removeEventListener('abort', end)
      document.removeEventListener('visibilitychange', end)
    })
    if (isOver) return
  }
}

function untilSeen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** @returns true if the stream has ended, false if it was left */
async function readUntil<Event>(
  source: StreamSource<Event>,
  reader: StreamReader<Event>,
  { signal, isNew }: Reading,
): Promise<boolean> {
  try {
    if ('locks' in navigator) return await readWithOthers(source, reader, { signal, isNew })
    let isFirst = true
    for await (const event of source.open(signal)) {
      if (isNew && isFirst) reader.missed()
      isFirst = false
      reader.receive(event)
    }
    return !signal.aborted
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

async function readWithOthers<Event>(
  { name, open, keyOf }: StreamSource<Event>,
  { receive, missed }: StreamReader<Event>,
  { signal, isNew }: Reading,
): Promise<boolean> {
  const channel = new BroadcastChannel(`stream ${name}`)
  const tell = (message: Message<Event>) => channel.postMessage(message)
  const self = String(Math.random())
  const kept = new Map<string, Event>()
  let isHolder = false
  let hasMissed = isNew
  const take = (event: Event) => {
    if (hasMissed) missed()
    hasMissed = false
    const key = keyOf(event)
    if (key !== null) kept.set(key, event)
    receive(event)
  }
  const hold = async () => {
    isHolder = true
    hasMissed ||= kept.size > 0
    kept.clear()
    for await (const event of open(signal)) {
      tell({ event, isNew: hasMissed })
      take(event)
    }
    if (!signal.aborted) tell({ isOver: true })
    return !signal.aborted
  }
  try {
    return await new Promise<boolean>((resolve, reject) => {
      channel.addEventListener('message', ({ data }: MessageEvent<Message<Event>>) => {
        const { asker, event, to = self } = data
        if (asker !== undefined && isHolder)
          for (const old of kept.values()) tell({ event: old, to: asker })
        hasMissed ||= data.isNew === true
        if (event !== undefined && to === self) take(event)
        if (data.isOver === true) resolve(true)
      })
      tell({ asker: self })
      navigator.locks.request(`stream ${name}`, { signal }, hold).then(resolve, reject)
    })
  } finally {
    channel.close()
  }
}
