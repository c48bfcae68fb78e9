/** A server that stops cuts what does not come to its end: nobody is there to hear how that ended. */

import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import { basic } from './client.js'
import { startApi } from './server.js'

describe('A request that is under way when the server stops', () => {
  it('is not logged as an error', async () => {
    const api = await startApi()
    const { textSearches: searches } = api.server.application.services
    const { everywhere } = searches
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let ended: Promise<unknown> = Promise.resolve()
    const isAsked = new Promise<void>((resolve) => {
      // As slow as a program that is stopped, and then as it is.
      Object.assign(searches, {
        everywhere: (...asked: Parameters<typeof everywhere>) => {
          const found = held.then(() => everywhere(...asked))
          ended = found.catch((error: unknown) => error)
          resolve()
          return found
        },
      })
    })
    const headers = { authorization: basic(api.root) }
    const answer = fetch(`${api.server.url}/v2/search?q=x`, { headers }).catch(() => null)
    await isAsked
    await api.stop()
    expect(await answer).to.equal(null)
    goOn()
    expect(await ended).to.be.instanceOf(Error)
    // It is told in the same turn, by what waits for it.
    await new Promise((resolve) => setImmediate(resolve))
    expect(api.logged).to.deep.equal([])
    await rm(api.data, { recursive: true, force: true })
  })
})
