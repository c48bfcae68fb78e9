/** Many tabs of one browser: over HTTP/1.1 it has six connections to a server. */

import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

const TABS = 8

describeInBrowser('many tabs of the web admin', function () {
  this.timeout(6 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Tabs')

  /** The tabs that hold a stream of the site. */
  function streamsOf(pages: readonly Page[]): Set<Page> {
    const open = new Set<Page>()
    const isStream = (url: string) => url.endsWith(`/v2/sites/${site.id}/events`)
    for (const page of pages) {
      page.on('request', (request) => {
        if (isStream(request.url())) open.add(page)
      })
      const ended = (request: Request) => {
        if (isStream(request.url())) open.delete(page)
      }
      page.on('requestfailed', ended)
      page.on('requestfinished', ended)
      page.on('close', () => open.delete(page))
      page.on('crash', () => open.delete(page))
    }
    return open
  }

  async function until(isTrue: () => boolean, page: Page): Promise<void> {
    while (!isTrue()) await page.waitForTimeout(50)
  }

  it('share one stream, and another tab takes over when its tab is closed or has crashed', async () => {
    const { page: first, context } = await site.open('/c/posts')
    const posts = first.url()
    /** What a new stream waits for. */
    let gate = Promise.resolve()
    await context.route(`**/v2/sites/${site.id}/events`, async (route) => {
      await gate
      await route.continue()
    })
    const pages = [first]
    while (pages.length < TABS) pages.push(await context.newPage())
    const streams = streamsOf(pages)
    for (const page of pages) {
      // Answers for the last ones come only if the first ones do not hold all connections.
      await page.goto(posts, { waitUntil: 'domcontentloaded' })
      await page.getByRole('link', { name: 'Posts' }).first().waitFor()
    }
    await until(() => streams.size > 0, first)
    const write = async (title: string) => {
      const path = `/v2/sites/${site.id}/collections/posts/documents`
      await admin.api.post(path, { title, body: '.' })
    }
    const untilAllShow = async (title: string) => {
      for (const page of pages) await page.getByRole('link', { name: title }).waitFor()
    }
    await write('For all tabs')
    await untilAllShow('For all tabs')
    expect(streams.size).to.equal(1)
    for (const end of [
      (page: Page) => page.close(),
      (page: Page) => page.goto('chrome://crash').catch(() => undefined),
    ]) {
      const [holder] = streams
      if (holder === undefined) throw new Error('no tab holds a stream')
      pages.splice(pages.indexOf(holder), 1)
      let begin = () => {}
      gate = new Promise((resolve) => (begin = resolve))
      await end(holder)
      const [other] = pages
      if (other === undefined) throw new Error('no tab is left')
      await until(() => streams.size > 0 && !streams.has(holder), other)
      // No tab has a stream that would tell of it.
      await write(`After ${pages.length} tabs`)
      begin()
      await untilAllShow(`After ${pages.length} tabs`)
      expect(streams.size).to.equal(1)
    }
    await context.close()
  })

  it('have no stream while they are hidden, and show what they have missed when they are seen', async () => {
    const { page, context } = await site.open('/c/posts')
    const streams = streamsOf([page])
    await page.reload()
    await until(() => streams.size === 1, page)
    const show = (isHidden: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      `)
    await show(true)
    await until(() => streams.size === 0, page)
    const path = `/v2/sites/${site.id}/collections/posts/documents`
    await admin.api.post(path, { title: 'While hidden', body: '.' })
    await show(false)
    await page.getByRole('link', { name: 'While hidden' }).waitFor()
    expect(streams.size).to.equal(1)
    await context.close()
  })
})
