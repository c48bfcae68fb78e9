/** Lists of texts: found by what they are, changed several at once. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'
import { endsOf } from './name-ends.js'
import { useOneSite } from './one-site.js'

const rowOf = (page: Page, title: string) => page.locator('.table-row', { hasText: title })

const choose = (page: Page, title: string) => rowOf(page, title).locator('.checkbox').click()

describeInBrowser('lists in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const made = useOneSite(admin, 'Tides')

  before(async () => {
    for (const [title, tag] of [
      ['Ebb', 'sea'],
      ['Flow', 'sea'],
      ['Loaf', 'bread'],
    ] as const) {
      await made.create(title, { body: '.', tags: [tag] })
    }
  })

  const commits = async () =>
    Number((await admin.api.git(made.id, 'rev-list', '--count', 'main')).trim())

  it('filters by a tag, which is kept in the URL', async () => {
    const { page, context } = await made.open()
    await page.getByRole('row', { name: /Loaf/ }).waitFor()
    await page.getByRole('button', { name: /^Tag/ }).click()
    await page.getByRole('option', { name: 'sea' }).click()
    await page.getByRole('row', { name: /Loaf/ }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('row', { name: /Ebb/ }).waitFor()
    expect(await page.getByRole('row', { name: /Loaf/ }).count()).to.equal(0)
    await context.close()
  })

  it('has drafts first where the newest come first, those changed last before the others', async () => {
    const site = await admin.api.site({ title: 'Drafts' })
    const documents = `/v2/sites/${site.id}/collections/posts/documents`
    for (const [title, fields] of [
      ['Newest', { date: '2026-03-01 10:00:00 +0000' }],
      ['Hidden', { date: '2026-02-01 10:00:00 +0000', visibility: 'hidden' }],
      ['Oldest', { date: '2019-01-01 10:00:00 +0000' }],
      ['Idea', { draft: true }],
      ['Sketch', { draft: true, date: '2018-01-01 10:00:00 +0000' }],
    ] as const) {
      admin.api.skip(1000)
      expect((await admin.api.post(documents, { title, ...fields })).status).to.equal(201)
    }
    const { page, context } = await admin.enter(made.email, `/sites/${site.id}/c/posts`)
    const titles = () => page.locator('.table-row a').allInnerTexts()
    await page.getByText('5 documents').waitFor()
    await page.getByRole('row', { name: /Oldest/ }).waitFor()
    expect(await titles()).to.deep.equal(['Sketch', 'Idea', 'Newest', 'Hidden', 'Oldest'])
    // All of them, from both lists.
    await page.getByRole('checkbox', { name: 'Select all' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('5 selected').waitFor()
    await page.getByRole('button', { name: 'Newest first' }).click()
    await page.getByRole('option', { name: 'Oldest first' }).click()
    await page.waitForFunction(
      () => document.querySelector('.table-row a')?.textContent === 'Sketch',
    )
    await page.locator('.table-row').last().getByRole('link', { name: 'Idea' }).waitFor()
    expect(await titles()).to.deep.equal(['Sketch', 'Oldest', 'Hidden', 'Newest', 'Idea'])
    await context.close()
  })

  it('reports that a list could not be loaded, and loads it on another try', async () => {
    const lists = '**/collections/posts/documents?**'
    const { page, context } = await admin.enter(made.email, '/sites')
    await page.route(lists, (route) => route.fulfill({ status: 500, json: { error: 'internal' } }))
    await page.goto(`${admin.url}/admin/sites/${made.id}`)
    await page.getByText('Something went wrong on the server').waitFor()
    await page.unroute(lists)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('row', { name: /Loaf/ }).waitFor()
    await context.close()
  })

  it('leaves no room for checkboxes where somebody may choose nothing', async () => {
    const writer = await admin.api.person('writer', { password: PASSWORD })
    const role = { user_id: writer.id, kind: 'writer' }
    expect((await admin.api.post(`/v2/sites/${made.id}/roles`, role)).status).to.equal(201)
    const startOf = (page: Page) =>
      rowOf(page, 'Loaf').evaluate((row) => {
        const link = row.querySelector('a')?.getBoundingClientRect()
        return Math.round((link?.left ?? 0) - row.getBoundingClientRect().left)
      })
    const chosen = await made.open('/c/posts')
    await rowOf(chosen.page, 'Loaf').getByRole('checkbox').waitFor()
    expect(await startOf(chosen.page)).to.equal(56)
    await chosen.context.close()
    const { page, complaints, context } = await admin.enter(
      writer.email,
      `/sites/${made.id}/c/posts`,
    )
    await rowOf(page, 'Loaf').waitFor()
    expect(await startOf(page)).to.equal(20)
    expect(await findBarriers(page)).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows a path from left to right, also if it is in Arabic', async () => {
    await made.create('صباح في الميناء')
    const { page, context } = await made.open('/c/posts')
    const path = page
      .locator('.table-row bdi', { hasText: /\d.*\.md$/ })
      .filter({ hasText: 'صباح' })
    const { first, last } = await endsOf(path)
    expect(first, 'the year').to.be.lessThan(last)
    await context.close()
  })

  it('has a column of dates only if the texts have dates', async () => {
    const collections = `/v2/sites/${made.id}/collections`
    await admin.api.post(collections, { title: 'Guides', path: 'guides', output: true })
    await admin.api.post(`${collections}/guides/documents`, { title: 'Fog', body: '.' })
    const place = `/sites/${made.id}/c/guides`
    const { page, context } = await admin.enter(made.email, place)
    await page.getByRole('row', { name: /Fog/ }).waitFor()
    const dates = page.getByRole('columnheader', { name: 'Date' })
    expect(await dates.count()).to.equal(0)
    await page.getByRole('link', { name: 'Posts' }).first().click()
    await page.getByRole('row', { name: /Loaf/ }).waitFor()
    expect(await dates.count()).to.equal(1)
    await context.close()
  })

  it('hides and tags several texts, each as one commit', async () => {
    const { page, context, complaints } = await made.open()
    const before = await commits()
    await choose(page, 'Ebb')
    await choose(page, 'Flow')
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText('2 documents changed.').waitFor()
    expect(await commits()).to.equal(before + 1)
    // What is changed next is the version that the list shows, which is read after the change.
    for (const title of ['Ebb', 'Flow']) await rowOf(page, title).getByText('Hidden').waitFor()

    await choose(page, 'Ebb')
    await choose(page, 'Loaf')
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByRole('dialog').getByLabel('Tags').fill('daily,')
    await page.getByRole('dialog').getByLabel('Tags').press('Enter')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('region', { name: 'Selected' }).waitFor({ state: 'detached' })
    expect(await commits()).to.equal(before + 2)
    const path = `/v2/sites/${made.id}/collections/posts/documents?tag=bread`
    const answer = await admin.api.get(path)
    expect(answer.text).to.contain('daily')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('suggests existing tags, and Escape closes only the suggestions', async () => {
    const { page, context } = await made.open()
    await choose(page, 'Loaf')
    await page.getByRole('button', { name: 'Add tags' }).click()
    const window = page.getByRole('dialog', { name: 'Add tags' })
    const field = window.getByRole('combobox', { name: 'Tags' })
    const offered = page.getByRole('option', { name: 'sea' })
    await field.fill('SE')
    await offered.waitFor()
    expect(await field.getAttribute('aria-expanded')).to.equal('true')
    await field.press('Escape')
    await offered.waitFor({ state: 'detached' })
    await field.press('ArrowDown')
    const looked = page.getByRole('option', { name: 'sea', selected: true })
    await looked.waitFor()
    expect(await field.getAttribute('aria-activedescendant')).to.equal(
      await looked.getAttribute('id'),
    )
    await field.press('Enter')
    await offered.waitFor({ state: 'detached' })
    await window.getByRole('button', { name: 'Remove sea' }).waitFor()
    expect(await field.inputValue()).to.equal('')
    await context.close()
  })

  it('can change a text again before the list was reloaded', async () => {
    const path = `/v2/sites/${made.id}/collections/posts/documents`
    const title = 'Twice'
    const { json } = await admin.api.post(path, { title, body: '.', tags: ['once'] })
    const { page, context } = await made.open()
    await rowOf(page, title).waitFor()
    // From now on no list is answered.
    await page.route('**/collections/posts/documents?**', () => undefined)
    const change = async (button: string, sign: string) => {
      await choose(page, title)
      await page.getByRole('button', { name: button, exact: true }).click()
      if (button === 'Add tags') {
        await page.getByRole('dialog').getByLabel('Tags').fill(`${sign},`)
        await page.getByRole('dialog').getByLabel('Tags').press('Enter')
        await page.getByRole('button', { name: 'Add', exact: true }).click()
      }
      await page.getByRole('region', { name: 'Selected' }).waitFor({ state: 'detached' })
    }
    await change('Add tags', 'again')
    await change('Add tags', 'more')
    await change('Hide', '')
    await rowOf(page, title).getByText('Hidden').waitFor()
    const { tags, visibility } = (await admin.api.get(`/v2/documents/${String(json['id'])}`)).json
    expect({ tags, visibility }).to.deep.equal({
      tags: ['once', 'again', 'more'],
      visibility: 'hidden',
    })
    await context.close()
  })

  it('selects from one row to another with Shift, and all, also those that were never read', async () => {
    const { id: site } = await admin.api.site({ title: 'Hundreds' })
    const changes = Array.from({ length: 1150 }, (_, index) => ({
      action: 'create',
      type: 'page',
      title: `Page ${1000 + index}`,
      path: `page-${1000 + index}.md`,
      body: '.',
    }))
    await admin.api.post(`/v2/sites/${site}/changes`, { changes })
    const { page, context, complaints } = await admin.enter(made.email, `/sites/${site}/pages`)
    const bar = page.getByRole('region', { name: 'Selected' })
    await choose(page, 'Page 1001')
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await rowOf(page, 'Page 2149')
      .locator('.checkbox')
      .click({ modifiers: ['Shift'] })
    await bar.getByText('1,149 selected').waitFor()
    await rowOf(page, 'Page 2148')
      .locator('.checkbox')
      .click({ modifiers: ['Shift'] })
    await bar.getByText('1,147 selected').waitFor()
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.focus()
    await page.keyboard.press('Space')
    const pages = async (query = '') =>
      (await admin.api.get(`/v2/sites/${site}/pages?per_page=1${query}`)).headers['x-total-count']
    const count = Number(await pages()).toLocaleString('en-GB')
    await bar.getByText(`${count} selected`).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    const before = Number((await admin.api.git(site, 'rev-list', '--count', 'main')).trim())
    await bar.getByRole('button', { name: 'Hide', exact: true }).click()
    await page.getByText(`${count} documents changed.`).waitFor()
    expect(await pages('&visibility=hidden')).to.equal(await pages())
    const after = Number((await admin.api.git(site, 'rev-list', '--count', 'main')).trim())
    expect(after, 'a commit a thousand').to.equal(before + 2)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('stays at the place of a jump, far from the loaded rows', async () => {
    const { id: site } = await admin.api.site({ title: 'Many' })
    const changes = Array.from({ length: 450 }, (_, index) => ({
      action: 'create',
      type: 'page',
      title: `Page ${1000 + index}`,
      path: `page-${1000 + index}.md`,
      body: '.',
    }))
    await admin.api.post(`/v2/sites/${site}/changes`, { changes })
    const { page, context } = await admin.enter(made.email, `/sites/${site}/pages`)
    await rowOf(page, 'Page 1000').waitFor()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await rowOf(page, 'Page 1449').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await rowOf(page, 'Page 1000').waitFor()
    await context.close()
  })

  it('labels a filter by its subject, and by the choice once there is one', async () => {
    const { page, context } = await made.open()
    const filter = page.getByRole('button', { name: /Visibility$/ })
    await filter.waitFor()
    expect(await filter.innerText()).to.equal('Visibility')
    await filter.click()
    await page.getByRole('option', { name: 'Visible' }).click()
    await filter.getByText('Visible', { exact: true }).waitFor()
    await context.close()
  })

  it('filters by file extension', async () => {
    const pages = `/v2/sites/${made.id}/pages`
    await admin.api.post(pages, { title: 'In Markdown', path: 'one.md', body: '.' })
    await admin.api.post(pages, { title: 'In HTML', path: 'two.html', body: '.' })
    const { page, context } = await made.open('/pages')
    await rowOf(page, 'In HTML').waitFor()
    await page.getByRole('button', { name: /Format$/ }).click()
    await page.getByRole('option', { name: 'markdown' }).click()
    await rowOf(page, 'In HTML').waitFor({ state: 'detached' })
    await rowOf(page, 'In Markdown').waitFor()
    await context.close()
  })

  it('shows files in folders as a tree, too', async () => {
    const { id: site } = await admin.api.site({ title: 'Manual' })
    const pages = `/v2/sites/${site}/pages`
    await admin.api.post(pages, { title: 'Start', path: 'start.md', body: '.' })
    await admin.api.post(pages, { title: 'Knots', path: 'guide/ropes/knots.md', body: '.' })
    const { page, complaints, context } = await admin.enter(made.email, `/sites/${site}/pages`)
    await rowOf(page, 'Knots').waitFor()
    await page.getByRole('button', { name: 'By folder' }).click()
    const tree = page.getByRole('navigation', { name: 'Pages' })
    await tree.getByRole('link', { name: 'Start' }).waitFor()
    await tree.getByRole('button', { name: 'guide' }).click()
    await tree.getByRole('button', { name: 'ropes' }).click()
    expect(await findBarriers(page)).to.deep.equal([])
    await tree.getByRole('link', { name: 'Knots' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('links from a missing text to the list of all texts', async () => {
    const place = `/sites/${made.id}/documents/${'0'.repeat(24)}`
    const { page, context } = await admin.enter(made.email, place)
    await page.getByRole('main').getByRole('link', { name: 'Tides' }).click()
    await rowOf(page, 'Loaf').waitFor()
    expect(new URL(page.url()).pathname).to.equal(`/admin/sites/${made.id}/c/posts`)
    await context.close()
  })

  it('offers no actions that would be refused', async () => {
    const { id: site } = made
    const writer = await admin.api.member(site, 'writer')
    await admin.api.put(`/v2/users/${writer.id}`, { password: PASSWORD })
    const path = `/v2/sites/${site}/collections/posts/documents`
    await admin.api.post(path, { title: 'Draft of a writer', body: '.' }, writer)
    const { page, context } = await admin.enter(writer.email, `/sites/${site}`)
    await page.getByRole('link', { name: 'Loaf' }).waitFor()
    expect(await page.getByRole('button', { name: 'Publish' }).count()).to.equal(0)
    expect(await page.getByRole('link', { name: 'Settings' }).count()).to.equal(0)
    expect(await rowOf(page, 'Loaf').getByRole('checkbox').count()).to.equal(0)
    await choose(page, 'Draft of a writer')
    await page.getByRole('region', { name: 'Selected' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete' }).count()).to.equal(1)
    expect(await page.getByRole('button', { name: 'Hide', exact: true }).count()).to.equal(0)
    await context.close()
  })
})
