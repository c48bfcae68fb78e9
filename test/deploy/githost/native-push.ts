/**
 * A push made of git's own program, as the caller of the git host adapter would give it one.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BranchPlan } from '../../../src/deploy/githost/branch-plan.js'
import type { Push, PushRequest } from '../../../src/deploy/githost/githost.js'
import { temporaryFolder } from '../releases.js'

const run = promisify(execFile)
const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Galley',
  GIT_AUTHOR_EMAIL: 'galley@localhost',
  GIT_COMMITTER_NAME: 'Galley',
  GIT_COMMITTER_EMAIL: 'galley@localhost',
}

/** @param beforePush runs between the commit and the push, where a test wants a race */
export function nativePush(beforePush: () => Promise<void> = async () => undefined): Push {
  return async (request) => {
    const folder = await temporaryFolder()
    const git = async (...args: string[]) =>
      (await run('git', ['-C', folder, ...args], { env: environment })).stdout.trim()
    const remote = withLogin(request)
    await git('init', '-q', '-b', request.branch)
    const tip = await lsRemote(remote, request.branch)
    if (tip !== null) {
      await git('fetch', '-q', remote, request.branch)
      await git('update-ref', `refs/heads/${request.branch}`, tip)
      await git('reset', '-q', '--hard')
    }
    const before = tip === null ? [] : (await git('ls-files', '-s')).split('\n').filter(Boolean)
    const { write, remove } = await request.plan({
      files: new Map(before.map((row) => [row.split('\t')[1] ?? '', row.split(' ')[1] ?? ''])),
      readText: (path) => readFile(join(folder, path), 'utf8'),
      broughtByUs: async () => new Set(),
    })
    for (const path of remove) await rm(join(folder, path))
    await writeTree(folder, write)
    await git('add', '--all', '--force')
    if (tip !== null && (await git('status', '--porcelain')) === '') {
      return { outcome: 'unchanged', commit: tip, ids: new Map() }
    }
    await git('commit', '-q', '--allow-empty', '-m', request.message)
    await beforePush()
    try {
      await git('push', '-q', remote, `HEAD:refs/heads/${request.branch}`)
    } catch (error) {
      if (/rejected|fetch first/.test(String(error))) return { outcome: 'lost_race' }
      throw error
    }
    return { outcome: 'pushed', commit: await git('rev-parse', 'HEAD'), ids: new Map() }
  }
}

function withLogin({ url, username, token }: PushRequest): string {
  const login = new URL(url)
  login.username = username
  login.password = token
  return login.href
}

async function lsRemote(remote: string, branch: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['ls-remote', remote, `refs/heads/${branch}`], {
      env: environment,
    })
    return stdout.split('\t')[0] || null
  } catch (error) {
    const isRefused = /Authentication failed|could not read/.test(String(error))
    throw isRefused ? Object.assign(new Error('refused'), { statusCode: 401 }) : error
  }
}

async function writeTree(folder: string, files: BranchPlan['write']): Promise<void> {
  for (const [path, content] of files) {
    const to = join(folder, path)
    await mkdir(dirname(to), { recursive: true })
    if (content.file === undefined) await writeFile(to, content.text)
    else await copyFile(content.file, to)
  }
}
