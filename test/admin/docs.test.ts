/** The documentation of the API in a real browser: nothing that axe finds, light and dark, large and small. */

import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { useApi } from '../api/server.js'
import { launchChromium } from '../chromium.js'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS } from './browser.js'

const PAGES = [
  '',
  '/guides/first-steps',
  '/guides/roles',
  '/reference/documents',
  '/schemas',
  '/search?q=publish',
]

describeInBrowser('The documentation of the API', () => {
  const api = useApi()
  let browser: Browser

  before('start a browser', async function () {
    this.timeout(2 * PATIENCE_MS)
    browser = await launchChromium()
  })
  after(() => browser.close())

  for (const width of [1200, 360]) {
    it(`can be used by everybody, in light and dark, ${width} pixels wide`, async function () {
      this.timeout(2 * PATIENCE_MS)
      const viewport = { width, height: 800 }
      const context = await browser.newContext({ viewport })
      context.setDefaultTimeout(PATIENCE_MS)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      for (const place of PAGES) {
        await page.goto(`${api.server.url}/v2/docs${place}`)
        expect(await findBarriersInBoth(page), place).to.deep.equal([])
        const isTooWide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
        )
        expect(isTooWide, `${place} scrolls sideways`).to.equal(false)
      }
      await page.getByRole('searchbox', { name: 'Search' }).fill('creat docum')
      await page.keyboard.press('Enter')
      await page.getByText('found for “creat docum”').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Create a document' }).click()
      await page.waitForURL(/reference\/documents#createDocument$/)
      // The browser asks for an icon by itself, which the API has not.
      expect(complaints.filter((text) => !/404/.test(text))).to.deep.equal([])
      await context.close()
    })
  }
})
