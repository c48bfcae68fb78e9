/**
 * Branches on a real git host (lighttpd with git's own http-backend), looked at past the adapter.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type GitAccount, gitDeployer, type Push } from '../../../src/deploy/githost/githost.js'
import { sharedServer } from '../../servers/start.js'
import { hashOf } from '../files/file-places.js'
import { ownPush } from './own-push.js'
import { temporaryFolder } from '../releases.js'
import { lateRetries } from '../settings.js'

const run = promisify(execFile)
let places = 0

/** A new repository, empty, and deployers to its branch that push as the service does. */
export async function makeGitPlace(change: Partial<GitAccount> = {}, domain = '') {
  const server = await sharedServer('githost')
  const pushWith = await ownPush(await temporaryFolder())
  const mine = pushWith()
  const name = `place-${(places += 1)}.git`
  const bare = join(server.text('repos'), name)
  await run('git', ['init', '-q', '--bare', '-b', 'gh-pages', bare])
  await run('git', ['-C', bare, 'config', 'http.receivepack', 'true'])
  const account: GitAccount = {
    url: `http://127.0.0.1:${server.number('port')}/${name}`,
    branch: 'gh-pages',
    username: server.text('user'),
    token: server.text('password'),
    format: 'compiled',
    ...change,
  }
  const deployerOf = (own: GitAccount, push: Push = mine, retries = { attempts: 4, delay: 10 }) =>
    gitDeployer(own, { push, retries, domain })
  const secret = 'wrong-secret'
  return {
    bare,
    port: server.number('port'),
    sessionsEnd: () => server.sessionsEnd(),
    account,
    pushWith,
    deployerOf,
    deployer: deployerOf(account),
    wrongLogin: {
      secret,
      deployer: deployerOf({ ...account, token: secret }, mine, lateRetries),
    },
    contents: async () => withoutMarker(await readBranch(bare, account.branch)),
    hash: async (path: string) => {
      const git = spawn('git', ['-C', bare, 'cat-file', 'blob', `${account.branch}:${path}`])
      return hashOf(git.stdout)
    },
    plant: (path: string, content: string) =>
      commitFile({ bare, branch: account.branch }, path, content),
  }
}

/** The files of a branch's tip, which does not exist at first. */
export async function readBranch(bare: string, branch: string): Promise<Map<string, string>> {
  const listed = await run('git', ['-C', bare, 'ls-tree', '-rz', branch]).catch(() => null)
  const rows = listed?.stdout.split('\0').filter(Boolean) ?? []
  if (rows.length === 0) return new Map()
  const reading = run('git', ['-C', bare, 'cat-file', '--batch'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
  })
  reading.child.stdin?.end(rows.map((row) => `${row.split(/[ \t]/)[2]}\n`).join(''))
  const { stdout } = await reading
  const contents = new Map<string, string>()
  let at = 0
  for (const row of rows) {
    const start = stdout.indexOf('\n', at) + 1
    const size = Number(stdout.toString('latin1', at, start).split(' ')[2])
    contents.set(row.slice(row.indexOf('\t') + 1), stdout.toString('utf8', start, start + size))
    at = start + size + 1
  }
  return contents
}

function withoutMarker(contents: Map<string, string>): Map<string, string> {
  contents.delete('.nojekyll')
  return contents
}

/** Commits a file as somebody else who pushes to the branch. */
async function commitFile(
  { bare, branch }: { bare: string; branch: string },
  path: string,
  content: string,
): Promise<void> {
  const clone = await temporaryFolder()
  await run('git', ['clone', '-q', bare, clone])
  const isThere = await run('git', ['-C', clone, 'checkout', '-q', branch]).then(
    () => true,
    () => false,
  )
  if (!isThere) await run('git', ['-C', clone, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`])
  await mkdir(dirname(join(clone, path)), { recursive: true })
  await writeFile(join(clone, path), content)
  const who = ['-c', 'user.name=Other', '-c', 'user.email=other@localhost']
  await run('git', ['-C', clone, 'add', '.'])
  await run('git', ['-C', clone, ...who, 'commit', '-q', '-m', 'Other'])
  await run('git', ['-C', clone, 'push', '-q', 'origin', branch])
}
