/** One person with several tabs: each keeps its own unsaved text. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

describeInBrowser('two tabs of the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
  const untilKept = (page: Page, ...texts: readonly string[]) =>
    untilDrafts(page, (drafts) => texts.every((text) => drafts.includes(text)))
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
  }

  it('with a new document each write two documents, and find each text again', async () => {
    const { page, context } = await site.open('/c/posts/new')
    const address = page.url()
    await titleOf(page).fill('First tab')
    await untilKept(page, 'First tab')
    const two = await context.newPage()
    await two.goto(address)
    expect(await titleOf(two).inputValue()).to.equal('')
    await titleOf(two).fill('Second tab')
    await untilKept(page, 'First tab', 'Second tab')
    await two.reload()
    await two.getByText('Your unsaved text is back').waitFor()
    expect(await titleOf(two).inputValue()).to.equal('Second tab')
    await save(two)
    await page.close()
    await two.goto(address)
    await two.getByText('Your unsaved text is back').waitFor()
    expect(await titleOf(two).inputValue()).to.equal('First tab')
    await save(two)
    await untilDrafts(two, (drafts) => drafts === '[]')
    const path = `/v2/sites/${site.id}/collections/posts/documents?q=tab&sort=title-asc`
    const { list } = await admin.api.get(path)
    expect(list.map(({ title }) => title)).to.deep.equal(['First tab', 'Second tab'])
    await context.close()
  })

  it('say that a document is saved once its draft is gone', async () => {
    const { page, context } = await site.open('/c/posts/new')
    await titleOf(page).fill('Closed at once')
    await untilKept(page, 'Closed at once')
    await page.evaluate(`
      const free = new Promise((resolve) => addEventListener('free', resolve, { once: true }))
      const request = navigator.locks.request.bind(navigator.locks)
      navigator.locks.request = (...words) => free.then(() => request(...words))
    `)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // Once the document is there.
    await page.getByRole('button', { name: 'History', exact: true }).waitFor()
    expect(await page.locator('.save-state').innerText()).to.not.equal('Saved')
    await page.evaluate(() => dispatchEvent(new Event('free')))
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await untilDrafts(page, (drafts) => drafts === '[]')
    await context.close()
  })

  it('with the same document keep both texts until each is saved', async () => {
    const { id } = await site.create('Shared', { body: 'one\n\ntwo\n' })
    const { page, context } = await site.edit(id)
    await textOf(page).fill('one FIRST\n\ntwo\n')
    await untilKept(page, 'FIRST')
    const two = await context.newPage()
    await two.goto(page.url())
    await two.locator('.cm-line', { hasText: /^two$/ }).waitFor()
    expect(await two.getByText('Your unsaved text is back').count()).to.equal(0)
    await textOf(two).fill('one\n\ntwo SECOND\n')
    await untilKept(page, 'FIRST', 'SECOND')
    await two.close()
    await save(page)
    await untilDrafts(page, (drafts) => !drafts.includes('FIRST') && drafts.includes('SECOND'))
    await page.reload()
    await page.getByText('Your unsaved text is back').waitFor()
    await save(page)
    const { json } = await admin.api.get(`/v2/documents/${id}`)
    expect(json['body']).to.equal('one FIRST\n\ntwo SECOND\n')
    await context.close()
  })

  it('with the same source file keep both texts', async () => {
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/notes.txt`, { data: 'a' })
    const { page, context } = await site.open('/source?path=notes.txt')
    const sourceOf = (one: Page) => one.getByRole('textbox', { name: 'notes.txt' })
    await sourceOf(page).fill('FIRST')
    await untilKept(page, 'FIRST')
    const two = await context.newPage()
    await two.goto(page.url())
    await two.locator('.cm-line', { hasText: /^a$/ }).waitFor()
    await sourceOf(two).fill('SECOND')
    await untilKept(page, 'FIRST', 'SECOND')
    await context.close()
  })

  it('with a new document each do so without HTTPS, too, where browsers have no locks', async () => {
    const { page, context } = await site.open('/c/posts/new')
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
    await page.reload()
    await titleOf(page).fill('Plain one')
    await untilKept(page, 'Plain one')
    const two = await context.newPage()
    await two.goto(page.url())
    expect(await titleOf(two).inputValue()).to.equal('')
    await titleOf(two).fill('Plain two')
    await untilKept(page, 'Plain one', 'Plain two')
    const address = page.url()
    await page.close()
    await two.reload()
    await two.getByText('Your unsaved text is back').waitFor()
    expect(await titleOf(two).inputValue()).to.equal('Plain two')
    const three = await context.newPage()
    await three.goto(address)
    await three.getByText('Your unsaved text is back').waitFor()
    expect(await titleOf(three).inputValue()).to.equal('Plain one')
    await context.close()
  })
})
