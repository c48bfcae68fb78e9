import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type GitAccount, gitDeployer, type Push } from '../../src/deploy/githost.js'
import { isInstalled, sharedServer } from '../servers/start.js'
import { describeTarget } from './contract.js'
import { nativePush } from './native-push.js'
import { makeContext, makeRelease, temporaryFolder } from './releases.js'

const run = promisify(execFile)
let places = 0

async function makePlace(change: Partial<GitAccount> = {}, domain = '') {
  const server = await sharedServer('githost')
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
  const retries = { attempts: 4, delay: 10 }
  const deployerOf = (own: GitAccount, push: Push = nativePush()) =>
    gitDeployer(own, { push, retries, domain })
  const secret = 'wrong-secret'
  return {
    bare,
    account,
    deployerOf,
    deployer: deployerOf(account),
    wrongLogin: { secret, deployer: deployerOf({ ...account, token: secret }) },
    contents: async () => withoutMarker(await readBranch(bare, account.branch)),
    plant: (path: string, content: string) =>
      commitFile({ bare, branch: account.branch }, path, content),
  }
}

/** The files of a branch's tip. */
async function readBranch(bare: string, branch: string): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  const list = await run('git', ['-C', bare, 'ls-tree', '-rz', '--name-only', branch]).catch(
    () => ({
      stdout: '',
    }),
  )
  for (const path of list.stdout.split('\0').filter(Boolean)) {
    contents.set(path, (await run('git', ['-C', bare, 'show', `${branch}:${path}`])).stdout)
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
  await run('git', ['clone', '-q', '-b', branch, bare, clone])
  await writeFile(join(clone, path), content)
  const who = ['-c', 'user.name=Other', '-c', 'user.email=other@localhost']
  await run('git', ['-C', clone, 'add', '.'])
  await run('git', ['-C', clone, ...who, 'commit', '-q', '-m', 'Other'])
  await run('git', ['-C', clone, 'push', '-q'])
}

describeTarget({
  title: 'A git host',
  isInstalled: () => isInstalled('githost'),
  makePlace,
  leavesForeignFiles: false,
})

describe('A git host: commits', () => {
  before(async function () {
    if (!(await isInstalled('githost'))) this.skip()
  })

  it('of a built site have .nojekyll and CNAME', async () => {
    const { deployer, bare } = await makePlace({}, 'www.example.org')
    await deployer.deploy(await makeRelease('r1', { 'index.html': 'x' }), makeContext())
    expect(Object.fromEntries(await readBranch(bare, 'gh-pages'))).to.deep.equal({
      'index.html': 'x',
      '.nojekyll': '',
      CNAME: 'www.example.org\n',
    })
  })

  it('of the source are as it is', async () => {
    const { deployer, bare } = await makePlace({ format: 'raw' }, 'www.example.org')
    await deployer.deploy(await makeRelease('r1', { '_config.yml': 'title: x' }), makeContext())
    expect([...(await readBranch(bare, 'gh-pages')).keys()]).to.deep.equal(['_config.yml'])
  })

  it('stand on one another: the history is kept', async () => {
    const { deployer, bare } = await makePlace()
    await deployer.deploy(await makeRelease('r1', { 'index.html': '1' }), makeContext())
    const last = await deployer.deploy(
      await makeRelease('r2', { 'index.html': '2' }),
      makeContext(),
    )
    const log = await run('git', ['-C', bare, 'log', '--format=%H %s', 'gh-pages'])
    expect(log.stdout.trim().split('\n')).to.have.length(2)
    expect(log.stdout).to.match(new RegExp(`^${last.commit} Publish the site \\(release r2\\)`))
  })

  it('are made again on top when somebody else pushed first', async () => {
    const { deployerOf, deployer, account, bare, plant } = await makePlace()
    await deployer.deploy(await makeRelease('r1', { 'index.html': '1' }), makeContext())
    let races = 0
    const push = nativePush(async () => {
      if ((races += 1) === 1) await plant('theirs.html', 'theirs')
    })
    await deployerOf(account, push).deploy(
      await makeRelease('r2', { 'index.html': '2' }),
      makeContext(),
    )
    expect(races).to.equal(2)
    const log = await run('git', ['-C', bare, 'log', '--format=%s', 'gh-pages'])
    expect(log.stdout).to.match(/^Publish.*r2.*\nOther\nPublish.*r1/)
  })

  it('give up when somebody else always pushes first', async () => {
    const { deployerOf, account } = await makePlace()
    const push: Push = async () => ({ outcome: 'lost_race' })
    const error = await deployerOf(account, push)
      .deploy(await makeRelease('r1', { 'index.html': '1' }), makeContext())
      .then(
        () => null,
        (failure: unknown) => failure,
      )
    expect(error).to.have.property('code', 'lost_race')
    expect(String(error)).to.match(/Could not push to http.*: somebody else keeps pushing/)
  })

  it('end in a sentence by the status of the host, without the token', async () => {
    const { deployerOf, account } = await makePlace()
    const codes = { 401: 'login_refused', 403: 'forbidden', 404: 'not_found', 500: 'remote_error' }
    for (const [status, code] of Object.entries(codes)) {
      const push: Push = async ({ url, token }) => {
        const login = url.replace('://', `://x:${token}@`)
        throw Object.assign(new Error(`HTTP ${status} from ${login}`), {
          data: { statusCode: Number(status) },
        })
      }
      const release = await makeRelease('r1', { 'index.html': '1' })
      const error = await deployerOf(account, push)
        .deploy(release, makeContext())
        .then(
          () => null,
          (failure: unknown) => failure,
        )
      expect(error).to.have.property('code', code)
      expect(String(error)).not.to.include(account.token)
    }
  })
})
