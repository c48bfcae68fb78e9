/** `galley serve`: runs the server until a signal stops it. */

import type { Command } from 'commander'
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
  const { createFirstAdmin } = await import('./first-admin.js')
  const { destination } = await import('pino')
  const { createLog } = await import('./log.js')
  const logger = createLog(config.logLevel, destination(2))
  const server = await startServer(config, { logger, version: version() })
  const stopped = stopSignal()
  announceServer(config.data, { url: server.url, pid: process.pid })
  const admin = await createFirstAdmin(server.application, config)
  const lines = [
    `galley: listening on ${server.url}`,
    `galley: published sites on ${server.sitesUrl}`,
  ]
  lines.push(`galley: the admin is at ${server.url}/admin/`)
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
  const token = server.application.services.firstStart.newToken()
  if (token !== null) {
    lines.push(
      'galley: to get started in a browser, open this link (it works once, and only until somebody signs in):',
      `  ${config.publicUrl || server.url}/admin/start#${token}`,
    )
  }
  // At once: a program that reads the addresses has the credentials, too.
  console.log(lines.join('\n'))
  await stopped
  retractServer(config.data, process.pid)
  const forced = setTimeout(() => process.exit(1), STOP_MS)
  await server.close()
  clearTimeout(forced)
}

async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
