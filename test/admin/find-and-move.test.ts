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

  it('moves a document, redirects its old address, and makes links lead to the new one', async () => {
    const id = await create('Old name', 'Text.\n')
    const links = (name: string, url: string) =>
      `See [old]({{site.baseurl}}/2026/01/02/${url}#top), [it]({% link _posts/${name}.md %}) and [one]({% post_url ${name} %}).\n`
    const linking = await create('Links', links('2026-01-02-old-name', 'old-name.html'))
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
    await page.getByText('1 text links to its new place').waitFor()
    const { json: other } = await admin.api.get(`/v2/documents/${linking}`)
    expect(other['body']).to.equal(links('2026-01-02-new-name', 'new-name.html'))
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

  it('finds commands, screens and texts from the keyboard, and replaces words in all texts as one commit', async () => {
    const first = await create('First pier', 'The old-pier, and old-pier.\n')
    const second = await create('Second pier', 'Old-Pier and old-pier.\n')
    const bodies = async () =>
      Promise.all(
        [first, second].map(
          async (id) => (await admin.api.get(`/v2/documents/${id}`)).json['body'],
        ),
      )
    const { page, complaints, context } = await site.edit(first)
    const palette = page.getByRole('dialog', { name: 'Commands' })
    const choose = async (words: string, name: string) => {
      await page.keyboard.press('Control+.')
      await palette.getByRole('combobox').fill(words)
      await palette.getByRole('option', { name }).first().waitFor()
      await page.keyboard.press('Enter')
      await palette.waitFor({ state: 'detached' })
    }
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+a')
    await choose('bol', 'Bold')
    await page.locator('.cm-strong').first().waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+.')
    await palette.getByRole('option', { name: 'Second pier' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await choose('second pi', 'Second pier')
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    await choose('find repl', 'Find and replace')

    await page.getByLabel('Find', { exact: true }).fill('old-pier')
    await page.getByLabel('Replace with').fill('new $& pier')
    const replace = page.getByRole('button', { name: /^Replace in/ })
    const show = page.getByRole('button', { name: 'Show what changes' })
    await show.click()
    await page.getByText('3 places in 2 documents.').waitFor()
    expect(
      await page.locator('.replaced').filter({ hasText: 'First pier' }).locator('ins').count(),
    ).to.equal(2)
    expect(await findBarriers(page)).to.deep.equal([])
    // What somebody else has saved meanwhile is not overwritten, and then nothing is.
    const other = { body: 'The old-pier is gone.\n' }
    expect((await admin.api.put(`/v2/documents/${first}`, other)).status).to.equal(200)
    await replace.click()
    await page.getByText('so nothing was replaced').waitFor()
    expect(await bodies()).to.deep.equal([other.body, 'Old-Pier and old-pier.\n'])
    await page.locator('label.switch', { hasText: 'Match case' }).click()
    await show.click()
    await page.getByText('3 places in 2 documents.').waitFor()
    const head = await admin.api.head(site.id)
    await replace.click()
    await page.getByText('Replaced in 2 documents.').waitFor()
    expect(await bodies()).to.deep.equal([
      'The new $& pier is gone.\n',
      'new $& pier and new $& pier.\n',
    ])
    const count = await admin.api.git(site.id, 'rev-list', '--count', `${head}..main`)
    expect(count.trim()).to.equal('1')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
