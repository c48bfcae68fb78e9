/** What two people have changed at once: merged if possible, resolved by paragraph and field if not. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriers,
  findBarriersInBoth,
  PATIENCE_MS,
  useAdmin,
} from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('conflicts in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Tides')

  it('are resolved paragraph by paragraph, and lose nothing else', async () => {
    const body = 'One.\n\nTwo.\n\nThree.\n\nFour.\n'
    const { id, sha } = await site.create('Ebb', { body })
    const { page, complaints, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    // As people do: `fill` makes one line of several.
    await text.click()
    await text.press('Control+a')
    await text.pressSequentially('My one.\n\nTwo.\n\nMy three.\n\nFour.\n\nMy five.\n')
    const theirs = 'Their one.\n\nTheir two.\n\nTheir three.\n\nFour.\n'
    expect((await admin.api.put(`/v2/documents/${id}`, { body: theirs, sha })).status).to.equal(200)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'You both made changes' })
    await window.getByText('You both changed 2 paragraphs.').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    const first = window.getByRole('group', { name: 'Paragraph 1' })
    const second = window.getByRole('group', { name: 'Paragraph 2' })
    await first.getByRole('region', { name: 'Before: Paragraph 1' }).getByText('One.').waitFor()
    await first.getByRole('button', { name: 'Keep theirs' }).click()
    await second.getByRole('button', { name: 'Keep both' }).click()
    await window.getByRole('button', { name: 'Save this version' }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal(
      'Their one.\n\nTheir two.\n\nTheir three.\n\nMy three.\n\nFour.\n\nMy five.\n',
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('are resolved for each field of the front matter, and keep changes of only one side', async () => {
    const metadata = { mood: 'calm', wind: 'west', tide: 'low' }
    const { id, sha } = await site.create('Ebb', { body: 'Text.\n', metadata })
    const { page, complaints, context } = await site.edit(id)
    await page.locator('.cm-content').waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByLabel('Mood', { exact: true }).fill('mine')
    await details.getByLabel('Wind', { exact: true }).fill('north')
    const theirs = { metadata: { ...metadata, mood: 'theirs', tide: 'high' }, sha }
    expect((await admin.api.put(`/v2/documents/${id}`, theirs)).status).to.equal(200)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'You both made changes' })
    const mood = window.getByRole('radiogroup')
    await mood.getByText('calm').waitFor()
    expect(await mood.count()).to.equal(1)
    expect(await findBarriers(page)).to.deep.equal([])
    await mood.getByText('theirs', { exact: true }).click()
    await window.getByRole('button', { name: 'Save this version' }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['metadata']).to.deep.equal({
      mood: 'theirs',
      wind: 'north',
      tide: 'high',
    })
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('keep what was chosen and written if one writes on before resolving them', async () => {
    const metadata = { mood: 'calm' }
    const { id, sha } = await site.create('Neap', { body: 'One.\n\nTwo.\n', metadata })
    const { page, complaints, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await text.press('Control+a')
    await text.pressSequentially('My one.\n\nTwo.\n')
    await page.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByLabel('Mood', { exact: true }).fill('mine')
    const theirs = { body: 'Their one.\n\nTwo.\n', metadata: { mood: 'theirs' }, sha }
    expect((await admin.api.put(`/v2/documents/${id}`, theirs)).status).to.equal(200)
    await page.keyboard.press('Control+s')
    const window = page.getByRole('dialog', { name: 'You both made changes' })
    const result = window.getByRole('textbox')
    await result.fill('Our one.\n\n')
    await window.getByRole('radiogroup').getByText('theirs', { exact: true }).click()
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
    await page.locator('.cm-line', { hasText: /^Two\.$/ }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' And more.')
    await page.getByRole('button', { name: 'You both made changes' }).click()
    expect(await result.inputValue()).to.equal('Our one.\n\n')
    expect(await window.getByRole('radio', { name: 'theirs' }).isChecked()).to.equal(true)
    await window.getByRole('button', { name: 'Save this version' }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const { json } = await admin.api.get(`/v2/documents/${id}`)
    expect(json['body']).to.equal('Our one.\n\nTwo. And more.\n')
    expect(json['metadata']).to.deep.equal({ mood: 'theirs' })
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
