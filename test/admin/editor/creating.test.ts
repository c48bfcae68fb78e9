/** A new document is created once, whatever happens to the answer. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

describeInBrowser('a new document in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const found = async (q: string) =>
    (await admin.api.get(`/v2/sites/${site.id}/collections/posts/documents?q=${q}`)).list

  it('is created once if the answers were lost, with what was written since', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Lost and found')
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('First.')
    const statuses: number[] = []
    await page.route('**/collections/posts/documents', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      // Carried out, but the browser does not hear of it; nor when it tries again by itself.
      statuses.push((await route.fetch()).status())
      return route.abort()
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.locator('.editor-notices').getByText('The server can’t be reached.').waitFor()
    expect(new Set(statuses)).to.deep.equal(new Set([201]))
    await page.unroute('**/collections/posts/documents')
    await text.fill('First. And second.')
    await save.click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await page.waitForURL(/\/documents\/\w+$/)
    const documents = await found('lost')
    expect(documents.map(({ title }) => title)).to.deep.equal(['Lost and found'])
    const { json } = await admin.api.get(`/v2/documents/${String(documents[0]?.['id'])}`)
    expect(json['body']).to.equal('First. And second.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is created once if the page was loaded again before the next attempt', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Adrift')
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('First.')
    const pattern = '**/collections/posts/documents'
    await page.route(pattern, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.locator('.editor-notices').getByText('The server can’t be reached.').waitFor()
    await page.unroute(pattern)
    await text.fill('First. And second.')
    await untilDrafts(page, (drafts) => drafts.includes('And second.'))
    await page.reload()
    await page.getByText('Your unsaved text is back').waitFor()
    await save.click()
    await page.waitForURL(/\/documents\/\w+$/)
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const documents = await found('adrift')
    expect(documents).to.have.length(1)
    const { json } = await admin.api.get(`/v2/documents/${String(documents[0]?.['id'])}`)
    expect(json['body']).to.equal('First. And second.')
    await untilDrafts(page, (drafts) => drafts === '[]')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is created once if the server has forgotten the first attempt since', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Long ago')
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('First.')
    const pattern = '**/collections/posts/documents'
    await page.route(pattern, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.abort()
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.locator('.editor-notices').getByText('The server can’t be reached.').waitFor()
    await page.unroute(pattern)
    await text.fill('First. And second.')
    const DAY_MS = 25 * 3_600_000
    await page.evaluate(
      (more) => Reflect.set(Date, 'now', () => performance.timeOrigin + more),
      DAY_MS,
    )
    admin.api.skip(DAY_MS)
    await save.click()
    await page.waitForURL(/\/documents\/\w+$/)
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const documents = await found('long')
    expect(documents).to.have.length(1)
    const { json } = await admin.api.get(`/v2/documents/${String(documents[0]?.['id'])}`)
    expect(json['body']).to.equal('First. And second.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is created once if it is still being created at the next attempt', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Underway')
    const pattern = '**/collections/posts/documents'
    await page.route(pattern, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      return route.fulfill({ status: 409, json: { error: 'in_progress', message: 'Wait.' } })
    })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.locator('.editor-notices').getByText('This is still running.').waitFor()
    await page.unroute(pattern)
    await title.fill('Arrived')
    await save.click()
    await page.waitForURL(/\/documents\/\w+$/)
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    // The file is named after the first title.
    const documents = await found('underway')
    expect(documents.map((one) => one['title'])).to.deep.equal(['Arrived'])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is created after a refusal, also if the page was loaded again since', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Refused')
    const pattern = '**/collections/posts/documents'
    const message = 'title is refused'
    await page.route(pattern, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { error: 'validation_failed', message } })
        : route.continue(),
    )
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.locator('.editor-notices').getByText(message).waitFor()
    await page.unroute(pattern)
    await title.fill('Accepted')
    await untilDrafts(page, (drafts) => drafts.includes('Accepted'))
    await page.reload()
    await save.click()
    await page.waitForURL(/\/documents\/\w+$/)
    expect(await found('refused')).to.deep.equal([])
    const [accepted] = await found('accepted')
    expect(accepted?.['path']).to.match(/-accepted\.md$/)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('needs a title, and the cursor is where it is written', async () => {
    const { page, complaints, context } = await site.open('/c/posts/new')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A text without a name.')
    await page.keyboard.press('Control+s')
    await page.locator('.editor-notices').getByText('It needs a title first.').waitFor()
    await page.locator('.title-input:focus').waitFor()
    await page.keyboard.type('Named')
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(await found('named')).to.have.length(1)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

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
