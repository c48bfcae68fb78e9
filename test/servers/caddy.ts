/** The real Caddy before a server under test. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Proxy } from './nginx.js'

export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0

export interface Caddy extends Proxy {
  /** Its own files are below it. */
  readonly folder: string
}

/** @param configuration a whole Caddyfile; nobody has waited until it answers */
export async function startCaddy(configuration: string): Promise<Caddy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-caddy-'))
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, configuration)
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  const caddy = spawn('caddy', args, { env, stdio: 'ignore' })
  const ended = once(caddy, 'exit')
  return {
    folder,
    close: async () => {
      caddy.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
