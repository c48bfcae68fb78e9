/** The find panel of the text area looks and works like the rest of the admin, in every mode and width. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

const SCREENS = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true },
]

/** Buttons, fields and choices of the panel: each with its size, and whether it is all within the panel. */
const controls = (page: Page) =>
  page.locator('.cm-search').evaluate((panel) => {
    const bounds = panel.getBoundingClientRect()
    return [...panel.querySelectorAll('button, .cm-textfield, label')].map((one) => {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect()
      const isWithin =
        left >= bounds.left && right <= bounds.right && top >= bounds.top && bottom <= bounds.bottom
      return { name: one.getAttribute('name') ?? one.textContent, top, width, height, isWithin }
    })
  })

describeInBrowser('the find panel of the editor', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  for (const screen of SCREENS) {
    it(`has controls as large as everywhere, ${screen.viewport.width} wide`, async () => {
      const { id } = await site.create('Morning', { body: 'A boat, and a boat.' })
      const { page, complaints, context } = await site.open(`/documents/${id}`, screen)
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+f')
      const panel = page.locator('.cm-search')
      await panel.getByLabel('Find', { exact: true }).fill('boat')
      await panel.getByRole('button', { name: 'Next' }).click()
      await page.locator('.cm-searchMatch-selected').waitFor()

      const least = await page.getByRole('button', { name: 'Save' }).evaluate((save) => {
        return save.getBoundingClientRect().height
      })
      const all = await controls(page)
      expect(all.filter(({ isWithin }) => !isWithin)).to.deep.equal([])
      expect(all.filter(({ height }) => height < least)).to.deep.equal([])
      expect(all.filter(({ width }) => width < least)).to.deep.equal([])
      expect(await findBarriersInBoth(page)).to.deep.equal([])
      expect(complaints).to.deep.equal([])
      await context.close()
    })
  }

  it('has three rows on a narrow phone, also in German', async () => {
    const { id } = await site.create('Noon', { body: 'A boat, and a boat.' })
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true }
    const english = await site.open(`/documents/${id}`, phone)
    const storageState = await english.context.storageState()
    const german = await admin.visit(`/sites/${site.id}/documents/${id}`, {
      ...phone,
      locale: 'de-DE',
      storageState,
    })
    for (const { page, context } of [english, german]) {
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+f')
      await page.locator('.cm-search').waitFor()
      // Fonts differ by device: this is a wide one.
      await page.evaluate(() => document.documentElement.style.setProperty('--font', 'monospace'))
      const all = await controls(page)
      expect([...new Set(all.map(({ top }) => top))]).to.have.length(3)
      expect(all.filter(({ width, height }) => width < 40 || height < 40)).to.deep.equal([])
      await context.close()
    }
  })

  it('gives the focus back to the text when it is closed with Escape', async () => {
    const { id } = await site.create('Evening', { body: 'A boat.' })
    const { page, context } = await site.open(`/documents/${id}`)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+f')
    await page.locator('.cm-search').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.cm-search').waitFor({ state: 'detached' })
    await page.locator('.cm-content:focus').waitFor()
    await context.close()
  })
})
