/**
 * The composition root: opens the store, the repositories, the jobs, the services and HTTP, and closes them in reverse
 * order. The clock and randomness are passed down from here.
 */

import { readFileSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { uptime } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from './config.js'
import { detectGit } from './git/program/command.js'
import { useProcessLauncher } from './git/program/start.js'
import { createShared } from './git/repository.js'
import { answerWith, drain } from './http/answering.js'
import { listen, urlOf } from './http/listen.js'
import type { Logger } from './system/logger.js'
import { metricsOf } from './application/metrics.js'
import { answerMalformed } from './http/malformed-requests.js'
import { EVENT_RETENTION_MS } from './model/job.js'
import { endYamlThread } from './service/branch/long-yaml/long-yaml.js'
import { copyIndex, takeDataFolder, withRoom } from './service/branch/data-folder.js'
import { dataFolders, type DataFolders } from './service/branch/folders.js'
import { openServerKey } from './service/accounts/server-key.js'
import type { Copies } from './service/copies/copies.js'
import { startCatchingUp } from './service/operations/catch-up.js'
import type { Boot } from './service/worktree/worktrees.js'
import { createAnswers, type AnswersParts, type Serving } from './application/answers.js'
import { createApplication, type Application } from './application/application.js'
import { openCertificates } from './application/certificates.js'
import { openCopies } from './application/copies.js'
import type { Resources } from './application/resources.js'
import { openStore, type Store } from './store/database.js'
import { hostInUrl } from './system/addresses.js'
import { randomIds } from './system/random-ids.js'
import { contentType } from './system/media-type.js'

/** A running server. */
export interface GalleyServer {
  /** Addresses of the API and of the built-in host. */
  readonly url: string
  readonly sitesUrl: string
  readonly application: Application
  /** To be called when values of the configuration have changed. */
  settingsChanged(): void
  /** Refuses new work, ends what is running, closes everything. */
  close(): Promise<void>
}

/** Options that only tests and commands set, besides log and version. */
interface ServerOptions {
  readonly logger: Logger
  readonly version: string
  readonly now?: () => number
  readonly newId?: () => string
  /** Identifies the last start of the machine. A power failure can only be between two of them. */
  readonly boot?: Boot
  /** False to work as if git were not installed. */
  readonly native?: boolean
  /** Folder of the built web admin; by default that of this package. */
  readonly admin?: string
  /**
   * True for the server of a command, which does only what the command requests. It starts nothing by itself, and
   * leaves waiting jobs to the next server.
   */
  readonly onlyAsked?: boolean
  /** Sockets that are open already: of the API, and of the built-in host. */
  readonly sockets?: readonly number[]
  /** A folder for a copy of the index, for a command that must change nothing. */
  readonly indexCopy?: string | null
}

const MINUTE_MS = 60_000
/** Time for running requests and jobs to end when the server stops. */
const DRAIN_MS = 2500
/** Time after that for answers that still read the store, and for updating working trees. */
const LINGER_MS = 1000

/** Longest time that the start waits for sites that are still being indexed. */
const PATIENCE_MS = 30_000

/**
 * Starts a server. Resolves when both ports answer and every site is indexed, or after {@link PATIENCE_MS}. Sites that
 * are not indexed yet answer 503.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<GalleyServer> {
  // A server is large, and nobody is served while it starts a program itself.
  useProcessLauncher()
  const opened = await openApplication(config, options)
  const { application } = opened
  const metrics = metricsOf(opened, config.data)
  const copies = openCopies({ ...opened, config, metrics })
  const state: Serving = { isServing: false, isOver: false }
  let open: Ports | null = null
  try {
    const ports = (open = await openPorts(opened, { config, ...options, metrics, state }))
    state.isServing = true
    const ending = new AbortController()
    const catching = catchUp(opened, ending.signal)
    application.runner.recover({ hold: options.onlyAsked ?? false })
    const begun = catching.ready.then(() => begin(application, state, { ...options, copies }))
    const timers = startTimers(opened)
    await Promise.race([begun, delay(PATIENCE_MS, undefined, { ref: false })])
    return {
      ...ports.urls,
      application,
      settingsChanged: () => copies.settingsChanged(),
      close: async () => {
        state.isServing = false
        ending.abort()
        timers.stop()
        application.holds.close()
        application.events.close()
        stopTimers(application)
        await Promise.all([application.runner.stop(DRAIN_MS), ports.drain(DRAIN_MS)])
        // The next start continues rebuilding indexes and updating working trees.
        opened.store.index.stop()
        const late = setTimeout(() => application.worktrees.stop(), LINGER_MS)
        // A request may still read the store after its connection was closed.
        const answers = Promise.race([
          ports.answered(),
          delay(LINGER_MS, undefined, { ref: false }),
        ])
        await Promise.all([answers, application.watching.stop(), begun, catching.ended])
        await application.maintenance.stop()
        await Promise.all([application.hooks.stop(), copies.stop()])
        await application.worktrees.flush()
        await application.locks.idle()
        clearTimeout(late)
        metrics.close()
        state.isOver = true
        await opened.close()
      },
    }
  } catch (error) {
    await open?.drain(0)
    await opened.close()
    throw error
  }
}

type PortsParts = Omit<AnswersParts, 'version'> & ServerOptions

interface Ports {
  readonly urls: Pick<GalleyServer, 'url' | 'sitesUrl'>
  /** Waits for all running requests, also for those whose client has gone. */
  answered(): Promise<unknown>
  drain(maxMs: number): Promise<unknown>
}

