/**
 * Keeps a process for each site whose texts are being edited. It has the site in memory, follows `main`, renders
 * unsaved texts, and ends after some time without requests.
 *
 * These are not the processes of builds (`publish/build-sessions.ts`), so neither waits for the other or loses
 * its state.
 */

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { RenderReport, RenderRequest } from '../../builder/incremental/render-session.js'
import type { UnsavedFile } from '../../builder/incremental/unsaved.js'
import { BuildProcessError } from '../../builder/process/run.js'
import type { SessionProcess } from '../../builder/process/session-process.js'
import { GalleyError } from '../../errors.js'
import { withoutSet } from '../../model/change-set.js'
import { MAX_SHOWN_CHARACTERS } from '../../model/limits.js'
import type { SiteRecord } from '../../model/site.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { DataFolders } from '../branch/folders.js'
import { withheldAt } from '../branch/withheld.js'
import type { Repositories } from '../branch/repositories.js'
import type { SiteThemes } from '../sites/site-themes.js'
import type { SiteUrls } from '../sites/site-urls.js'
import { changedSince, materialize } from '../worktree/checkout.js'
import type { Boot } from '../worktree/worktrees.js'
import { createRenderQueue, type RenderCaller } from './render-queue.js'

interface RenderSessionsDependencies {
  readonly folders: DataFolders
  readonly repositories: Repositories
  readonly index: Pick<SiteIndex, 'changedAt' | 'commitOf' | 'hiddenPaths'>
  readonly urls: SiteUrls
  /** When the machine was started. */
  readonly boot: Boot
  readonly now: () => number
  /** Memory limit of a process in megabytes. */
  readonly buildMemoryMb: number
  /** True if JavaScript plugins of sites are run. */
  readonly sitePlugins: boolean
  readonly siteThemes: Pick<SiteThemes, 'rememberedNow'>
  /** Time limit in seconds for reading a site for the first time. */
  readonly buildSeconds: number
  /** Pages that are rendered at the same time. */
  readonly jobs: number
}

/** A text to render, and for whom. */
interface RenderAsk {
  readonly file: Omit<UnsavedFile, 'modifiedAt'>
  /** Who requests which page; of several waiting requests, only the newest is answered. */
  readonly caller: Omit<RenderCaller, 'siteId'>
  readonly signal: AbortSignal
}

export interface RenderSessions {
  /**
   * Renders a text in the site at the current `main`.
   *
   * @throws GalleyError `conflict` if a newer request replaced it; `validation_failed` at a limit; `unavailable` if
   *   too many wait
   */
  render(site: SiteRecord, ask: RenderAsk): Promise<RenderReport>
  /** Ends the process of a site that is being deleted, and starts no other until `takeUp`. */
  forget(siteId: string): Promise<void>
  takeUp(siteId: string): void
  close(): void
}

interface Session {
  readonly process: SessionProcess<RenderRequest, RenderReport>
  /** The state of its source that is in memory; null for none. */
  state: string | null
  idle: NodeJS.Timeout | null
}

const IDLE_MS = 10 * 60_000
/** A site of 10,000 posts takes about 400 MB. */
const MAX_SESSIONS = 3
/** Time limit for a page of a site in memory; templates have their own limit. */
const PAGE_MS = 15_000
const TEMPLATE_MS = 5000
/** Time limit for the first page, for which the whole site is read. */
const FIRST_PAGE_MS = 120_000

export function createRenderSessions(dependencies: RenderSessionsDependencies): RenderSessions {
  const sessions = new Map<string, Session>()
  const queue = createRenderQueue(Math.max(1, dependencies.jobs))
  /** What is rendered now, by site. */
  const rendering = new Map<string, Promise<unknown>>()
  /** With the sites that are being deleted. */
  const state = { isClosed: false, leaving: new Set<string>() }
  const end = (siteId: string): void => endSession(sessions, siteId)
  const startIdleTimer = (siteId: string, session: Session): void => {
    if (sessions.get(siteId) !== session) return
    session.idle = setTimeout(() => end(siteId), IDLE_MS).unref()
    const idle = [...sessions].filter(([, { idle: timer }]) => timer !== null)
    for (const [id] of idle.slice(0, Math.max(0, sessions.size - MAX_SESSIONS))) end(id)
  }
  const sessionOf = async (siteId: string): Promise<Session> => {
    const session = sessions.get(siteId) ?? { process: await start(), state: null, idle: null }
    // Nobody would end a process that starts now.
    if (state.isClosed || state.leaving.has(siteId)) throw sessionEnded()
    markUsed(sessions, siteId, session)
    return session
  }
  const renderNow = async (site: SiteRecord, { file }: RenderAsk): Promise<RenderReport> => {
    const session = await sessionOf(site.id)
    const previous = session.state
    session.state = null
    try {
      const { request, state } = await requestFor(dependencies, site, { file, previous })
      // Was ended meanwhile: a process that starts now would belong to nobody.
      if (sessions.get(site.id) !== session) throw sessionEnded()
      const report = await ask(dependencies, session, request)
      session.state = state
      return report
    } catch (error) {
      const isCurrent = sessions.get(site.id) === session
      end(site.id)
      throw isCurrent ? error : sessionEnded(error)
    } finally {
      startIdleTimer(site.id, session)
    }
  }
  return {
    async render(site, page) {
      const done = await queue.take({ ...page.caller, siteId: site.id }, page.signal)
      const running = renderNow(site, page)
      rendering.set(site.id, running)
      return running.finally(() => {
        rendering.delete(site.id)
        done()
      })
    },
    async forget(siteId) {
      state.leaving.add(siteId)
      end(siteId)
      await rendering.get(siteId)?.catch(() => undefined)
      end(siteId)
    },
    takeUp: (siteId) => void state.leaving.delete(siteId),
    close: () => {
      state.isClosed = true
      for (const siteId of sessions.keys()) end(siteId)
    },
  }
}

