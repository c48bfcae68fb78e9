/**
 * The half of a draft that the server keeps, so that one can go on at another machine. It follows the draft in the browser
 * when typing pauses, one request at a time; nothing waits for it, and what it can't keep now goes with the next change.
 */

import { ApiError, callWithoutSignIn } from '../../api/client.js'
import { SET } from '../../api/view.js'
import { timeOf } from '../../text/text.js'
import { draftOwner } from './drafts.js'

/** Which text it is; its id is that of the document, or a new one for what has none yet. */
interface ServerPlace {
  readonly siteId: string
  readonly id: string
  readonly isNew: boolean
  readonly collection: string | null
  /** Whose draft it is. */
  readonly owner: string
}

/** What the server has. */
export interface ServerDraft<Content> {
  readonly version: string
  /** Time of the write, in milliseconds since 1970. */
  readonly at: number
  readonly content: Content
}

export interface ServerHalf<Content> {
  readonly place: ServerPlace
  /** The version that the draft goes on from; null if the server has none. */
  readonly version: () => string | null
  /** True if the server has this. */
  readonly has: (content: Content) => boolean
  /** Keeps it when typing pauses. */
  readonly keep: (title: string, content: Content) => void
  /** To be called when it was saved or discarded. */
  readonly drop: () => void
  /** Sends now what waits for a pause. */
  readonly flush: () => void
  /** Goes on from a version of another machine, after somebody has decided. */
  readonly settle: (version: string | null) => void
}

interface Listeners<Content> {
  readonly isSame: (a: Content, b: Content) => boolean
  /** Called when the server has what was kept last. */
  readonly onKept: () => void
  /** Called when another machine has changed it: nothing is sent until `settle`. */
  readonly onOther: (other: ServerDraft<Content>) => void
}

/** A pause in typing, in milliseconds; longer for a long text, which takes its time on the way. */
const PAUSE_MS = 2000
const CHARACTERS_A_MS = 100

/** @returns null if there is none; @throws ApiError */
export async function readServerDraft<Content>({
  siteId,
  id,
  owner,
}: Pick<ServerPlace, 'siteId' | 'id' | 'owner'>): Promise<ServerDraft<Content> | null> {
  // Those of a change set are kept in the browser only: the server would show them on the site.
  if (SET !== null) return null
  const path = { site_id: siteId }
  const all = await callWithoutSignIn('listUnsaved', { path })
  if (!all.some((one) => one.id === id && one.user_id === owner)) return null
  const found = await callWithoutSignIn('getUnsaved', { path: { ...path, unsaved_id: id } })
  // Somebody else may have signed in between the two answers.
  if (found.user_id !== owner) return null
  const content = JSON.parse(found.content) as Content
  return { version: found.version, at: timeOf(found.updated_at), content }
}

interface Wanted<Content> {
  readonly title: string
  readonly content: Content
}

/** @param first what the server had when the text was opened; null for nothing */
export function createServerHalf<Content>(
  place: ServerPlace,
  first: ServerDraft<Content> | null,
  listeners: Listeners<Content>,
): ServerHalf<Content> {
  const { state, send } = createSending(place, first, listeners)
  let wanted: Wanted<Content> | 'drop' | null = null
  let isRunning = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const has = (content: Content) => state.kept !== null && listeners.isSame(state.kept, content)
  const run = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (isRunning) return
    isRunning = true
    while (wanted !== null && !state.isPaused) {
      const next = wanted
      wanted = null
      if (draftOwner() === place.owner) await send(next).catch(() => undefined)
    }
    isRunning = false
  }
  return {
    place,
    version: () => state.version,
    has,
    keep: (title, content) => {
      if (SET !== null || (wanted === null && has(content))) return
      wanted = { title, content }
      clearTimeout(timer)
      timer = setTimeout(() => void run(), PAUSE_MS + state.length / CHARACTERS_A_MS)
    },
    drop: () => {
      wanted = 'drop'
      void run()
    },
    flush: () => {
      if (timer !== undefined) void run()
    },
    settle: (next) => {
      state.version = next
      state.isPaused = false
      void run()
    },
  }
}

interface Sent<Content> {
  version: string | null
  kept: Content | null
  /** What was sent last without an answer: the server may have it. */
  tried: Content | null
  /** Characters that were sent last. */
  length: number
  /** True until somebody has decided between this draft and that of another machine. */
  isPaused: boolean
}

/** One request for a draft. It fails if the server can't keep it now. */
function createSending<Content>(
  place: ServerPlace,
  first: ServerDraft<Content> | null,
  { isSame, onKept, onOther }: Listeners<Content>,
) {
  const state: Sent<Content> = {
    version: first?.version ?? null,
    kept: first?.content ?? null,
    tried: null,
    length: 0,
    isPaused: false,
  }
  const put = async (next: Wanted<Content>): Promise<void> => {
    const content = JSON.stringify(next.content)
    state.length = content.length
    state.version = await putDraft(place, state.version, { title: next.title, content })
    state.kept = next.content
    onKept()
  }
  const drop = async (): Promise<void> => {
    const { version } = state
    Object.assign(state, { version: null, kept: null })
    if (version !== null) await deleteDraft(place, version)
  }
  /** Another machine was faster. True if the same can be sent again, since nothing is left of that. */
  const isGoneThere = async (): Promise<boolean> => {
    const other = await readServerDraft<Content>(place)
    state.version = other?.version ?? null
    if (other === null || (state.tried && isSame(other.content, state.tried))) return true
    state.isPaused = true
    onOther(other)
    return false
  }
  const send = async (next: Wanted<Content> | 'drop'): Promise<void> => {
    if (next === 'drop') return drop()
    try {
      await put(next)
    } catch (error) {
      if (!(error instanceof ApiError)) state.tried = next.content
      if (!(error instanceof ApiError) || error.status !== 412) throw error
      if (await isGoneThere()) await put(next)
    }
  }
  return { state, send }
}

const MAX_TITLE = 1000

const pathOf = ({ siteId, id }: ServerPlace) => ({ site_id: siteId, unsaved_id: id })

/** @param version the one that it replaces; null if there is none @returns the new one @throws ApiError */
async function putDraft(
  place: ServerPlace,
  version: string | null,
  { title, content }: Wanted<string>,
): Promise<string> {
  const headers: Record<string, string> =
    version === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` }
  const body = {
    user_id: place.owner,
    entry_id: place.isNew ? null : place.id,
    collection: place.collection,
    title: title.slice(0, MAX_TITLE),
    content,
  }
  return (await callWithoutSignIn('putUnsaved', { path: pathOf(place), body, headers })).version
}

/** Deletes that version, and none that another machine has made since. @throws ApiError */
async function deleteDraft(place: ServerPlace, version: string): Promise<void> {
  const headers = { 'If-Match': `"${version}"` }
  await callWithoutSignIn('deleteUnsaved', { path: pathOf(place), headers })
}
