/** Unsaved text is given up only for a text that the server has sent. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

describeInBrowser('discarding unsaved text in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('keeps the text while the server cannot be reached, and says so', async () => {
    const { id } = await site.create('Log', { body: 'Begun.' })
    const { page, complaints, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('Not saved.')
    await untilDrafts(page, (drafts) => drafts.includes('Not saved.'))
    await page.reload()
    const ask = page.getByRole('button', { name: 'Discard' })
    await ask.waitFor()
    const discard = {
      click: async () => {
        await ask.click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      },
    }
    const pattern = `**/v2/documents/${id}`
    await page.route(pattern, (route) => route.abort())
    await discard.click()
    await page.locator('.editor-notices').getByText('The server can’t be reached.').waitFor()
    expect(await text.innerText()).to.equal('Not saved.')
    await untilDrafts(page, (drafts) => drafts.includes('Not saved.'))
    await page.unroute(pattern)
    await discard.click()
    await page.locator('.cm-line', { hasText: /^Begun\.$/ }).waitFor()
    await untilDrafts(page, (drafts) => drafts === '[]')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
