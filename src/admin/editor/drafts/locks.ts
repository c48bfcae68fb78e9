/** Locks among the tabs of a browser. They end with their tab. */

/**
 * Locks a name until it is released or the tab is closed. Null if another editor has locked it. If storage is forbidden,
 * everybody gets a lock.
 */
export async function lock(name: string): Promise<(() => void) | null> {
  try {
    return await ('locks' in navigator ? lockByBrowser(name) : lockByNote(name))
  } catch {
    return () => undefined
  }
}

function lockByBrowser(name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const until = (held: Lock | null) => {
      if (held) return new Promise<void>((release) => resolve(() => release()))
      return resolve(null)
    }
    navigator.locks.request(name, { ifAvailable: true }, until).catch(reject)
  })
}

/** Milliseconds that a tab gets to answer. One that was killed left its note, and answers nothing. */
const PATIENCE_MS = 2000

/** What tabs send each other: who has this lock, and that they have it. */
interface Message {
  readonly asked?: string
  readonly held?: string
}

const own = new Set<string>()
const shared: { channel: BroadcastChannel | null } = { channel: null }

/**
 * For pages without HTTPS, which get no locks of the browser: a note in the storage says that a tab has the lock, and
 * the tab answers for it. Two tabs that open at the same moment may both get one.
 *
 * @throws if storage is forbidden
 */
async function lockByNote(name: string): Promise<(() => void) | null> {
  if (own.has(name)) return null
  const channel = (shared.channel ??= openChannel())
  if (localStorage.getItem(name) !== null && (await isHeld(channel, name))) return null
  localStorage.setItem(name, '')
  own.add(name)
  return () => {
    own.delete(name)
    localStorage.removeItem(name)
  }
}

function openChannel(): BroadcastChannel {
  const channel = new BroadcastChannel('locks')
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const { asked } = data
    if (asked !== undefined && own.has(asked)) channel.postMessage({ held: asked })
  })
  addEventListener('pagehide', () => own.forEach((name) => localStorage.removeItem(name)))
  // A page that the browser has kept goes on when one comes back to it.
  addEventListener('pageshow', () => own.forEach((name) => localStorage.setItem(name, '')))
  return channel
}

function isHeld(channel: BroadcastChannel, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (is: boolean) => {
      clearTimeout(timer)
      channel.removeEventListener('message', listen)
      resolve(is)
    }
    const listen = ({ data }: MessageEvent<Message>) => {
      if (data.held === name) end(true)
    }
    const timer = setTimeout(end, PATIENCE_MS, false)
    channel.addEventListener('message', listen)
    channel.postMessage({ asked: name })
  })
}
