import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { mock } from 'node:test'
import { expect } from 'chai'
import { createGitServer, type GitServer } from '../../../src/git/server/serve.js'
import { createPaces, pacedRpc } from '../../../src/service/push/paced-rpc.js'
import { commitTo, useRepositories } from '../../git/fixture.js'

describe('a clone whose client sends nothing', () => {
  const bench = useRepositories()
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
  afterEach(() => mock.timers.reset())

  it('keeps its place while another one only begins, and loses it once one waits', async () => {
    const repository = await bench.repository()
    await commitTo(repository, { a: '1' })
    const places = createGitServer({ hooks: bench.folder('hooks'), children: 2 })
    const signals: (AbortSignal | undefined)[] = []
    const rpc: GitServer['rpc'] = (gitDir, request) => {
      signals.push(request.signal)
      return places.rpc(gitDir, request)
    }
    const settings = { cloneSlowSeconds: 60, pushSlowSeconds: 60 }
    const paces = createPaces(settings, { 'upload-pack': places, 'receive-pack': places })
    const paced = { server: { rpc }, pace: paces['upload-pack'] }
    const leaving = new AbortController()
    const ask = () => {
      const request = { service: 'upload-pack', protocol: '', signal: leaving.signal } as const
      return pacedRpc(paced, repository.gitDir, { ...request, body: new PassThrough() })
    }
    const first = await ask()
    const second = ask()
    mock.timers.tick(60_000)
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([false, false])
    await second
    const third = ask()
    mock.timers.tick(60_000)
    expect(await text(first.body)).to.match(/^.{4}ERR Your request arrived too slowly/)
    expect(signals.map((signal) => signal?.aborted)).to.deep.equal([true, false, false])
    const others = [await second, await third]
    leaving.abort()
    for (const { body, done } of others) {
      body.on('error', () => undefined).resume()
      await done.catch(() => undefined)
    }
    await places.close()
  })
})
