/** `galley serve`: runs the server until a signal stops it. */

import type { Command } from 'commander'
import type { Config } from '../config.js'
import type { GalleyServer } from '../server.js'
import { announceServer, retractServer } from './running.js'
import { addSettings, configOf } from './settings.js'
import { version } from './version.js'

/** After this a stop is forced. */
const STOP_MS = 10_000

export function addServe(program: Command): void {
  const command = program.command('serve').description('run the server')
  addSettings(command).action((options: Record<string, unknown>) => serve(options))
}

async function serve(options: Record<string, unknown>): Promise<void> {
  const config = configOf(options)
  // Files are readable by this user only: they hold secrets, drafts and e-mail addresses.
  process.umask(0o077)
  const { startServer } = await import('../server.js')
  const { destination } = await import('pino')
  const { createLog } = await import('./log.js')
  const logger = createLog(config.logLevel, destination(2))
  const server = await startServer(config, { logger, version: version() })
  const stopped = stopSignal()
  // Whatever fails from here on: a server that nobody can stop must not be left behind.
  try {
    announceServer(config.data, { url: server.url, pid: process.pid })
    await greet(server, config)
    await stopped
    retractServer(config.data, process.pid)
  } finally {
    await end(server)
  }
}

/** Says where it listens, and at the first start who may do anything. */
async function greet({ url, sitesUrl, application }: GalleyServer, config: Config): Promise<void> {
  const { createFirstAdmin } = await import('./first-admin.js')
  const admin = await createFirstAdmin(application, config)
  const lines = [`galley: listening on ${url}`, `galley: published sites on ${sitesUrl}`]
  lines.push(`galley: the admin is at ${url}/admin/`)
  if (admin) {
    lines.push(
      'galley: credentials of the first administrator; they are not shown again:',
      `  e-mail:     ${admin.email}`,
      // A password that was given is known already, and logs are kept.
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
  // At once: a program that reads the addresses has the credentials, too.
  console.log(lines.join('\n'))
}

/** The process ends with the server, also where something of it can't be closed. */
async function end(server: GalleyServer): Promise<void> {
  const forced = setTimeout(() => {
    console.error(`galley: stopping takes more than ${STOP_MS / 1000} seconds, and is broken off`)
    process.exit(1)
  }, STOP_MS)
  try {
    await server.close()
  } catch (error) {
    // When the caller has said why.
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
