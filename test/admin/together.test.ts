/** Several people on one site at once: they see each other and what each does, without asking again. */

import { expect } from 'chai'
import { describeInBrowser, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

describeInBrowser('several people in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const someone = (name: string) => admin.api.person(name, { password: PASSWORD, admin: true })

  it('see who else has a text open, and get what they save', async () => {
    const { id: site } = await admin.api.site({ title: 'Tides' })
    const path = `/v2/sites/${site}/collections/posts/documents`
    const post = await admin.api.post(path, { title: 'Ebb', body: 'Before.' })
    const id = String(post.json['id'])
    const place = `/sites/${site}/documents/${id}`
    const ada = await admin.enter((await someone('ada')).email, place)
    await ada.page.locator('.cm-line', { hasText: 'Before.' }).waitFor()
    const grace = await admin.enter((await someone('grace')).email, place)
    await ada.page.getByText('Also open: grace').first().waitFor({ state: 'attached' })
    await grace.page.getByText('Also open: ada').first().waitFor({ state: 'attached' })

    await grace.page.getByRole('textbox', { name: 'Text' }).fill('After.')
    await grace.page.getByRole('button', { name: 'Save', exact: true }).click()
    await ada.page.locator('.cm-line', { hasText: 'After.' }).waitFor()

    await grace.page.getByRole('link', { name: 'Posts' }).first().click()
    await ada.page.getByText('Also open: grace').first().waitFor({ state: 'detached' })
    await admin.api.post(path, { title: 'By somebody else', body: '.' })
    await grace.page.getByRole('link', { name: 'By somebody else' }).waitFor()
    expect([...ada.complaints, ...grace.complaints]).to.deep.equal([])
  })

  it('keep unsaved source while somebody else saves, and overwrite nothing', async () => {
    const { id: site } = await admin.api.site({ title: 'Floods' })
    const path = `/v2/sites/${site}/collections/posts/documents`
    const post = await admin.api.post(path, { title: 'Spring', body: 'Before.' })
    const url = `/v2/documents/${String(post.json['id'])}`
    const place = `/sites/${site}/documents/${String(post.json['id'])}`
    const { page, complaints } = await admin.enter((await someone('lise')).email, place)
    await page.locator('.cm-line', { hasText: 'Before.' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Source of the file' }).click()
    const source = page.getByRole('textbox', { name: 'Source of the file' })
    await source.click()
    await source.press('Control+End')
    await source.pressSequentially('Mine.')
    expect((await admin.api.put(url, { body: 'Theirs.' })).status).to.equal(200)
    await page.getByText('Your unsaved text is back').waitFor()
    await page.locator('.cm-line', { hasText: 'Mine.' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.notice.bad').waitFor()
    expect((await admin.api.get(url)).json['body']).to.equal('Theirs.')
    expect(await source.innerText()).to.contain('Mine.')
    expect(complaints).to.deep.equal([])
  })
})
