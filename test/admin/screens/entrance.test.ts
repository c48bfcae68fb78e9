/** Where a site is entered: posts, or what else has something. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PASSWORD, PATIENCE_MS, useAdmin } from '../browser.js'

/** Holds back what a page asks for until the gate is opened. */
async function hold(page: Page, url: string) {
  const gate = { open: (): void => undefined }
  const isOpen = new Promise<void>((resolve) => (gate.open = resolve))
  await page.route(url, async (route) => {
    await isOpen
    await route.continue()
  })
  return gate
}

describeInBrowser('the entrance of a site in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const made = { email: '' }

  before(async () => {
    made.email = (await admin.api.person('ada', { password: PASSWORD, admin: true })).email
  })

  const makeSite = async (title: string, collections: readonly string[]) => {
    const { id } = await admin.api.site({ title })
    for (const path of collections) {
      await admin.api.post(`/v2/sites/${id}/collections`, { title: path, path, output: true })
    }
    return id
  }

  /** Enters by the tile of the site, and says which list that leads to. */
  const enter = async (id: string, title: string) => {
    const { page, complaints, context } = await admin.enter(made.email, '/sites')
    await page.getByRole('link', { name: title }).click()
    await page.locator('.screen h1').filter({ hasNotText: 'Sites' }).waitFor()
    const list = new URL(page.url()).pathname.slice(`/admin/sites/${id}`.length)
    const current = await page.locator('.side [aria-current=page]').innerText()
    // The way there is one step: back from the list are the sites.
    await page.goBack()
    await page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
    return [list, current]
  }

  type Entered = Awaited<ReturnType<typeof admin.enter>>

  /** Sees that the user is where they went, and that nothing went wrong; closes the browser window. */
  const expectReleases = async ({ page, complaints, context }: Entered, id: string) => {
    await page.getByRole('heading', { name: 'Releases' }).waitFor()
    expect(new URL(page.url()).pathname).to.equal(`/admin/sites/${id}/releases`)
    expect(complaints).to.deep.equal([])
    await context.close()
  }

  it('goes by the domain if the site has no title, which is typed to delete it, too', async () => {
    const site = await admin.api.site({ title: 'Soon gone', domain: 'nameless.example.org' })
    const config = `/v2/sites/${site.id}/source/_config.yml`
    const saved = await admin.api.upload('PUT', config, { data: 'lang: en\n' })
    expect(saved.status, saved.text).to.equal(200)
    const { page, complaints, context } = await admin.enter(made.email, '/sites')
    const name = 'nameless.example.org'
    expect(await page.locator('.tile', { hasText: name }).locator('strong').innerText()).to.equal(
      name,
    )
    await page.locator('.tile', { hasText: name }).click()
    await page.locator('.side-site', { hasText: name }).waitFor()
    await page.goto(`${admin.url}/admin/sites/${site.id}/settings`)
    await page.getByRole('button', { name: 'Delete site' }).click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' })
    await confirm.waitFor()
    expect(await confirm.isDisabled()).to.equal(true)
    await page.getByLabel(`Type “${name}” to confirm`).fill(name)
    await confirm.click()
    await page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect((await admin.api.get(`/v2/sites/${site.id}`)).status).to.equal(404)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('opens the posts if there are any', async () => {
    const id = await makeSite('Written', ['guides'])
    for (const collection of ['guides', 'posts']) {
      const path = `/v2/sites/${id}/collections/${collection}/documents`
      await admin.api.post(path, { title: 'Ebb', body: '.' })
    }
    expect(await enter(id, 'Written')).to.deep.equal(['/c/posts', 'Posts'])
  })

  it('opens the first collection with documents if there are no posts', async () => {
    const id = await makeSite('Guided', ['albums', 'guides', 'zones'])
    for (const collection of ['guides', 'zones']) {
      const path = `/v2/sites/${id}/collections/${collection}/documents`
      await admin.api.post(path, { title: 'Fog', body: '.' })
    }
    await admin.api.post(`/v2/sites/${id}/pages`, { title: 'About', body: '.' })
    expect(await enter(id, 'Guided')).to.deep.equal(['/c/guides', 'guides'])
  })

  it('opens the pages if there is nothing else, and the posts if there is nothing at all', async () => {
    const id = await makeSite('Paged', ['guides'])
    await admin.api.post(`/v2/sites/${id}/pages`, { title: 'About', body: '.' })
    expect(await enter(id, 'Paged')).to.deep.equal(['/pages', 'Pages'])
    expect(await enter(await makeSite('Begun', []), 'Begun')).to.deep.equal(['/c/posts', 'Posts'])
  })

  it('does not return a user who has left it while the next screen was loading', async () => {
    const id = await makeSite('Left', ['guides'])
    const entered = await admin.enter(made.email, '/account')
    const { page } = entered
    const lists = await hold(page, '**/documents?per_page=1&*')
    const code = await hold(page, '**/assets/releases-*.js')
    const asksForList = page.waitForRequest('**/documents?per_page=1&*')
    await page.goto(`${admin.url}/admin/sites/${id}`)
    await asksForList
    const asksForCode = page.waitForRequest('**/assets/releases-*.js')
    await page.getByRole('link', { name: 'Releases' }).click()
    await asksForCode
    // The last that the entrance asks for.
    const told = page.waitForResponse('**/pages?per_page=1&*')
    lists.open()
    await (await told).finished()
    // What was told is taken up before the code, which is asked for only now.
    code.open()
    await expectReleases(entered, id)
  })

  it('leads nobody away who leaves it in the moment in which it appears', async () => {
    const id = await makeSite('Brief', [])
    const entered = await admin.enter(made.email, '/sites')
    const { page } = entered
    const lists = await hold(page, '**/documents?per_page=1&*')
    const entrance = await hold(page, '**/assets/entrance-*.js')
    const code = await hold(page, '**/assets/releases-*.js')
    const asksForEntrance = page.waitForRequest('**/assets/entrance-*.js')
    await page.goto(`${admin.url}/admin/sites/${id}`)
    await asksForEntrance
    await page.getByRole('link', { name: 'Releases' }).waitFor()
    // React runs the effects of a screen some time after it is in the page: a click can come between.
    await page.evaluate(`
      new MutationObserver((_, observer) => {
        observer.disconnect()
        history.pushState(null, '', location.pathname + '/releases?line=8')
        dispatchEvent(new PopStateEvent('popstate'))
      }).observe(document.querySelector('#main'), { childList: true, subtree: true })
    `)
    const asksForCode = page.waitForRequest('**/assets/releases-*.js')
    // The last that the entrance asks for.
    const told = page.waitForResponse('**/pages?per_page=1&*')
    entrance.open()
    await asksForCode
    lists.open()
    await (await told).finished()
    code.open()
    await expectReleases(entered, id)
  })

  it('keeps the place that the URL names, and a loaded page at its top', async () => {
    const id = await makeSite('Asked', [])
    await admin.api.post(`/v2/sites/${id}/pages`, { title: 'About', body: '.' })
    const { page, context } = await admin.enter(made.email, '/sites')
    await page.goto(`${admin.url}/admin/sites/${id}?q=about`)
    await page.getByRole('row', { name: /About/ }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).to.equal('about')
    expect(await page.evaluate(() => document.activeElement?.localName)).to.equal('body')
    await context.close()
  })
})
