/**
 * The composition root: opens the store, the repositories, the jobs, the services and HTTP, and closes
 * them in reverse. The only place, with `config.ts`, that knows the clock and randomness.
 */

import { readFileSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uptime } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import mime from 'mime-types'
import type { Config } from './config.js'
import { detectGit } from './git/program/command.js'
import { createShared } from './git/repository.js'
import { serveAdmin } from './http/admin/admin.js'
import { answerWith, drain, type Listener } from './http/answering.js'
import { createApp } from './http/app.js'
import { createAskers, type Askers } from './http/askers.js'
import { limitConnections } from './http/connections.js'
import { listenFailure } from './http/listen-failure.js'
import { createHost } from './http/hosting/host.js'
import type { Logger } from './http/logger.js'
import { createMetrics, type Metrics } from './http/metrics.js'
import { createUnreadAnswers } from './http/unread-answers.js'
import { createBodyReader } from './http/middleware/body.js'
import { clientAddress, LOOPBACK } from './http/middleware/peer.js'
import { createSessionCookie } from './http/middleware/session-cookie.js'
import { createRateLimit } from './http/middleware/rate-limit.js'
import { allRoutes } from './http/routes/all.js'
import { answerMalformed } from './http/malformed-requests.js'
import { EVENT_RETENTION_MS } from './model/job.js'
import { MAX_UNREAD_BYTES, MAX_UNREAD_BYTES_OF_USER } from './model/limits.js'
import { endYamlThread } from './service/branch/long-yaml/long-yaml.js'
import { createBuildRunner } from './service/publish/building.js'
import { dataFolders, type DataFolders } from './service/branch/folders.js'
import { readServerKey } from './service/accounts/server-key.js'
import { startCatchingUp } from './service/operations/catch-up.js'
import { createServing } from './service/publish/serving.js'
import type { Boot } from './service/worktree/worktrees.js'
import { createApplication, type Application } from './application/application.js'
import { lockData } from './store/data-lock.js'
import { openStore, type Store } from './store/database.js'
import { randomIds } from './system/random-ids.js'

/** A server that answers. */
export interface GalleyServer {
  /** Where the API and the built-in host listen. */
  readonly url: string
  readonly sitesUrl: string
  readonly application: Application
  /** Stops taking work, ends what runs, closes everything. */
  close(): Promise<void>
}

/** What differs between production and tests. */
interface ServerOptions {
  readonly logger: Logger
  readonly version: string
  readonly now?: () => number
  readonly newId?: () => string
  /** Start of the machine that this is; a cut of the power is one between two of them. */
  readonly boot?: Boot
  /** False leaves the machine's git alone, as if there were none. */
  readonly native?: boolean
  /** Folder of the built web admin, when it is not the one of this package. */
  readonly admin?: string
  /**
   * True for the time of a command: only what is asked for is done. Jobs that wait are left to the
   * next server, which can finish them, and nothing begins by the clock.
   */
  readonly onlyAsked?: boolean
}

const MINUTE_MS = 60_000
/** Requests and jobs that run when the server stops get so long. */
const DRAIN_MS = 2500
/** What still reads the store, and trees that follow `main`, get so long after them. */
const LINGER_MS = 1000

/** Who waits for the start waits so long at most for sites that are still read in. */
const PATIENCE_MS = 30_000

interface Serving {
  isServing: boolean
  /** Whether everything is closed: a request that still runs finds nothing, which is no error. */
  isOver: boolean
}

