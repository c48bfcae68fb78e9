/** Before publishing: which addresses would be gone, which links would break, and a redirect for one of them. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

const DATE = '2026-01-05 10:00:00 +0000'
const MINUTE = 60_000

describeInBrowser('what a publish would break', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  const publish = async () => {
    const { json } = await admin.api.post(`/v2/sites/${site.id}/publish`)
    await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
  }
  const settings = async (data: string) =>
    admin.api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, { data })

  it('is said before, does not hold the publish up, and a redirect mends it', async () => {
    const config = 'title: Harbour\npermalink: /:title/\n'
    await settings(config)
    const moved = await site.create('Opening hours', {
      body: 'Daily.',
      date: DATE,
      metadata: { mood: 'calm' },
    })
    const gone = await site.create('Summer party', { body: 'Soon.', date: DATE })
    const body = '[hours](/opening-hours/) and [party](/summer-party/)'
    await site.create('Welcome', { body, date: DATE })
    admin.api.skip(10 * MINUTE)
    await publish()
    admin.api.skip(MINUTE)
    await admin.api.put(`/v2/documents/${moved.id}`, { permalink: '/hours/' })
    await admin.api.delete(`/v2/documents/${gone.id}`)

    const { page, complaints, context } = await site.open('/c/posts')
    await page.getByText('Unpublished changes').waitFor()
    const open = () => page.getByRole('button', { name: 'Publish', exact: true }).click()
    await open()
    const window = page.getByRole('dialog')
    const addresses = window.getByRole('list', { name: 'Addresses that will be gone' })
    const links = window.getByRole('list', { name: 'Links that will lead nowhere' })
    await addresses
      .getByRole('listitem')
      .filter({ hasText: '/opening-hours/' })
      .getByText('Now at /hours/')
      .waitFor()
    await addresses
      .getByRole('listitem')
      .filter({ hasText: '/summer-party/' })
      .getByText('Deleted or hidden')
      .waitFor()
    expect(await links.getByRole('listitem').count()).to.equal(2)
    // Without the plugin nothing can be redirected.
    await window.getByText('adds jekyll-redirect-from to the plugins').waitFor()
    expect(await window.getByRole('button', { name: 'Redirect' }).count()).to.equal(0)
    await window.getByRole('button', { name: 'Publish now' }).waitFor()
    await window.getByRole('button', { name: 'Cancel' }).click()

    await settings(`${config}plugins: [jekyll-redirect-from]\n`)
    await open()
    await window
      .getByRole('button', { name: 'Redirect /opening-hours/ to “Opening hours”' })
      .click()
    await page.getByText('/opening-hours/ leads to “Opening hours” now.').waitFor()
    await addresses.getByText('/opening-hours/').waitFor({ state: 'detached' })
    expect(await links.getByRole('listitem').allInnerTexts()).to.deep.equal([
      'Welcome\nleads to /summer-party/',
    ])
    const { json } = await admin.api.get(`/v2/documents/${moved.id}`)
    expect(json['metadata']).to.deep.equal({ mood: 'calm', redirect_from: ['/opening-hours/'] })

    await links.getByRole('link', { name: 'Welcome' }).click()
    await page.locator('.cm-content', { hasText: 'party' }).waitFor()
    expect(await window.count()).to.equal(0)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is mended for deleted texts: visitors are led to another page, in the same commit', async () => {
    const config = 'title: Harbour\npermalink: /:title/\n'
    await settings(`${config}plugins: [jekyll-redirect-from]\n`)
    const metadata = { redirect_from: '/jetty/' }
    const pier = await site.create('Old pier', { body: 'Gone.', date: DATE, metadata })
    const mole = await site.create('Old mole', { body: 'Gone.', date: DATE })
    const crane = await site.create('Old crane', { body: 'Gone.', date: DATE })
    const quay = await site.create('New quay', { body: 'Here.', date: DATE })
    admin.api.skip(10 * MINUTE)
    await publish()
    admin.api.skip(MINUTE)
    const commits = async () => Number(await admin.api.git(site.id, 'rev-list', '--count', 'main'))
    const before = await commits()

    const { page, complaints, context } = await site.open('/c/posts')
    const dialog = page.getByRole('alertdialog')
    const search = dialog.getByRole('combobox')
    const remove = dialog.getByRole('button', { name: 'Delete' })
    for (const title of ['Old pier', 'Old mole'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true })
    await page.getByRole('region').getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('2 of the pages are live.').waitFor()
    // What is deleted itself is not offered.
    await search.fill('Old')
    await dialog.getByRole('option', { name: 'Old crane' }).waitFor()
    expect(await dialog.getByRole('option').count()).to.equal(1)
    await search.fill('quay')
    await dialog.getByRole('option', { name: 'New quay' }).click()
    await dialog.getByText('/new-quay/').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await remove.click()
    await page.getByText('2 documents changed').waitFor()
    for (const { id } of [pier, mole])
      expect((await admin.api.get(`/v2/documents/${id}`)).status).to.equal(404)
    const led = async () => (await admin.api.get(`/v2/documents/${quay.id}`)).json['metadata']
    const two = ['/old-pier/', '/jetty/', '/old-mole/']
    expect(await led()).to.deep.equal({ redirect_from: two })
    expect(await commits()).to.equal(before + 1)

    await page.getByRole('link', { name: 'Old crane' }).click()
    const ask = async () => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    }
    await ask()
    await dialog.getByText('Its page is live at /old-crane/.').waitFor()
    await search.fill('quay')
    await dialog.getByRole('option', { name: 'New quay' }).click()
    await remove.click()
    await dialog.waitFor({ state: 'detached' })
    expect((await admin.api.get(`/v2/documents/${crane.id}`)).status).to.equal(404)
    expect(await led()).to.deep.equal({ redirect_from: [...two, '/old-crane/'] })
    expect(await commits()).to.equal(before + 2)

    // Where nothing makes redirects, none is offered, and a text is deleted all the same.
    await settings(config)
    await page.getByRole('link', { name: 'New quay' }).click()
    await ask()
    await remove.click({ trial: true })
    expect(await search.count()).to.equal(0)
    await remove.click()
    await dialog.waitFor({ state: 'detached' })
    expect((await admin.api.get(`/v2/documents/${quay.id}`)).status).to.equal(404)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is mended for hidden texts too, and ends when they are shown again', async () => {
    const config = 'title: Harbour\npermalink: /:title/\n'
    await settings(`${config}plugins: [jekyll-redirect-from]\n`)
    const made = async (title: string) => site.create(title, { body: 'Here.', date: DATE })
    const [buoy, beacon, light] = [await made('Buoy'), await made('Beacon'), await made('Light')]
    admin.api.skip(10 * MINUTE)
    await publish()
    admin.api.skip(MINUTE)
    const commits = async () => Number(await admin.api.git(site.id, 'rev-list', '--count', 'main'))
    const read = async ({ id }: { id: string }) => (await admin.api.get(`/v2/documents/${id}`)).json
    const led = async () => Object((await read(light))['metadata'])['redirect_from']
    const before = await commits()

    const { page, complaints, context } = await site.open('/c/posts')
    const dialog = page.getByRole('alertdialog')
    const hide = dialog.getByRole('button', { name: 'Hide' })
    const choose = async (title: string) =>
      page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true })
    const leadToLight = async () => {
      await dialog.getByRole('combobox').fill('Light')
      await dialog.getByRole('option', { name: 'Light' }).click()
      await dialog.getByText('/light/').waitFor()
    }
    for (const title of ['Buoy', 'Beacon']) await choose(title)
    await page.getByRole('region').getByRole('button', { name: 'Hide' }).click()
    await dialog.getByText('2 of the pages are live.').waitFor()
    await leadToLight()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await hide.click()
    await page.getByText('2 documents changed').waitFor()
    expect(await led()).to.have.members(['/buoy/', '/beacon/'])
    expect(await commits()).to.equal(before + 1)

    // Shown again, it has its address for itself again.
    await choose('Buoy')
    await page.getByRole('region').getByRole('button', { name: 'Make visible' }).click()
    await page.getByText('1 document changed').waitFor()
    expect(await led()).to.deep.equal(['/beacon/'])
    expect(await commits()).to.equal(before + 2)
    await page.getByRole('link', { name: 'Beacon' }).click()
    const item = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await item('Make visible')
    await page.getByText('“Beacon” will be visible').waitFor()
    expect((await read(light))['metadata']).to.deep.equal({})

    // In the editor, with text that is not saved yet, and with what somebody else has saved.
    await page.getByRole('textbox', { name: 'Title' }).fill('Beacon of old')
    await admin.api.put(`/v2/documents/${beacon.id}`, { body: 'Theirs.' })
    await item('Hide')
    await dialog.getByText('Its page is live at /beacon/.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await read(beacon))['visibility']).to.equal('visible')
    await item('Hide')
    await leadToLight()
    await hide.click()
    await page.getByText('“Beacon of old” will be hidden').waitFor()
    const { title, body, visibility } = await read(beacon)
    expect([title, body, visibility]).to.deep.equal(['Beacon of old', 'Theirs.', 'hidden'])
    expect(await led()).to.deep.equal(['/beacon/'])

    // Saved as a draft, among the details.
    await page.goto(`${admin.api.server.url}/admin/sites/${site.id}/documents/${buoy.id}`)
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Visibility' }).click()
    await page.getByRole('option', { name: 'Draft' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await leadToLight()
    await hide.click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect((await read(buoy))['visibility']).to.equal('draft')
    expect(await led()).to.deep.equal(['/beacon/', '/buoy/'])
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
