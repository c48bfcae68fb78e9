/** A site that moves to another server, or has moved, says so on all of its screens. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('a site that cannot be changed, in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('says while it moves and when it has moved, with the other server', async () => {
    const { id } = await site.create('Fog')
    const { page, complaints, context } = await site.open('/c/posts')
    const notice = page.locator('.frame-notice')
    await page.getByRole('link', { name: 'Fog' }).waitFor()
    expect(await notice.count()).to.equal(0)
    const path = `/v2/sites/${site.id}/read_only`
    expect((await admin.api.put(path, { seconds: 900 })).status).to.equal(200)
    await page.reload()
    await notice.getByText('This site is being moved to another server.').waitFor()
    const moved = await admin.api.put(path, { moved_to: 'https://new.example.org' })
    expect(moved.status, moved.text).to.equal(200)
    await page.goto(`${admin.url}/admin/sites/${site.id}/documents/${id}`)
    await notice.getByText('This site has moved to another server.').waitFor()
    expect(await notice.getByRole('link').getAttribute('href')).to.equal('https://new.example.org')
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.goto(`${admin.url}/admin/sites/${site.id}/c/posts`)
    await notice.getByText('Diese Website ist auf einen anderen Server umgezogen.').waitFor()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const isWithin = () => document.documentElement.scrollWidth <= innerWidth
      expect(await page.evaluate(isWithin), `at ${width}`).to.equal(true)
      expect(await findBarriersInBoth(page)).to.deep.equal([])
    }
    await admin.api.delete(path)
    await page.reload()
    await page.getByRole('link', { name: 'Fog' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
