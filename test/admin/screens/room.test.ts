/** Room: a page at 200 % on a small screen, and on paper. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('the room of the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  before('publish', async () => {
    await site.create('Fog', { body: 'It is thick.' })
    const { json } = await admin.api.post(`/v2/sites/${site.id}/publish`)
    // Ends with the job.
    await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
    // What is saved in the second of the end of a publish counts as published.
    admin.api.skip(5000)
    await site.create('Rain', { body: 'It is wet.' })
  })

  it('is enough for the state of a site and its buttons, at any width, also in German', async () => {
    const { page, complaints, context } = await site.open('/c/posts')
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    await page.getByText('Unveröffentlichte Änderungen').waitFor()
    const bar = page.locator('.publish-bar')
    for (const width of [390, 621, 640, 700, 721, 781, 900, 901, 960, 1041, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      const over = await bar.evaluate((element) => {
        const shown = [...element.querySelectorAll('.badge, .live-link, .button')]
        const boxes = shown
          .filter((one) => getComputedStyle(one).position !== 'absolute')
          .map((one) => one.getBoundingClientRect())
          .filter(({ width: wide }) => wide > 0)
        const gaps = boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0))
        return [...gaps, innerWidth - document.documentElement.scrollWidth, boxes[0]?.left ?? 0]
      })
      expect(Math.min(...over), `at ${width} pixels`).to.be.at.least(0)
    }
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is enough for the title of a screen beside its buttons, on a phone, also in German', async () => {
    const data = Buffer.from('x')
    const put = await admin.api.upload('PUT', `/v2/sites/${site.id}/source/notes.txt`, { data })
    expect(put.status, put.text).to.equal(200)
    const { page, context } = await site.open('/files', { viewport: { width: 390, height: 844 } })
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    const head = page.locator('.screen-head')
    await head.getByRole('button', { name: 'Vorher zuschneiden' }).waitFor()
    const isFree = await head.evaluate((element) => {
      const [title, buttons] = [...element.children].map((one) => {
        const inside = document.createRange()
        inside.selectNodeContents(one)
        return inside.getBoundingClientRect()
      })
      return title && buttons && (title.right <= buttons.left || title.bottom <= buttons.top)
    })
    expect(isFree).to.equal(true)
    await context.close()
  })

  it('is for the text on paper, without what can be pressed', async () => {
    const { id } = await site.create('Printed', { body: 'To be read.' })
    const { page, complaints, context } = await site.edit(id)
    await page.locator('.cm-line', { hasText: 'To be read.' }).waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByRole('navigation').waitFor({ state: 'hidden' })
    expect(await page.locator('button:visible').count()).to.equal(0)
    expect(await page.locator('.cm-line', { hasText: 'To be read.' }).isVisible()).to.equal(true)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is enough for the bell beside the name of a change set, also in German', async () => {
    const title = 'Corrections to everything that readers have written'
    const made = await admin.api.post(`/v2/sites/${site.id}/change_sets`, { title })
    const options = { viewport: { width: 390, height: 844 } }
    const { page, context } = await site.open('/c/posts', options)
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    const set = `change_set=${String(made.json['id'])}`
    await page.goto(`${admin.url}/admin/sites/${site.id}/c/posts?${set}`)
    await page.getByRole('link', { name: 'Zurück zur Website' }).waitFor()
    const { width } = (await page.locator('.bell').boundingBox()) ?? { width: 0 }
    expect(width).to.be.at.least(36)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390)
    await context.close()
  })
})
