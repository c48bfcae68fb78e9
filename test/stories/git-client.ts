/** Real git, as a developer has it, against a server under test. */

import { execFile } from 'node:child_process'
import { existsSync, utimesSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Api, Person } from '../api/server.js'
import { QUICK } from '../git/fixture.js'

const execute = promisify(execFile)

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  ...QUICK,
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.org',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.org',
}

/** Runs git; its standard output without the last newline. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const argv = ['-c', 'init.defaultBranch=main', '-c', 'pull.rebase=true', ...args]
  const { stdout } = await execute('git', argv, { cwd, env: ENVIRONMENT, maxBuffer: 1 << 28 })
  return stdout.replace(/\n$/, '')
}

/** What git says when it fails; an empty text where it succeeds. */
export async function failure(cwd: string, ...args: string[]): Promise<string> {
  return git(cwd, ...args).then(
    () => '',
    (error: unknown) => String(error),
  )
}

/** Folders of developers, removed after the tests of the enclosing `describe`. */
export interface Desk {
  /** A path below the desk. */
  readonly at: (name: string) => string
  /** Where a person's git finds a site. */
  readonly remote: (siteId: string, as?: Person) => string
  /** Clones a site; the folder. */
  readonly clone: (siteId: string, ...args: string[]) => Promise<string>
  /** The path of the bare repository on the server's disk. */
  readonly bare: (siteId: string) => string
  /** A path in the working tree on the server's disk. */
  readonly tree: (siteId: string, name?: string) => string
}

export function useDesk(api: Api): Desk {
  let root = ''
  let count = 0
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'galley-desk-'))
  })
  after(() => rm(root, { recursive: true, force: true }))
  const remote = (siteId: string, as: Person = api.root): string => {
    const { host } = new URL(api.server.url)
    return `http://${as.name}:${as.secret}@${host}/v2/sites/${siteId}/repository.git`
  }
  const place = (siteId: string, name: string) => path.join(api.config.data, 'sites', siteId, name)
  return {
    at: (name) => path.join(root, name),
    remote,
    clone: async (siteId, ...args) => {
      const name = `work-${(count += 1)}`
      await git(root, 'clone', '-q', ...args, remote(siteId), name)
      return path.join(root, name)
    },
    bare: (siteId) => place(siteId, 'repository.git'),
    tree: (siteId, name = '.') => path.join(place(siteId, 'tree'), name),
  }
}

/** Writes files into a clone and commits them; null removes. */
export async function commitFiles(
  work: string,
  files: Readonly<Record<string, string | Buffer | null>>,
  message = 'Change',
): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(work, name)
    await mkdir(path.dirname(file), { recursive: true })
    if (content === null) await rm(file)
    else await writeFile(file, content)
  }
  await git(work, 'add', '-A')
  await git(work, 'commit', '-q', '-m', message)
  return git(work, 'rev-parse', 'HEAD')
}

/** Seconds that something may take to come about on a machine that is busy. */
const PATIENCE = Number(process.env['GALLEY_PATIENCE'] ?? 240)

/** The longest pause between two looks, in milliseconds. */
const MAX_PAUSE_MS = 200

/**
 * Asks until the answer is right; throws what was wrong last after that. Most looks start a program, so
 * they become rarer: else they take the processor from what they wait for.
 */
export async function eventually<T>(look: () => Promise<T> | T, seconds = PATIENCE): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (let pause = 20; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Works while somebody goes on editing a file: it is not quiet before the work is done. */
export async function whileEditing<T>(file: string, work: () => Promise<T>): Promise<T> {
  const touching = setInterval(() => {
    // The work may take the file away.
    if (existsSync(file)) utimesSync(file, new Date(), new Date())
  }, 50)
  try {
    return await work()
  } finally {
    clearInterval(touching)
  }
}
