/** What was deleted comes back: from its list, and from the address that it had. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('deleted texts in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour', 'boats')

  before(async () => {
    const collection = { title: 'Boats', path: 'boats' }
    await admin.api.post(`/v2/sites/${site.id}/collections`, collection)
  })

  const create = async (title: string) => (await site.create(title, { body: 'Text.\n' })).id

  it('can be restored from their list, with their content', async () => {
    const id = await create('Swallow')
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Swallow” was deleted.').waitFor()
    await page.goto(`${admin.url}/admin/sites/${site.id}/deleted`)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Swallow' })
    await row.getByText('_boats/swallow.md').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await row.getByRole('button', { name: 'Restore' }).click()
    await page.locator('.cm-line', { hasText: 'Text.' }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['title']).to.equal('Swallow')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('are not deleted by somebody who presses Enter at once, but asked about', async () => {
    const id = await create('Skiff')
    const { page, context } = await site.edit(id)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    const described = (await question.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`[id="${described}"]`).textContent()).to.match(/\w/)
    expect(await findBarriers(page)).to.deep.equal([])
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    expect((await admin.api.get(`/v2/documents/${id}`)).status).to.equal(200)
    await context.close()
  })

  it('can be restored at their old address, which also links to their collection', async () => {
    const id = await create('Amazon')
    expect((await admin.api.delete(`/v2/documents/${id}`)).status).to.equal(200)
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('heading', { name: /^“Amazon” was deleted/ }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Boats' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.locator('.cm-line', { hasText: 'Text.' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('are not offered to writers, who may not restore them', async () => {
    const writer = await admin.api.member(site.id, 'writer')
    await admin.api.put(`/v2/users/${writer.id}`, { password: PASSWORD })
    const place = `/sites/${site.id}/documents/${'0'.repeat(24)}`
    const { page, complaints, context } = await admin.enter(writer.email, place)
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
    expect(await page.getByRole('link', { name: 'Deleted' }).count()).to.equal(0)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
