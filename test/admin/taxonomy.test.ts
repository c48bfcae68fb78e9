/** Tags and categories over all posts. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

describeInBrowser('tags and categories in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  it('are counted, and renamed in all posts as one commit', async () => {
    const { email } = await admin.api.person('ada', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Harbour' })
    const posts = `/v2/sites/${site}/collections/posts/documents`
    for (const [title, tags] of [
      ['Ebb', ['sae', 'tide']],
      ['Flow', ['sae', 'sea']],
      ['Fog', ['weather']],
    ] as const) {
      const answer = await admin.api.post(posts, { title, body: '.', tags, categories: ['notes'] })
      expect(answer.status, answer.text).to.equal(201)
    }
    const commits = async () =>
      Number((await admin.api.git(site, 'rev-list', '--count', 'main')).trim())
    const before = await commits()

    const { page, complaints } = await admin.enter(email, `/sites/${site}/taxonomy`)
    await page.getByRole('listitem').filter({ hasText: 'sae' }).getByText('2 documents').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'notes' }).getByText('3 documents').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Rename sae' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('sea')
    await page.getByText('become one').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'sea' }).getByText('2 documents').waitFor()

    expect(await commits()).to.equal(before + 1)
    const { list } = await admin.api.get(`${posts}?sort=title-asc`)
    expect(list.map(({ tags }) => tags)).to.deep.equal([['sea', 'tide'], ['sea'], ['weather']])
    expect(complaints).to.deep.equal([])
  })

  it('link to the posts that have them', async () => {
    const { email } = await admin.api.person('ida', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Pier' })
    const posts = `/v2/sites/${site}/collections/posts/documents`
    await admin.api.post(posts, { title: 'Ebb', body: '.', tags: ['sea'], categories: ['R & D'] })
    await admin.api.post(posts, { title: 'Loaf', body: '.', tags: ['bread'] })

    const { page, context } = await admin.enter(email, `/sites/${site}/taxonomy`)
    for (const [word, filter] of [
      ['sea', 'sea Tag'],
      ['R & D', 'R & D Category'],
    ] as const) {
      await page.getByRole('link', { name: word, exact: true }).click()
      await page.getByRole('button', { name: filter }).waitFor()
      await page.getByRole('row', { name: /Ebb/ }).waitFor()
      expect(await page.getByRole('row', { name: /Loaf/ }).count(), word).to.equal(0)
      await page.goBack()
    }
    await context.close()
  })

  it('give the focus to the heading once the pressed button is gone', async () => {
    const { email } = await admin.api.person('pia', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Jetty' })
    const posts = `/v2/sites/${site}/collections/posts/documents`
    await admin.api.post(posts, { title: 'Ebb', body: '.', tags: ['sae'] })

    const { page, context } = await admin.enter(email, `/sites/${site}/taxonomy`)
    await page.getByRole('button', { name: 'Rename sae' }).press('Enter')
    const name = page.getByRole('dialog').getByLabel('Name')
    await name.press('Escape')
    await page.getByRole('button', { name: 'Rename sae' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await name.fill('sea')
    await name.press('Enter')
    await page.locator('h1:focus', { hasText: 'Tags and categories' }).waitFor()
    await context.close()
  })

  it('can be searched if there are many', async () => {
    const { email } = await admin.api.person('eve', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Quay' })
    const tags = ['Lamp', ...Array.from({ length: 11 }, (_, index) => `boat ${index}`)]
    const made = { title: 'Ebb', body: '.', tags, categories: ['notes'] }
    const answer = await admin.api.post(`/v2/sites/${site}/collections/posts/documents`, made)
    expect(answer.status, answer.text).to.equal(201)

    const { page } = await admin.enter(email, `/sites/${site}/taxonomy`)
    await page.getByRole('link', { name: 'boat 3' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search tags and categories' }).fill('lamp')
    await page.getByRole('link', { name: 'boat 3' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Lamp' }).waitFor()
    await page.getByText('Nothing matches “lamp”.').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
  })

  it('are suggested and listed in the order in which people count', async () => {
    const { email } = await admin.api.person('lina', { password: PASSWORD, admin: true })
    const { id: site } = await admin.api.site({ title: 'Mole' })
    const posts = `/v2/sites/${site}/collections/posts/documents`
    const tags = ['pier 10', 'pier 9', 'pier 100']
    await admin.api.post(posts, { title: 'Ebb', body: '.', tags })
    const { page, context } = await admin.enter(email, `/sites/${site}/c/posts/new`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByLabel('Tags', { exact: true }).fill('pi')
    await page.getByRole('option', { name: 'pier 100' }).waitFor()
    const offered = await page.getByRole('option').allTextContents()
    expect(offered).to.deep.equal(['pier 9', 'pier 10', 'pier 100'])
    await page.goto(`${admin.url}/admin/sites/${site}/taxonomy`)
    const listed = page.getByRole('link', { name: /^pier/ })
    await listed.first().waitFor()
    expect(await listed.allTextContents()).to.deep.equal(offered)
    await context.close()
  })
})
