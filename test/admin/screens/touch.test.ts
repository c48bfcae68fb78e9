/** On a phone: what is pressed is as large as a finger, and nothing stands beyond the screen. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PASSWORD, PATIENCE_MS, useAdmin } from '../browser.js'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** What can be pressed, but not 19 pixels above and below its middle; what is not in sight is left out. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, summary')]
      .filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const [across, middle] = [x + width / 2, y + height / 2]
        const isInSight = one.contains(document.elementFromPoint(across, middle))
        if (!isInSight || middle < 20 || middle > innerHeight - 20) return false
        return [-19, 19].some(
          (away) => !one.contains(document.elementFromPoint(across, middle + away)),
        )
      })
      .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
  )

describeInBrowser('the web admin on a phone', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const made = { email: '', site: '', post: '' }
  const word = 'Donaudampfschifffahrtsgesellschaftskapitän'

  before(async () => {
    made.email = (await admin.api.person('ada', { password: PASSWORD, admin: true })).email
    made.site = (await admin.api.site({ title: 'Harbour', empty: false })).id
    const path = `/v2/sites/${made.site}/collections/posts/documents`
    const post = { title: `${word} ${word}`, body: '.', tags: ['sea', word] }
    made.post = String((await admin.api.post(path, post)).json['id'])
    const writer = await admin.api.member(made.site, 'writer')
    await admin.api.post(path, { title: 'To be approved', body: '.' }, writer)
    await admin.api.upload('POST', `/v2/sites/${made.site}/collections/uploads/files`, {
      name: 'chart.svg',
      data: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
  })

  it('has buttons and links that are large enough for a finger', async () => {
    const { page, complaints, context } = await admin.enter(made.email, '/sites', PHONE)
    const site = `/sites/${made.site}`
    const screens: readonly (readonly [place: string, sign: string])[] = [
      ['/sites', '.tile'],
      [`${site}/c/posts?q=nowhere`, '.empty'],
      [`${site}/c/posts`, '.table-row a'],
      [`${site}/documents/${made.post}`, '.cm-content'],
      [`${site}/taxonomy`, '.card li'],
      [`${site}/review`, '.lines li'],
      [`${site}/files?folder=_uploads`, '.folder-way'],
      [`${site}/search?q=approved`, '.found li'],
      [`${site}/releases`, '.empty'],
      [`${site}/people`, '.lines li'],
    ]
    const found: string[] = []
    for (const [place, sign] of screens) {
      await page.goto(`${admin.url}/admin${place}`)
      await page.locator(sign).first().waitFor()
      found.push(...(await tooSmall(page)).map((name) => `${place}: ${name}`))
    }
    await page.goto(`${admin.url}/admin/sites/new`)
    await page.getByText('Git repository').click()
    await page.locator('summary').scrollIntoViewIfNeeded()
    found.push(...(await tooSmall(page)).map((name) => `new site: ${name}`))
    expect(found).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('breaks a long address below its field', async () => {
    const place = `/sites/${made.site}/documents/${made.post}`
    const { page, context } = await admin.enter(made.email, place, PHONE)
    await page.getByRole('button', { name: 'Details' }).click()
    const side = page.getByRole('complementary', { name: 'Details' })
    await side.getByText(/^Currently/).waitFor()
    const [wide, room] = await side.evaluate((one) => [one.scrollWidth, one.clientWidth])
    expect(wide).to.equal(room)
    await context.close()
  })
})
