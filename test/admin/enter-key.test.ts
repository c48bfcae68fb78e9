/** Enter in the field of a form does what its button would do: nothing while that is disabled. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

/** The requests of a page that change something, from now on. */
function changesOf(page: Page): readonly string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    // Telling others what is open, rendering, and keeping what is not saved change nothing.
    const isAside = /\/(?:presence|render|preview|unsaved\/\w+)$/.test(path)
    if (request.method() !== 'GET' && !isAside) {
      changes.push(`${request.method()} ${path}`)
    }
  })
  return changes
}

describeInBrowser('Enter in forms of the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('moves no document with unsaved text, which would be lost', async () => {
    const { id } = await site.create('Old name', { body: 'Begun.' })
    const { page, complaints, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('All that I wrote.')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move or rename' }).click()
    const changes = changesOf(page)
    const dialog = page.getByRole('dialog')
    const path = dialog.getByLabel('File path')
    await path.fill('2026-01-02-new-name.md')
    await path.press('Enter')
    await dialog.getByText('Save the text first').waitFor()
    expect(changes).to.deep.equal([])
    await path.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await text.innerText()).to.equal('All that I wrote.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('creates no file without a name, and renames none to the name that it has', async () => {
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/notes.txt`, { data: 'x' })
    const { page, complaints, context } = await site.open('/source?path=notes.txt')
    await page.getByRole('button', { name: 'Rename' }).waitFor()
    const changes = changesOf(page)
    const dialog = page.getByRole('dialog')
    const path = dialog.getByLabel('Path')
    for (const [button, given] of [
      ['New file', ''],
      ['New file', 'folder/'],
      ['Rename', 'notes.txt'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await path.fill(given)
      await path.press('Enter')
      await dialog.waitFor()
      expect(changes, given).to.deep.equal([])
      await path.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('renames no tag to the name that it has', async () => {
    await site.create('Tagged', { body: '.', tags: ['sea'] })
    const { page, complaints, context } = await site.open('/taxonomy')
    await page.getByRole('button', { name: 'Rename' }).first().click()
    const changes = changesOf(page)
    await page.getByRole('dialog').getByLabel('Name').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(changes).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
