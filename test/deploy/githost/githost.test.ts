import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Push } from '../../../src/deploy/githost/githost.js'
import { isInstalled } from '../../servers/start.js'
import { describeTarget } from '../contract.js'
import { makeGitPlace, readBranch } from './git-places.js'
import { nativePush } from './native-push.js'
import { makeContext, makeRelease } from '../releases.js'

const run = promisify(execFile)

describeTarget({
  title: 'A git host',
  isInstalled: () => isInstalled('githost'),
  makePlace: makeGitPlace,
})

describe('A git host: commits', () => {
  before(async function () {
    if (!(await isInstalled('githost'))) this.skip()
  })

  it('of a built site have .nojekyll and CNAME', async () => {
    const { deployer, bare } = await makeGitPlace({}, 'www.example.org')
    await deployer.deploy(await makeRelease('r1', { 'index.html': 'x' }), makeContext())
    expect(Object.fromEntries(await readBranch(bare, 'gh-pages'))).to.deep.equal({
      'index.html': 'x',
      '.nojekyll': '',
      CNAME: 'www.example.org\n',
    })
  })

  it('of the source are unchanged', async () => {
    const { deployer, bare } = await makeGitPlace({ format: 'raw' }, 'www.example.org')
    await deployer.deploy(await makeRelease('r1', { '_config.yml': 'title: x' }), makeContext())
    expect([...(await readBranch(bare, 'gh-pages')).keys()]).to.deep.equal(['_config.yml'])
  })

  it('build on one another: the history is kept', async () => {
    const { deployer, bare } = await makeGitPlace()
    await deployer.deploy(await makeRelease('r1', { 'index.html': '1' }), makeContext())
    const last = await deployer.deploy(
      await makeRelease('r2', { 'index.html': '2' }),
      makeContext(),
    )
    const log = await run('git', ['-C', bare, 'log', '--format=%H %s', 'gh-pages'])
    expect(log.stdout.trim().split('\n')).to.have.length(2)
    expect(log.stdout).to.match(new RegExp(`^${last.commit} Publish the site \\(release r2\\)`))
  })

  it('are made again on top if somebody else pushed first', async () => {
    const { deployerOf, deployer, account, bare, plant } = await makeGitPlace()
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

  it('give up if somebody else always pushes first', async () => {
    const { deployerOf, account } = await makeGitPlace()
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

  it('end in a clear message for the status of the host, without the token', async () => {
    const { deployerOf, account } = await makeGitPlace()
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
