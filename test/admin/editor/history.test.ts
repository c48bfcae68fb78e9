/** Older versions of a document. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('an older version in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('does not replace unsaved text; once that is saved, it is restored with the keyboard', async () => {
    const { id } = await site.create('Tide', { body: 'First.' })
    const { page, complaints, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('Written since.')
    await page.getByRole('button', { name: 'History' }).press('Enter')
    const version = page.locator('.revisions button').last()
    const dialog = page.getByRole('dialog')
    const restore = dialog.getByRole('button', { name: 'Restore this version' })
    await version.press('Enter')
    await dialog.getByText('Save the text first').waitFor()
    expect(await restore.isDisabled()).to.equal(true)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await version.and(page.locator(':focus')).waitFor()
    expect(await text.innerText()).to.equal('Written since.')
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await version.press('Enter')
    await restore.press('Enter')
    await page.locator('.toasts').getByText('Version restored.').waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('First.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