/** Opens all ports and answers on them. @throws GalleyError `unavailable` for one that can't be used */
async function openPorts(opened: Opened, parts: PortsParts): Promise<Ports> {
  const { config, newId = randomIds(), sockets = [] } = parts
  const [given, givenSites] = sockets
  const listening: HttpServer[] = []
  try {
    const api = await listen('port', { ...parts, given })
    listening.push(api)
    const sites = await listen('sitesPort', { ...parts, given: givenSites })
    listening.push(sites)
    const urls = {
      url: urlOf(api, { host: config.host, path: config.socket }),
      sitesUrl: urlOf(sites, { host: config.host, path: config.sitesSocket }),
    }
    opened.urls.api = config.publicUrl || urls.url
    opened.urls.sites = config.sitesUrl || urls.sitesUrl
    answerMalformed(api, newId)
    const answers = createAnswers(opened, parts)
    const answered = [answerWith(api, answers.api), answerWith(sites, answers.sites)]
    const secure = await openCertificates({ ...opened, ...parts, answers, newId })
    return {
      urls,
      answered: () => Promise.all([...answered.map((wait) => wait()), secure.answered()]),
      drain: (maxMs) => Promise.all([drain(api, maxMs), drain(sites, maxMs), secure.close(maxMs)]),
    }
  } catch (error) {
    for (const server of listening) server.close()
    throw error
  }
}

/** Starts the work that does not come from requests. */
function begin(
  { watching, maintenance, schedule, timetable, space, reserve, hooks, outbox }: Application,
  state: Serving,
  { onlyAsked = false, copies }: ServerOptions & { readonly copies: Copies },
): void {
  if (onlyAsked || !state.isServing) return
  watching.start()
  maintenance.start()
  schedule.start()
  timetable.start()
  hooks.start()
  space.start()
  outbox.start()
  copies.start()
  // Now, since the disk may be full a minute later.
  void reserve.keep()
}

/** Stops what starts jobs by itself. */
function stopTimers({ schedule, timetable, refresh }: Application): void {
  schedule.stop()
  timetable.stop()
  refresh.stop()
}

interface Opened {
  readonly application: Application
  readonly store: Store
  readonly folders: DataFolders
  readonly options: ServerOptions
  readonly now: () => number
  /** Set when the ports are open. */
  readonly urls: { api: string; sites: string }
  close(): Promise<void>
}

