/** A document that somebody else deletes or moves while it is being edited. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

const GO_ON = 'Continue in a new document'

describeInBrowser('a document of the web admin that others delete or move', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour', 'boats')

  before(async () => {
    const collection = { title: 'Boats', path: 'boats' }
    await admin.api.post(`/v2/sites/${site.id}/collections`, collection)
  })

  const remove = async (id: string) =>
    expect((await admin.api.delete(`/v2/documents/${id}`)).status).to.equal(200)

  it('is said to be deleted, and the text can be saved as a new document', async () => {
    const { id } = await site.create('Swallow', { body: 'Begun.\n' })
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Kept.')
    await untilDrafts(page, (drafts) => drafts.includes('Kept.'))
    await remove(id)
    const goOn = page.getByRole('button', { name: GO_ON })
    await goOn.waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Your text is still here.').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await goOn.click()
    await page.waitForURL(/\/c\/boats\/new$/)
    await page.locator('.cm-line', { hasText: /^Kept\.$/ }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/documents\/\w+$/)
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const { json } = await admin.api.get(`/v2/documents/${page.url().split('/').at(-1) ?? ''}`)
    expect([json['title'], json['body']]).to.deep.equal(['Swallow', 'Kept.'])
    await untilDrafts(page, (drafts) => drafts === '[]')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is said to be deleted where it is opened again, with the unsaved text', async () => {
    const { id } = await site.create('Amazon', { body: 'Begun.\n' })
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Kept, too.')
    await untilDrafts(page, (drafts) => drafts.includes('Kept, too.'))
    await page.goto('about:blank')
    await remove(id)
    await page.goBack()
    await page.getByRole('heading', { name: /^“Amazon” was deleted/ }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('button', { name: GO_ON }).click()
    await page.waitForURL(/\/c\/boats\/new$/)
    await page.locator('.cm-line', { hasText: /^Kept, too\.$/ }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is followed where it goes, with the unsaved text', async () => {
    const { id, sha } = await site.create('Teasel', { body: 'Begun.\n' })
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Kept, three.')
    const moved = await admin.api.put(`/v2/documents/${id}`, { path: 'barge.md', sha })
    expect(moved.status, moved.text).to.equal(200)
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByText('Currently /boats/barge.html').waitFor()
    await page.locator('.cm-line', { hasText: /^Kept, three\.$/ }).waitFor()
    const more = { body: 'Theirs.\n', sha: String(moved.json['sha']) }
    expect((await admin.api.put(`/v2/documents/${id}`, more)).status).to.equal(200)
    await page.getByText('Somebody else has saved changes.').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
