/**
 * Real servers for the tests: started when first asked for, once for all suites, ended with the
 * run. The scripts beside this file need Debian's packages; where those are missing, the suites
 * that need them skip, by name.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { endOfSessions } from './sessions.js'

export type ServerName = 'ftp' | 'pureftp' | 'sftp' | 'swift' | 'githost'

/** What a script prints when its server answers: addresses, credentials, folders. */
export type ServerFacts = Readonly<Record<string, string | number>>

/** A running server: `text` and `number` read a fact and throw where there is none. */
export interface RunningServer {
  readonly dir: string
  text(fact: string): string
  number(fact: string): number
  /** Waits until it has done what it was told on the connections that it has now, cut ones too. */
  sessionsEnd(): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)
const started = new Map<string, Promise<RunningServer>>()

function script(name: ServerName): string {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** Whether a server's packages are installed. */
export async function isInstalled(name: ServerName, part = ''): Promise<boolean> {
  try {
    await run(script(name), part === '' ? ['check'] : ['check', part])
    return true
  } catch {
    return false
  }
}

interface StartOptions {
  /** Ports after the folder; `0` picks a free one. */
  readonly ports?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Folder to keep the server's files in, made by the caller; a temporary one when not given. */
  readonly dir?: string
}

/** The shared server of a name and its settings, started when first asked for. */
export function sharedServer(name: ServerName, options: StartOptions = {}): Promise<RunningServer> {
  const key = JSON.stringify([name, options])
  const server = started.get(key) ?? startServer(name, options)
  started.set(key, server)
  return server
}

/** A server of one's own, to be stopped by who started it. */
export async function startServer(
  name: ServerName,
  options: StartOptions = {},
): Promise<RunningServer> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), `galley-${name}-`)))
  const facts = await launch(name, dir, options)
  return {
    dir,
    text: (fact) => read(facts, fact, 'string'),
    number: (fact) => read(facts, fact, 'number'),
    sessionsEnd: () => endOfSessions(read(facts, 'pid', 'number')),
    async stop() {
      await run(script(name), ['stop', dir])
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** A port that is free may be taken before the server listens there: then once more, with others. */
async function launch(name: ServerName, dir: string, options: StartOptions): Promise<ServerFacts> {
  const { ports = [] } = options
  for (let left = ports.length === 0 ? 3 : 1; ; left -= 1) {
    try {
      const env = { ...process.env, ...options.env }
      const { stdout } = await run(script(name), ['start', dir, ...ports], { env })
      return JSON.parse(stdout)
    } catch (error) {
      if (left === 1) throw error
    }
  }
}

function read(facts: ServerFacts, fact: string, type: 'string'): string
function read(facts: ServerFacts, fact: string, type: 'number'): number
function read(facts: ServerFacts, fact: string, type: string): string | number {
  const value = facts[fact]
  if (value === undefined || typeof value !== type) throw new Error(`The server has no ${fact}`)
  return value
}

after('stop the servers', async () => {
  for (const server of started.values()) await (await server).stop()
})