/**
 * Opens everything; the promise resolves when both ports answer and every site is read in, or after a
 * while in which some are not: those are 503 until then.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<GalleyServer> {
  const opened = await openApplication(config, options)
  const { application } = opened
  const metrics = createMetrics()
  metrics.siteDisk(() => application.space.list())
  const state: Serving = { isServing: false, isOver: false }
  const listening: HttpServer[] = []
  try {
    const api = await listen('port', config, options.logger)
    listening.push(api)
    const sites = await listen('sitesPort', config, options.logger)
    listening.push(sites)
    opened.urls.api = config.publicUrl || urlOf(config.host, api)
    opened.urls.sites = config.sitesUrl || urlOf(config.host, sites)
    answerMalformed(api, options.newId ?? randomIds())
    const answered = answerBoth({ api, sites }, opened, { config, options, metrics, state })
    state.isServing = true
    const ending = new AbortController()
    const catching = catchUp(opened, ending.signal)
    application.runner.recover({ hold: options.onlyAsked ?? false })
    const begun = catching.ready.then(() => begin(application, state, options))
    const timers = startTimers(opened)
    await Promise.race([begun, delay(PATIENCE_MS, undefined, { ref: false })])
    return {
      url: urlOf(config.host, api),
      sitesUrl: urlOf(config.host, sites),
      application,
      close: async () => {
        state.isServing = false
        ending.abort()
        timers.stop()
        application.holds.close()
        application.events.close()
        application.schedule.stop()
        application.refresh.stop()
        await Promise.all([
          application.runner.stop(DRAIN_MS),
          drain(api, DRAIN_MS),
          drain(sites, DRAIN_MS),
        ])
        // What a rebuild or a tree has not done yet is done by the next start.
        opened.store.index.stop()
        const late = setTimeout(() => application.worktrees.stop(), LINGER_MS)
        // A cut connection ends no request: it may still read the store.
        const answers = Promise.race([answered(), delay(LINGER_MS, undefined, { ref: false })])
        await Promise.all([answers, application.watching.stop(), begun, catching.ended])
        await application.maintenance.stop()
        await application.worktrees.flush()
        await application.locks.idle()
        clearTimeout(late)
        metrics.close()
        state.isOver = true
        await opened.close()
      },
    }
  } catch (error) {
    for (const server of listening) server.close()
    await opened.close()
    throw error
  }
}

/** Takes up work that nobody asks for by a request. */
function begin(
  { watching, maintenance, schedule, space }: Application,
  state: Serving,
  { onlyAsked = false }: ServerOptions,
): void {
  if (onlyAsked || !state.isServing) return
  watching.start()
  maintenance.start()
  schedule.start()
  space.start()
}

interface Opened {
  readonly application: Application
  readonly store: Store
  readonly folders: DataFolders
  readonly options: ServerOptions
  readonly now: () => number
  /** Known once the ports are open. */
  readonly urls: { api: string; sites: string }
  close(): Promise<void>
}

/** Everything but HTTP; also what commands work on while no server runs. */
export async function openApplication(config: Config, options: ServerOptions): Promise<Opened> {
  const folders = dataFolders(config.data)
  for (const folder of [config.data, folders.sites, folders.trash]) {
    await mkdir(folder, { recursive: true, mode: 0o750 })
  }
  await warnOfOpenFolder(config.data, options)
  const lock = lockData(path.join(config.data, 'lock'))
  await rm(folders.temporary, { recursive: true, force: true })
  await mkdir(folders.temporary, { recursive: true })
  const now = options.now ?? Date.now
  const newId = options.newId ?? randomIds()
  const boot = options.boot ?? thisBoot()
  const store = openStore({
    recordsPath: folders.records,
    indexPath: folders.index,
    newId,
    boot: boot.id,
    contentTypeOf: (name) => mime.lookup(name) || 'application/octet-stream',
  })
  const shared = createShared()
  const urls = { api: config.publicUrl, sites: config.sitesUrl || 'http://localhost' }
  const onError = (error: unknown, context: object) =>
    options.logger.error({ ...context, error }, 'a task in the background failed')
  const application = createApplication({
    config,
    folders,
    store,
    shared,
    now,
    newId,
    onError,
    boot,
    warn: (fields, message) => options.logger.warn(fields, message),
    native: options.native !== false && (await detectGit()) !== null,
    serverKey: await readServerKey(folders.serverKey),
    sitesUrl: () => urls.sites,
    runBuild: createBuildRunner(config),
  })
  await application.remover.finish()
  return {
    application,
    store,
    folders,
    options,
    now,
    urls,
    close: async () => {
      application.events.close()
      application.media.thumbnails.close()
      application.previews.close()
      application.rendering.close()
      await application.git.close()
      await application.incoming.close()
      await application.repositories.close()
      await Promise.all([endYamlThread(), shared.close(), application.space.stop()])
      await store.close()
      lock.release()
    },
  }
}

