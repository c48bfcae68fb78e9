/** Real repositories in temporary folders; each one written to is checked by `git fsck` afterwards. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Edit } from '../../src/git/commit.js'
import type { Signature } from '../../src/git/objects/commit-object.js'
import { createShared, initRepository, MAIN, openRepository } from '../../src/git/repository.js'
import type { Repository } from '../../src/git/repository.js'

const execute = promisify(execFile)

export const WHO: Signature = { name: 'Test', email: 'test@example.org', time: 1_700_000_000 }

/** For clones that nobody keeps: git does not tidy up after each command, and waits for no disk. */
export const QUICK = {
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'gc.auto',
  GIT_CONFIG_VALUE_0: '0',
  GIT_CONFIG_KEY_1: 'maintenance.auto',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_CONFIG_KEY_2: 'core.fsync',
  GIT_CONFIG_VALUE_2: 'none',
}

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  ...QUICK,
  GIT_AUTHOR_NAME: 'Native',
  GIT_AUTHOR_EMAIL: 'native@example.org',
  GIT_COMMITTER_NAME: 'Native',
  GIT_COMMITTER_EMAIL: 'native@example.org',
}

/** Runs real git; its standard output without the last newline. */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  const options = { cwd, env: ENVIRONMENT, maxBuffer: 1 << 28 }
  return (await execute('git', args, options)).stdout.replace(/\n$/, '')
}

/** Edits from plain text; null removes. */
export function edits(files: Record<string, string | Buffer | Edit>): Map<string, Edit> {
  const toEdit = (value: string | Buffer | Edit): Edit =>
    typeof value === 'string' || Buffer.isBuffer(value) ? { data: Buffer.from(value) } : value
  return new Map(Object.entries(files).map(([path, value]) => [path, toEdit(value)]))
}

/** Commits on `main`, as the application does it. */
export async function commitTo(
  repository: Repository,
  files: Record<string, string | Buffer | Edit>,
  message = 'Change',
): Promise<string> {
  const base = await repository.head()
  const parents = base === null ? [] : [base]
  const who = { author: WHO, committer: WHO }
  const made = await repository.commit({ parents, base, edits: edits(files), message, ...who })
  await repository.updateRef({ ref: MAIN, from: base, to: made.commit })
  return made.commit
}

export interface Bench {
  /** A new folder below the test's own. */
  folder(name: string): string
  /** A new bare repository, open. */
  repository(options?: { native?: boolean; name?: string }): Promise<Repository>
  /** Leaves out the check of this test's repositories: it damaged one on purpose. */
  skipFsck(): void
}

/** Registers hooks in the enclosing `describe`: a folder before each test, fsck and removal after. */
export function useRepositories(): Bench {
  let root = ''
  let checked = true
  let count = 0
  const opened: Repository[] = []
  const shared = createShared()
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'galley-git-'))
    checked = true
  })
  afterEach(async () => {
    const dirs = opened.splice(0).map(({ gitDir }) => gitDir)
    await shared.close()
    try {
      if (checked) for (const dir of new Set(dirs)) await expectSound(dir)
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })
  return {
    folder: (name) => join(root, name),
    async repository({ native = true, name = `r${count++}.git` } = {}) {
      const gitDir = join(root, name)
      await initRepository(gitDir)
      const repository = await openRepository(gitDir, { native, shared })
      opened.push(repository)
      return repository
    },
    skipFsck() {
      checked = false
    },
  }
}

/** `git fsck --strict` finds nothing at all but objects that nobody names. */
export async function expectSound(gitDir: string): Promise<void> {
  const { stdout, stderr } = await execute(
    'git',
    ['--git-dir', gitDir, 'fsck', '--strict', '--full', '--no-dangling', '--no-progress'],
    { env: ENVIRONMENT },
  )
  const complaints = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => !/^(notice: .*)?$/.test(line))
  expect(complaints).to.deep.equal([])
}

/** The code of the error that a promise is rejected with; fails if it is not. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
  throw new Error('It was not rejected.')
}
