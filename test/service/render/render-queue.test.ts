import { expect } from 'chai'
import { createRenderQueue } from '../../../src/service/render/render-queue.js'

const never = new AbortController().signal

describe('the queue for pages of unsaved texts', () => {
  /** Takes a place and keeps it until `end`. */
  function follow(limit: number) {
    const queue = createRenderQueue(limit)
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const failed: unknown[] = []
    const ask = (userId: string, siteId: string, page = 'page') => {
      const name = `${userId} ${siteId} ${page}`
      queue.take({ userId, siteId, page }, never).then(
        (end) => {
          begun.push(name)
          ends.set(name, end)
        },
        (error: unknown) => failed.push(error),
      )
    }
    const turn = () => new Promise(setImmediate)
    return { begun, failed, ask, turn, end: (name: string) => ends.get(name)?.() }
  }

  it('gives users turns, however many sites one of them has', async () => {
    const { begun, ask, turn, end } = follow(1)
    for (let site = 0; site < 10; site += 1) ask('many', `site-${site}`)
    ask('one', 'own')
    await turn()
    end('many site-0 page')
    await turn()
    expect(begun).to.deep.equal(['many site-0 page', 'one own page'])
    end('one own page')
    await turn()
    expect(begun.at(-1)).to.equal('many site-1 page')
  })

  it('leaves the last place to others, if there are several', async () => {
    const { begun, ask, turn } = follow(2)
    for (const site of ['a', 'b']) ask('many', site)
    await turn()
    expect(begun).to.deep.equal(['many a page'])
    ask('one', 'own')
    await turn()
    expect(begun).to.deep.equal(['many a page', 'one own page'])
  })

  it('renders one page of a site at a time', async () => {
    const { begun, ask, turn, end } = follow(3)
    ask('a', 'site')
    ask('b', 'site')
    await turn()
    expect(begun).to.deep.equal(['a site page'])
    end('a site page')
    await turn()
    expect(begun.at(-1)).to.equal('b site page')
  })

  it('refuses more than may wait of a user or a site, and replaces what is older', async () => {
    const { ask, turn, failed } = follow(1)
    for (let at = 0; at < 52; at += 1) ask('many', `site-${at}`)
    for (let at = 0; at < 51; at += 1) ask(`user-${at}`, 'site')
    await turn()
    expect(failed).to.have.length(2)
    for (const error of failed) expect(error).to.include({ code: 'unavailable' })
    ask('many', 'site-7')
    await turn()
    expect(failed.at(-1)).to.include({ code: 'conflict' })
  })
})
