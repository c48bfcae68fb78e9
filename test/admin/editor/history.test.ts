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
    await page
      .locator('.toasts')
      .getByText(/^“Tide” is restored to the version of .*: Text\.$/)
      .waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('First.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is compared with any other version, the older one first', async () => {
    const { id } = await site.create('Ebb', { body: 'one' })
    for (const body of ['one two', 'one two three']) {
      await admin.api.put(`/v2/documents/${id}`, { body })
    }
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('button', { name: 'History' }).click()
    await page.locator('.revisions button').nth(1).click()
    const dialog = page.getByRole('dialog')
    const marked = async (kind: 'ins' | 'del') =>
      (await dialog.locator(kind).allInnerTexts()).join()
    await dialog.locator('ins', { hasText: 'three' }).waitFor()
    await dialog.getByRole('button', { name: 'Beside' }).click()
    await page.getByRole('option').nth(2).waitFor()
    expect(await page.getByRole('option').count()).to.equal(3)
    await page.getByRole('option').last().click()
    await dialog.locator('ins', { hasText: 'two' }).waitFor()
    expect(await marked('ins')).not.to.include('three')
    expect(await marked('del')).to.equal('')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows what has changed in the fields, and says what restoring brings back and removes', async () => {
    const metadata = { redirect_from: ['/ebb/'], layout: 'post' }
    const { id } = await site.create('Spring tide', { body: 'Same.', metadata })
    const change = { title: 'Neap tide', date: '2026-11-02 08:00:00 +0000', tags: ['sea'] }
    await admin.api.put(`/v2/documents/${id}`, { ...change, metadata: { layout: 'post' } })
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('button', { name: 'History' }).click()
    await page.locator('.revisions button').last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The text has not changed.').waitFor()
    const field = (name: string) => dialog.locator('section', { hasText: name }).locator('p')
    expect(await field('Title').innerText()).to.equal('SpringNeap tide')
    expect(await field('redirect_from').locator('del').innerText()).to.equal('/ebb/')
    expect(await field('Tags').locator('ins').innerText()).to.equal('sea')
    expect(await field('Date').innerText()).to.match(/ → 2 Nov 2026, 08:00$/)
    await dialog.getByText('Restoring brings back: Title, Date and redirect_from.').waitFor()
    await dialog.getByText('Restoring removes: Tags.').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Restore this version' }).click()
    await page.locator('.toasts').getByText('“Spring tide” is restored to the version').waitFor()
    const { json } = await admin.api.get(`/v2/documents/${id}`)
    expect(json['metadata']).to.deep.equal(metadata)
    // Messages of commits name paths, and are for those who use git.
    await page.getByText('An older version was restored').waitFor()
    expect(await page.locator('.revisions').innerText()).not.to.include('_posts')
    // The version that is there now has nothing to bring back.
    await page.locator('.revisions button').first().click()
    const restore = dialog.getByRole('button', { name: 'Restore this version' })
    await dialog.getByText('The text has not changed.').waitFor()
    expect(await restore.isDisabled()).to.equal(true)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