/** Opens everything except HTTP. Commands use this, too, while no server is running. */
export async function openApplication(config: Config, options: ServerOptions): Promise<Opened> {
  const folders = dataFolders(config.data)
  const reports = reportsTo(options.logger)
  const { indexCopy = null } = options
  const mayClear = indexCopy === null
  const taking = { ...reports, mayClear }
  const lock = await takeDataFolder(config.data, taking)
  const now = options.now ?? Date.now
  const newId = options.newId ?? randomIds()
  const boot = options.boot ?? thisBoot()
  const indexPath = indexCopy === null ? folders.index : await copyIndex(folders.index, indexCopy)
  const store = await withRoom(folders, taking, () =>
    openStore({
      recordsPath: folders.records,
      indexPath,
      newId,
      boot: boot.id,
      contentTypeOf: contentType,
    }),
  )
  const { users } = store.records
  const serverKey = await openServerKey(config.data, users).catch(async (error: unknown) => {
    await store.close()
    lock.release()
    throw error
  })
  const shared = createShared()
  const urls = { api: config.publicUrl, sites: config.sitesUrl || 'http://localhost' }
  const application = createApplication({
    config,
    folders,
    store,
    shared,
    now,
    newId,
    boot,
    ...reports,
    native: options.native !== false && (await detectGit()) !== null,
    serverKey,
    sitesUrl: () => urls.sites,
    apiUrl: () => urls.api || `http://${hostInUrl(config.host)}:${config.port}`,
  })
  if (indexCopy === null) await application.remover.finish()
  return {
    application,
    store,
    folders,
    options,
    now,
    urls,
    close: async () => {
      await closeServices(application)
      await Promise.all([endYamlThread(), shared.close()])
      application.audit.flush()
      await store.close()
      lock.release()
    },
  }
}

async function closeServices(application: Application): Promise<void> {
  const { events, media, building, rendering, git, incoming, repositories, outbox } = application
  events.close()
  application.hereChecks.stop()
  media.thumbnails.close()
  building.close()
  rendering.close()
  await outbox.stop()
  await git.close()
  await incoming.close()
  await repositories.close()
  await Promise.all([application.space.stop(), application.reserve.stop()])
}

/** What services write to the log. */
function reportsTo(logger: Logger): Pick<Resources, 'onError' | 'warn' | 'note'> {
  return {
    onError: (error, context) =>
      logger.error({ ...context, error }, 'a task in the background failed'),
    warn: (fields, message) => logger.warn(fields, message),
    note: (fields, message) => logger.info(fields, message),
  }
}

/** The last start of the machine. On systems without an id for it, its time in minutes is used. */
function thisBoot(): Boot {
  const time = Date.now() - uptime() * 1000
  try {
    return { id: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), time }
  } catch {
    return { id: String(Math.round(time / 60_000)), time }
  }
}

function catchUp(opened: Opened, ending: AbortSignal): ReturnType<typeof startCatchingUp> {
  const { application, store, options } = opened
  return startCatchingUp({
    ...application,
    ...store,
    ending,
    siteIds: () => store.records.sites.listIds(),
    log: (fields, message) => options.logger.info(fields, message),
    onError: (error, siteId) => {
      const message =
        siteId === null
          ? 'the index could not be checked or rebuilt'
          : 'a site could not be indexed'
      options.logger.error({ siteId, error }, message)
    },
  })
}

/** What people have left to expire. */
function sweepPeople({ services, outbox }: Application): void {
  services.sessions.sweep()
  services.invitations.sweep()
  services.passwordResets.sweep()
  outbox.sweep()
}

function startTimers({ application, store, now, options }: Opened): { stop: () => void } {
  const report = (error: unknown) =>
    options.logger.error({ error }, 'removing expired data failed; it will be tried again')
  let minutes = 0
  const sweep = setInterval(() => {
    // Each hour, and soon after a start: who has made room on a full disk need not wait.
    if (minutes % 60 === 0) void application.remover.emptyTrash().catch(report)
    minutes += 1
    try {
      store.records.jobs.deleteExpired(now() - EVENT_RETENTION_MS)
      if (minutes % 60 === 1) application.audit.prune()
      application.once.sweep()
      sweepPeople(application)
    } catch (error) {
      report(error)
    }
  }, MINUTE_MS)
  return { stop: () => clearInterval(sweep) }
}
