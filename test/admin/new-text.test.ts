/** What a new text begins with. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('a new text in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  before(async () => {
    for (const title of ['Contact', 'Map', 'Way']) {
      const json = { title, metadata: { layout: 'page' } }
      const { status } = await admin.api.post(`/v2/sites/${site.id}/pages`, json)
      expect(status).to.equal(201)
    }
  })

  it('has the layout of most pages beside it, and is no unsaved text until somebody writes', async () => {
    const { page, complaints, context } = await site.open('/pages/new')
    await page.locator('.cm-content').waitFor()
    expect(await page.locator('.save-state').getAttribute('data-state')).to.equal('none')
    await page.getByRole('textbox', { name: 'Title' }).fill('Tides')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/pages\/[0-9a-f]{24}$/)
    const id = page.url().slice(-24)
    const { json } = await admin.api.get(`/v2/pages/${id}`)
    expect(json['metadata']).to.deep.equal({ layout: 'page' })
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is a copy of another: its fields and body, as a draft with an address of its own', async () => {
    const made = await site.create('Ebb', {
      body: 'Low **water**.\n',
      date: '2024-03-02T10:00:00+00:00',
      permalink: '/ebb/',
      tags: ['sea'],
      metadata: { stars: 4, redirect_from: ['/old/'], expires_at: '2090-01-01' },
    })
    const { page, complaints, context } = await site.edit(made.id)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await page.waitForURL(/\/c\/posts\/new$/)
    await page
      .getByRole('textbox', { name: 'Title' })
      .and(page.locator(':not([value="Ebb"])'))
      .waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/documents\/[0-9a-f]{24}$/)
    const { json } = await admin.api.get(`/v2/documents/${page.url().slice(-24)}`)
    expect(json).to.include({ title: 'Ebb (copy)', visibility: 'draft', permalink: null })
    expect(json['body']).to.equal('Low **water**.\n')
    expect(json['tags']).to.deep.equal(['sea'])
    expect(json['metadata']).to.deep.equal({ stars: 4 })
    expect(json['filename']).to.match(/^_drafts\/ebb-copy\.md$/)
    const { json: old } = await admin.api.get(`/v2/documents/${made.id}`)
    expect(old['permalink']).to.equal('/ebb/')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('begins with a template that an admin has made of a text', async () => {
    const made = await site.create('Soup', {
      body: '## What you need\n',
      permalink: '/soup/',
      metadata: { layout: 'recipe', minutes: 30 },
    })
    const { page, complaints, context } = await site.edit(made.id)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Make a template of it' }).click()
    await page.getByLabel('Name', { exact: true }).fill('New recipe')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Posts' }).first().click()
    await page.getByRole('button', { name: 'New', exact: false }).first().click()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('menuitem', { name: 'New Recipe', exact: true }).click()
    await page.waitForURL(/\/c\/posts\/new$/)
    await page.getByText('What you need').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Bread')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/documents\/[0-9a-f]{24}$/)
    const { json } = await admin.api.get(`/v2/documents/${page.url().slice(-24)}`)
    expect(json).to.include({ title: 'Bread', body: '## What you need\n', permalink: null })
    expect(json['metadata']).to.deep.equal({ layout: 'recipe', minutes: 30 })
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