function endSession(sessions: Map<string, Session>, siteId: string): void {
  const session = sessions.get(siteId)
  sessions.delete(siteId)
  if (session?.idle) clearTimeout(session.idle)
  session?.process.close()
}

/** Moves the session to the end of the map: the last one is the most recently used. */
function markUsed(sessions: Map<string, Session>, siteId: string, session: Session): void {
  sessions.delete(siteId)
  sessions.set(siteId, session)
  if (session.idle !== null) clearTimeout(session.idle)
  session.idle = null
}

/** The error if the site is being deleted or the server is stopping. */
function sessionEnded(cause?: unknown): GalleyError {
  const message = 'The page was not rendered: the site is being deleted, or the server is stopping.'
  return new GalleyError('unavailable', message, { retryAfter: 5, cause })
}

async function start(): Promise<SessionProcess<RenderRequest, RenderReport>> {
  // Imported when needed: most requests render nothing.
  const { SessionProcess: Process } = await import('../../builder/process/session-process.js')
  return new Process('render-child')
}

async function ask(
  { buildSeconds, buildMemoryMb }: RenderSessionsDependencies,
  { process }: Session,
  request: RenderRequest,
): Promise<RenderReport> {
  const firstMs = Math.min(buildSeconds * 1000, FIRST_PAGE_MS)
  const wallMs = request.changed?.length === 0 ? PAGE_MS : firstMs
  try {
    return await process.ask(request, { limits: { wallMs, memoryMb: buildMemoryMb } })
  } catch (error) {
    if (!(error instanceof BuildProcessError) || error.code === 'crashed') throw error
    const limit = error.code === 'time' ? `${wallMs / 1000} seconds` : `${buildMemoryMb} MB`
    const message = `Showing this page takes more than ${limit}.`
    throw new GalleyError('validation_failed', message, { cause: error, limit: message })
  }
}

interface PageRequest {
  readonly file: RenderAsk['file']
  /** The state that the session has in memory. */
  readonly previous: string | null
}

/** Updates the files on disk to `main`. */
async function requestFor(
  {
    repositories,
    folders,
    index,
    urls,
    boot,
    now,
    sitePlugins,
    siteThemes,
  }: RenderSessionsDependencies,
  site: SiteRecord,
  { file, previous }: PageRequest,
): Promise<{ readonly request: RenderRequest; readonly state: string }> {
  const repository = await repositories.get(site.id)
  const commit = await repository.head()
  if (commit === null) throw new GalleyError('conflict', 'The site has no files yet.')
  const folder = path.join(folders.site(site.id).cache, 'unsaved')
  const source = path.join(folder, 'source')
  const moment = now()
  await mkdir(folder, { recursive: true })
  const changedAt = (name: string) => index.changedAt(site.id, name)
  const signal = new AbortController().signal
  const at = { commit, boot: boot.id, now: moment }
  const of = { siteId: site.id, repository, commit, now: moment }
  const withheld = () => withheldAt(index, of)
  const wanted = { ...at, folder: source, signal, changedAt, withheld }
  const read = await materialize(repository, wanted)
  const changed = changedSince(read, previous)
  return {
    state: read.state,
    request: {
      source,
      changed,
      destination: path.join(folder, 'nothing'),
      now: moment,
      environment: 'staging',
      safe: true,
      sitePlugins,
      ...siteThemes.rememberedNow(withoutSet(site.id)),
      limits: { milliseconds: TEMPLATE_MS, outputBytes: MAX_SHOWN_CHARACTERS },
      overrides: { url: urls.preview(site).replace(/\/$/, '') },
      file: { ...file, modifiedAt: moment },
    },
  }
}
