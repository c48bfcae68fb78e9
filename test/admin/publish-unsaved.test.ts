/** Publishing while the text that is open is not saved, and what is listed before. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

describeInBrowser('publishing with unsaved text', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('offers to save first, also the first time, and lists texts and files with what changed', async () => {
    const { id } = await site.create('Tides', { body: 'Low.' })
    const { page, complaints, context } = await site.edit(id)
    await textOf(page).fill('High.')
    await page.getByRole('button', { name: 'Publish' }).click()
    const window = page.getByRole('dialog', { name: 'What will change' })
    await window.getByText('“Tides” has changes that are not saved.').waitFor()
    await window.getByRole('button', { name: 'Save and publish' }).click()
    await page.getByText('The site is live.').waitFor()
    const bodyOf = async () => (await admin.api.get(`/v2/documents/${id}`)).json['body']
    expect(await bodyOf()).to.equal('High.')

    await textOf(page).fill('Higher.')
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const data = 'a: 1\n'
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/_data/boats.yml`, { data })
    await textOf(page).fill('Not yet.')
    await page.getByRole('button', { name: 'Publish' }).click()
    const rows = window.getByRole('listitem')
    await rows.filter({ hasText: 'boats.yml' }).getByText('New').waitFor()
    await rows.filter({ hasText: 'Tides' }).getByText('Changed', { exact: true }).waitFor()
    expect(await rows.count()).to.equal(2)
    await window.getByRole('button', { name: 'What changed in “Tides”' }).click()
    const changes = page.getByRole('dialog', { name: /Tides/ })
    await changes.locator('ins', { hasText: 'Higher.' }).waitFor()
    await changes.getByRole('button', { name: 'Close' }).last().click()
    await window.getByRole('button', { name: 'Publish without them' }).click()
    await page.getByText('The site is live.').waitFor()
    expect(await bodyOf()).to.equal('Higher.')
    await textOf(page).getByText('Not yet.').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('publishes nothing if the text can’t be saved', async () => {
    const { id, sha } = await site.create('Clash', { body: 'One.' })
    const { page, context } = await site.edit(id)
    await textOf(page).fill('Mine.')
    await admin.api.put(`/v2/documents/${id}`, { body: 'Theirs.', sha })
    const before = (await admin.api.get(`/v2/sites/${site.id}/jobs`)).list.length
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await page.getByRole('dialog', { name: 'You both made changes' }).waitFor()
    expect((await admin.api.get(`/v2/sites/${site.id}/jobs`)).list.length).to.equal(before)
    await context.close()
  })

  it('leads from a text to its page: in the preview, and to the live one when there is one', async () => {
    const { id } = await site.create('Fresh', { body: 'Fish.' })
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const opening = context.waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Open the page in the preview' }).click()
    const opened = await opening
    await opened.getByText('Fish.').waitFor()
    await opened.close()
    const { json } = await admin.api.post(`/v2/sites/${site.id}/publish`)
    await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
    await page.reload()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Open the live page' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
