/** A new document is created once, whatever happens to the answer. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('a new document in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const found = async (q: string) =>
    (await admin.api.get(`/v2/sites/${site.id}/collections/posts/documents?q=${q}`)).list

  it('is created by a browser that offers less because the page came without HTTPS', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    await page.evaluate(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'))
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Without')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(await found('without')).to.have.length(1)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
