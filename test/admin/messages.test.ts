/** What appears above the screens: messages and running uploads. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('what appears above the screens of the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('is an error, which goes when another page is opened', async () => {
    const { page, context } = await site.open('/pages')
    await page.route('**/preview', (route) => route.fulfill({ status: 403, body: '{}' }))
    const button = page.getByRole('banner').getByRole('button', { name: 'Preview', exact: true })
    const toast = page.locator('.toast.bad')
    await button.click()
    await toast.waitFor()
    await page.getByRole('link', { name: 'Posts' }).click()
    await toast.waitFor({ state: 'detached' })
    await button.click()
    await toast.waitFor()
    await page.goBack()
    await toast.waitFor({ state: 'detached' })
    await context.close()
  })

  it('are uploads: some with their names, and the library stays where it is', async () => {
    const { page, context } = await site.open('/files')
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/plan.pdf`, { data: 'x' })
    await page.reload()
    const tile = page.locator('.files > li').first()
    await tile.waitFor()
    const before = await tile.boundingBox()
    await page.route('**/collections/uploads/files', () => new Promise(() => {}))
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload' }).first().click(),
    ])
    const file = { mimeType: 'image/png', buffer: Buffer.from('x') }
    await chooser.setFiles(
      [1, 2, 3, 4, 5, 6].map((n) => ({ ...file, name: `ship-${n}-${'long-'.repeat(20)}.png` })),
    )
    const uploads = page.getByRole('list', { name: 'Uploading' }).getByRole('listitem')
    await uploads.getByText('And 2 more.').waitFor()
    expect(await uploads.count()).to.equal(5)
    const isInside = (list: Element) => list.scrollWidth <= list.clientWidth
    expect(await page.getByRole('list', { name: 'Uploading' }).evaluate(isInside)).to.equal(true)
    expect(await tile.boundingBox()).to.deep.equal(before)
    expect(await findBarriers(page)).to.deep.equal([])
    await context.close()
  })
})
