/** `galley serve`: runs the server until SIGTERM or SIGINT, or until its terminal is closed. */

import type { Command } from 'commander'
import { unknownVariables, type Config } from '../config.js'
import type { Logger } from '../system/logger.js'
import type { GalleyServer } from '../server.js'
import { announceServer, retractServer } from './running.js'
import { addSettings, adoptSettings, configOf } from './settings.js'
import { version } from './version.js'

/** Time in milliseconds after which stopping is forced. */
const STOP_MS = 10_000

export function addServe(program: Command): void {
  const command = program.command('serve').description('run the server')
  addSettings(command).action((options: Record<string, unknown>) => serve(options))
}

async function serve(options: Record<string, unknown>): Promise<void> {
  // Asked for while the server starts, a reload waits until there is something to reload.
  let isAsked = false
  let reload = (): void => void (isAsked = true)
  const stopped = stopSignal(() => reload())
  const config = configOf(options)
  const { startServer } = await import('../server.js')
  const { destination } = await import('pino')
  const { createLog } = await import('./log.js')
  const { greet } = await import('./greeting.js')
  const logger = createLog(config.logLevel, destination(2))
  const reloading = createReload(config, { logger, options })
  reload = () => reloading.now()
  if (isAsked) reload()
  const unknown = unknownVariables(process.env)
  if (unknown.length > 0) logger.warn({ unknown }, 'these environment variables are no settings')
  const sockets = socketsOfSystemd()
  const server = await startServer(config, { logger, version: version(), sockets })
  reloading.follow(server)
  // If anything fails from here on, the server must still be closed.
  try {
    announceServer(config.data, { url: server.url, pid: process.pid })
    await greet(server, config)
    await stopped
    retractServer(config.data, process.pid)
  } finally {
    await end(server)
  }
}

/** The first number of those that systemd passes. */
const FIRST_SOCKET = 3

/** Numbers of the sockets that systemd has opened for this process, in the order of its unit (`sd_listen_fds`). */
function socketsOfSystemd(): readonly number[] {
  const { LISTEN_PID: pid, LISTEN_FDS: count } = process.env
  // They are not for the programs that this one starts.
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete process.env[name]
  if (pid !== String(process.pid)) return []
  return Array.from({ length: Number(count) || 0 }, (_, at) => FIRST_SOCKET + at)
}

/** Closes the server. The process ends even if something cannot be closed. */
async function end(server: GalleyServer): Promise<void> {
  const forced = setTimeout(() => {
    console.error(`galley: stopping takes more than ${STOP_MS / 1000} seconds, and is broken off`)
    process.exit(1)
  }, STOP_MS)
  try {
    await server.close()
  } catch (error) {
    // Exit only after the caller has printed the error.
    setImmediate(() => process.exit(1))
    throw error
  } finally {
    clearTimeout(forced)
  }
}

interface ReloadParts {
  readonly logger: Logger & { level: string }
  /** Flags of the command. */
  readonly options: Readonly<Record<string, unknown>>
}

/** Reads the settings again. The configuration changes in place: whoever needs a value reads it each time. */
function createReload(config: Config, { logger, options }: ReloadParts) {
  let server: GalleyServer | null = null
  return {
    follow: (started: GalleyServer) => void (server = started),
    now() {
      try {
        const { changed, waiting } = adoptSettings(config, configOf(options))
        if (waiting.length > 0) {
          logger.warn({ waiting }, 'these settings have changed, too, but need a restart')
        }
        server?.settingsChanged()
        logger.level = config.logLevel
        logger.info({ changed }, 'the settings were read again')
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        logger.error({ reason }, 'the settings could not be read again, so none has changed')
      }
    },
  }
}

/**
 * SIGHUP stops a server only if it was started in a terminal, which has been closed then. Else it has the settings read
 * again.
 */
async function stopSignal(reload: () => void): Promise<void> {
  const isInTerminal = process.stdin.isTTY
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
    process.on('SIGHUP', () => {
      if (isInTerminal) return resolve()
      reload()
    })
  })
}