/** Everybody's content and the server's key lie there. */
async function warnOfOpenFolder(data: string, { logger }: ServerOptions): Promise<void> {
  const mode = (await stat(data)).mode & 0o777
  if ((mode & 0o007) === 0) return
  const fields = { data, mode: mode.toString(8) }
  logger.warn(fields, 'other users of this machine can access the data folder: chmod o-rwx')
}

/** Answers the requests on both ports. @returns like {@link answerWith}, for the API */
function answerBoth(
  { api, sites }: { readonly api: HttpServer; readonly sites: HttpServer },
  opened: Opened,
  parts: Omit<ApiParts, 'askers'>,
): () => Promise<unknown> {
  const askers = createAskers({
    cookie: createSessionCookie(opened.urls.api),
    clientAddress: clientAddress(parts.config),
  })
  const { find } = createServing(opened)
  answerWith(sites, createHost({ find, logger: parts.options.logger }).callback(), askers)
  return answerWith(api, apiApp(opened, { ...parts, askers }), askers)
}

interface ApiParts {
  readonly config: Config
  readonly options: ServerOptions
  readonly metrics: Metrics
  readonly state: Readonly<Serving>
  readonly askers: Askers
}

function apiApp(opened: Opened, { config, options, metrics, state, askers }: ApiParts): Listener {
  const { application, folders, now, urls } = opened
  const { version } = options
  const logger: Logger = {
    debug: (...line) => options.logger.debug(...line),
    info: (...line) => options.logger.info(...line),
    warn: (...line) => options.logger.warn(...line),
    error: (...line) => options.logger[state.isOver ? 'debug' : 'error'](...line),
  }
  const routes = allRoutes(application.services, { metrics, version, publicUrl: urls.api })
  const app = createApp(routes, {
    logger,
    newId: randomIds(),
    ...config,
    isServing: () => state.isServing,
    observe: metrics.observe,
    admin: serveAdmin(options.admin),
    authenticator: { ...application.authentication, ...application.services.sessions },
    cookie: createSessionCookie(urls.api),
    publicUrl: urls.api,
    once: application.once,
    readBody: createBodyReader({ ...config, uploadFolder: folders.temporary }),
    rateLimit: createRateLimit({ ...config, now }),
    askers,
    unread: createUnreadAnswers({ ofOne: MAX_UNREAD_BYTES_OF_USER, inAll: MAX_UNREAD_BYTES }),
  })
  return app.callback()
}

const FLAGS = { port: '--port', sitesPort: '--sites-port' } as const

async function listen(
  setting: keyof typeof FLAGS,
  config: Config,
  logger: Logger,
): Promise<HttpServer> {
  const { host } = config
  const port = config[setting]
  const server = createServer({
    // Said by us, as every error is.
    requireHostHeader: false,
    headersTimeout: config.headerSeconds * 1000,
    // Longer than a proxy keeps an idle connection (nginx: 60 s): who closes it first must not be us,
    // as the other sends the next request.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5000,
    // Until the body is there, read or not; what is answered may take longer.
    requestTimeout: (config.headerSeconds + config.bodySeconds) * 1000,
  })
  const sharedAddresses = [...LOOPBACK, ...config.trustedProxies]
  limitConnections(server, { ...config, sharedAddresses }, logger)
  await new Promise<void>((resolve, reject) => {
    const place = { host, port, flag: FLAGS[setting] }
    server.once('error', (error) => reject(listenFailure(error, place)))
    server.listen(port, host, resolve)
  })
  return server
}

function urlOf(host: string, server: HttpServer): string {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Where the system has no name for a start, its time to the minute must do. */
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

function startTimers({ application, store, now, options }: Opened): { stop: () => void } {
  const report = (error: unknown) =>
    options.logger.error({ error }, 'removing expired data failed; it will be tried again')
  const sweep = setInterval(() => {
    try {
      store.records.jobs.deleteExpired(now() - EVENT_RETENTION_MS)
      application.once.sweep()
      application.services.sessions.sweep()
    } catch (error) {
      report(error)
    }
  }, MINUTE_MS)
  const trash = setInterval(
    () => void application.remover.emptyTrash().catch(report),
    60 * MINUTE_MS,
  )
  return {
    stop: () => {
      clearInterval(sweep)
      clearInterval(trash)
    },
  }
}
