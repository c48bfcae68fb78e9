/** `galley serve`: runs the server until SIGTERM or SIGINT, or until its terminal is closed. */

import type { Command } from 'commander'
import { unknownVariables } from '../config.js'
import type { Logger } from '../system/logger.js'
import type { GalleyServer } from '../server.js'
import { announceServer, retractServer } from './running.js'
import { addSettings, configOf } from './settings.js'
import { version } from './version.js'

/** Time in milliseconds after which stopping is forced. */
const STOP_MS = 10_000

export function addServe(program: Command): void {
  const command = program.command('serve').description('run the server')
  addSettings(command).action((options: Record<string, unknown>) => serve(options))
}

async function serve(options: Record<string, unknown>): Promise<void> {
  const config = configOf(options)
  const { startServer } = await import('../server.js')
  const { destination } = await import('pino')
  const { createLog } = await import('./log.js')
  const { greet } = await import('./greeting.js')
  const logger = createLog(config.logLevel, destination(2))
  const stopped = stopSignal(logger)
  const unknown = unknownVariables(process.env)
  if (unknown.length > 0) logger.warn({ unknown }, 'these environment variables are no settings')
  const server = await startServer(config, { logger, version: version() })
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

/**
 * SIGHUP stops a server only if it was started in a terminal, which has been closed then. Other programs send it to have
 * settings read again, and settings are read at a start only.
 */
async function stopSignal(logger: Logger): Promise<void> {
  const isInTerminal = process.stdin.isTTY
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
    process.on('SIGHUP', () => {
      if (isInTerminal) return resolve()
      logger.info({}, 'SIGHUP is ignored: restart the server to have its settings read again')
    })
  })
}
