/** What two people have changed at once: merged where it can be, settled by paragraph and field where not. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

describeInBrowser('conflicts in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const made = { site: '', email: '' }

  before(async () => {
    made.email = (await admin.api.person('ada', { password: PASSWORD, admin: true })).email
    made.site = (await admin.api.site({ title: 'Tides' })).id
  })

  const create = async (document: object) => {
    const path = `/v2/sites/${made.site}/collections/posts/documents`
    const { json, text } = await admin.api.post(path, { title: 'Ebb', ...document })
    expect(json['id'], text).to.be.a('string')
    return { id: String(json['id']), sha: String(json['sha']) }
  }

  it('are settled paragraph by paragraph, and lose nothing beside them', async () => {
    const body = 'One.\n\nTwo.\n\nThree.\n\nFour.\n'
    const { id, sha } = await create({ body })
    const place = `/sites/${made.site}/documents/${id}`
    const { page, complaints, context } = await admin.enter(made.email, place)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    // As people do: `fill` makes one line of several.
    await text.click()
    await text.press('Control+a')
    await text.pressSequentially('My one.\n\nTwo.\n\nMy three.\n\nFour.\n\nMy five.\n')
    const theirs = 'Their one.\n\nTheir two.\n\nTheir three.\n\nFour.\n'
    expect((await admin.api.put(`/v2/documents/${id}`, { body: theirs, sha })).status).to.equal(200)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Two changes at once' })
    await window.getByText('You both have changed 2 paragraphs.').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    const first = window.getByRole('group', { name: 'Paragraph 1' })
    const second = window.getByRole('group', { name: 'Paragraph 2' })
    await first
      .getByRole('region', { name: 'What was there: Paragraph 1' })
      .getByText('One.')
      .waitFor()
    await first.getByRole('button', { name: 'Take theirs' }).click()
    await second.getByRole('button', { name: 'Take both' }).click()
    await window.getByRole('button', { name: 'Save this' }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal(
      'Their one.\n\nTheir two.\n\nTheir three.\n\nMy three.\n\nFour.\n\nMy five.\n',
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('are settled for each field of the front matter, and keep what one side alone has changed', async () => {
    const metadata = { mood: 'calm', wind: 'west', tide: 'low' }
    const { id, sha } = await create({ body: 'Text.\n', metadata })
    const place = `/sites/${made.site}/documents/${id}`
    const { page, complaints, context } = await admin.enter(made.email, place)
    await page.locator('.cm-content').waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByLabel('Mood', { exact: true }).fill('mine')
    await details.getByLabel('Wind', { exact: true }).fill('north')
    const theirs = { metadata: { ...metadata, mood: 'theirs', tide: 'high' }, sha }
    expect((await admin.api.put(`/v2/documents/${id}`, theirs)).status).to.equal(200)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'Two changes at once' })
    const mood = window.getByRole('radiogroup')
    await mood.getByText('calm').waitFor()
    expect(await mood.count()).to.equal(1)
    expect(await findBarriers(page)).to.deep.equal([])
    await mood.getByText('theirs', { exact: true }).click()
    await window.getByRole('button', { name: 'Save this' }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['metadata']).to.deep.equal({
      mood: 'theirs',
      wind: 'north',
      tide: 'high',
    })
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
