/** `galley serve`: runs the server until SIGTERM or SIGINT. */

import type { Command } from 'commander'
import type { Config } from '../config.js'
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
  // Files must be readable only by this user: they contain secrets, drafts and e-mail addresses.
  process.umask(0o077)
  const { startServer } = await import('../server.js')
  const { destination } = await import('pino')
  const { createLog } = await import('./log.js')
  const logger = createLog(config.logLevel, destination(2))
  const server = await startServer(config, { logger, version: version() })
  const stopped = stopSignal()
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

/** Prints the addresses, and at the first start the administrator's credentials. */
async function greet({ url, sitesUrl, application }: GalleyServer, config: Config): Promise<void> {
  const { createFirstAdmin } = await import('./first-admin.js')
  const admin = await createFirstAdmin(application, config)
  const lines = [`galley: listening on ${url}`, `galley: published sites on ${sitesUrl}`]
  lines.push(`galley: the admin is at ${url}/admin/`)
  if (admin) {
    lines.push(
      'galley: credentials of the first administrator; they are not shown again:',
      `  e-mail:     ${admin.email}`,
      // A given password is not printed, because logs are stored.
      `  password:   ${config.adminPassword ? '(as given)' : admin.password}`,
      `  api_key:    ${admin.apiKey}`,
      `  api_secret: ${admin.apiSecret}`,
    )
  }
  const token = application.services.firstStart.newToken()
  if (token !== null) {
    lines.push(
      'galley: to get started in a browser, open this link (it works once, and only until somebody signs in):',
      `  ${config.publicUrl || url}/admin/start#${token}`,
    )
  }
  // In one write: a program that waits for the addresses gets the credentials too.
  console.log(lines.join('\n'))
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

async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
