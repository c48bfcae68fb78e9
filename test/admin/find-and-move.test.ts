/** Finding texts by their words, moving them with a redirect, and what the history shows of them. */

import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import { describeInBrowser, findBarriers, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('finding and moving in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  before(async () => {
    await create('Swell', 'A long swell from the west.\n')
    await create('Fog', 'Nobody sees the quay.\n')
  })

  const create = async (title: string, body: string) =>
    (await site.create(title, { body, date: '2026-01-02' })).id

  it('finds texts of a site by their words as one types', async () => {
    const { page, complaints, context } = await site.open()
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search all documents' }).fill('long swe')
    await page.locator('mark', { hasText: 'swell' }).waitFor()
    await page.getByRole('link', { name: 'Fog' }).waitFor({ state: 'detached' })
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('link', { name: 'Swell' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('finds words of titles and of texts in a list, and links to all texts', async () => {
    const { page, complaints, context } = await site.open()
    const search = page.getByRole('searchbox', { name: 'Search titles and text' })
    await search.fill('swe')
    await page.locator('.table-row', { hasText: 'Swell' }).waitFor()
    await page.locator('.table-row', { hasText: 'Fog' }).waitFor({ state: 'detached' })
    // It is listed already, so it is not shown once more for its text.
    await page.getByRole('region', { name: 'In the text' }).waitFor({ state: 'detached' })
    await search.fill('quay')
    const texts = page.getByRole('region', { name: 'In the text' })
    await texts.locator('mark', { hasText: 'quay' }).waitFor()
    await texts.getByRole('link', { name: 'Fog' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await search.fill('nowhere')
    await page.getByText('Nothing matches your search and filters.').waitFor()
    await search.fill('quay')
    await page.getByRole('link', { name: 'Search all documents for “quay”' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Fog' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('finds texts of all sites, and shows their place', async () => {
    const { page, complaints, context } = await admin.enter(site.email)
    await page.getByRole('link', { name: 'Search all sites' }).click()
    await page.getByRole('searchbox', { name: 'Search all sites' }).fill('quay')
    await page.locator('.found li', { hasText: 'Fog' }).getByText('Harbour').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('moves a document and redirects its old address', async () => {
    const id = await create('Old name', 'Text.\n')
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move or rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('File path').fill('2026-01-02-new-name.md')
    await dialog.locator('label.switch', { hasText: 'Redirect the old address' }).click()
    await dialog.getByText('can’t redirect yet').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const { json } = await admin.api.get(`/v2/documents/${id}`)
    expect(json['path']).to.equal('2026-01-02-new-name.md')
    expect(json['metadata']).to.deep.equal({ redirect_from: ['/2026/01/02/old-name.html'] })
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('hides a text and makes it visible again from its menu', async () => {
    const id = await create('Buoy', 'Red.\n')
    const visibility = async () => (await admin.api.get(`/v2/documents/${id}`)).json['visibility']
    const { page, complaints, context } = await site.edit(id)
    for (const [action, state] of [
      ['Hide', 'hidden'],
      ['Make visible', 'visible'],
    ] as const) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: action }).click()
      await page.getByText(`“Buoy” will be ${state} the next time you publish.`).waitFor()
      expect(await visibility()).to.equal(state)
    }
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows a long title in full, and moves on to the text with Enter', async () => {
    const words = 'A title that is longer than any line of any screen that shows it '
    const id = await create(words.repeat(3).trim(), 'Text.\n')
    const { page, complaints, context } = await site.edit(id)
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.waitFor()
    await page.locator('.cm-content').waitFor()
    await eventually(async () => {
      const hidden = await title.evaluate((area) => area.scrollHeight - area.clientHeight)
      expect(hidden, 'pixels out of sight').to.be.at.most(1)
    })
    await title.press('Enter')
    await page.locator('.cm-content:focus').waitFor()
    expect(await title.inputValue()).to.equal(words.repeat(3).trim())
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows differences from an older version by words', async () => {
    const id = await create('Tide', 'The tide comes in at noon and goes at six.\n')
    const changed = { body: 'The tide comes in at dusk and goes at six.\n' }
    expect((await admin.api.put(`/v2/documents/${id}`, changed)).status).to.equal(200)
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('button', { name: 'History' }).click()
    await page.locator('.revisions button').last().click()
    await page.locator('.diff del', { hasText: /^noon$/ }).waitFor()
    await page.locator('.diff ins', { hasText: /^dusk$/ }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
