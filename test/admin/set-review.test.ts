/** The review of a change set in a browser: the whole site with it, and what its makers and publishers tell each other. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from './browser.js'

describeInBrowser('the review of a change set in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const member = async (site: string, kind: 'publisher' | 'writer', name: string) => {
    const made = await admin.api.member(site, kind, name)
    await admin.api.put(`/v2/users/${made.id}`, { password: PASSWORD, fullname: name })
    return made
  }
  /** What the tab shows that the whole set is previewed in. */
  const previewed = async (page: Page) => {
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Preview the whole set' }).click()
    const tab = await opening
    await tab.waitForURL((url) => url.protocol === 'http:')
    return tab
  }

  it('shows the whole site with the set at an address of its own, and not its texts elsewhere', async () => {
    const { id: site } = await admin.api.site({ title: 'Harbour' })
    const home = '{% for p in site.pages %}{{ p.content }} {% endfor %}'
    const source = `/v2/sites/${site}/source`
    await admin.api.upload('PUT', `${source}/index.html`, { data: `---\n---\n${home}` })
    const publisher = await member(site, 'publisher', 'Paula')
    const made = await admin.api.post(`/v2/sites/${site}/change_sets`, { title: 'Season' })
    const set = String(made.json['id'])
    const text = { title: 'Tide', body: 'High water.\n', path: 'tide.md' }
    await admin.api.post(`/v2/sites/${site}/pages?change_set=${set}`, text)
    const { page, complaints } = await admin.enter(publisher.email, `/sites/${site}/sets/${set}`)
    const link = page.getByRole('link', { name: 'The whole site as the set has it' })
    await page.getByRole('button', { name: 'Preview the whole set' }).waitFor()
    expect(await link.count()).to.equal(0)
    const tab = await previewed(page)
    await tab.getByText('High water.').waitFor()
    expect(await link.getAttribute('href')).to.equal(tab.url())
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    const seen = await admin.api.get(`/v2/sites/${site}`)
    expect(seen.json['preview_url']).to.equal(null)
    expect(complaints).to.deep.equal([])
  })

  it('hands in, sends back with a note on a text, and lands what was mended', async () => {
    const { id: site } = await admin.api.site({ title: 'Quays' })
    const writer = await member(site, 'writer', 'Will')
    const publisher = await member(site, 'publisher', 'Paula')
    const ids: string[] = []
    for (const title of ['Prices', 'Hours']) {
      const text = { title, body: 'Before.\n', path: `${title}.md` }
      ids.push(String((await admin.api.post(`/v2/sites/${site}/pages`, text)).json['id']))
    }
    const made = await admin.api.post(`/v2/sites/${site}/change_sets`, { title: 'Season' }, writer)
    const set = String(made.json['id'])
    const change = (id: string | undefined, body: string) =>
      admin.api.put(`/v2/pages/${id}?change_set=${set}`, { body }, writer)
    for (const id of ids) await change(id, 'Of the season.\n')
    const place = `/sites/${site}/sets/${set}`

    const { page, complaints } = await admin.enter(writer.email, place)
    const handIn = async (note: string) => {
      await page.getByRole('button', { name: 'Hand in', exact: true }).click()
      const window = page.getByRole('dialog', { name: 'Hand in' })
      await window.getByLabel('What should they know?').fill(note)
      await window.getByRole('button', { name: 'Hand in' }).click()
      await page.getByText('by Will. A publisher looks at it').waitFor()
    }
    await handIn('As agreed.')
    expect(await findBarriersInBoth(page)).to.deep.equal([])

    const other = await admin.enter(publisher.email, `/sites/${site}/sets`)
    await other.page.getByText('Handed in', { exact: true }).waitFor()
    await other.page.getByRole('link', { name: 'Season' }).click()
    const tab = await previewed(other.page)
    await tab.goto(new URL('/Prices', tab.url()).href)
    await tab.getByText('Of the season.').waitFor()
    await other.page.getByText('As agreed.').waitFor()
    await other.page.getByRole('button', { name: 'Send back' }).click()
    const window = other.page.getByRole('dialog', { name: 'Send back' })
    await window.getByLabel('About “Prices”').fill('An old price.')
    expect(await findBarriersInBoth(other.page)).to.deep.equal([])
    await window.getByRole('button', { name: 'Send back' }).click()
    await window.waitFor({ state: 'detached' })

    await page.reload()
    const row = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await row.filter({ hasText: 'Prices' }).getByText('An old price.').waitFor()
    expect(await row.filter({ hasText: 'Hours' }).getByText('An old price.').count()).to.equal(0)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText('The change set “Season” was sent back').waitFor()
    await page.keyboard.press('Escape')
    await change(ids[0], 'With the new price.\n')
    await page.reload()
    await handIn('')

    await other.page.reload()
    await other.page.getByText('Handed in', { exact: true }).first().waitFor()
    await other.page.getByRole('button', { name: 'Land', exact: true }).click()
    const asked = other.page.getByRole('alertdialog')
    await asked.getByRole('button', { name: 'Land', exact: true }).click()
    await other.page.getByText('Its changes are on the site now.').waitFor()
    await other.page.getByText('An old price.').waitFor()
    const landed = await admin.api.get(`/v2/pages/${ids[0]}`)
    expect(landed.json['body']).to.equal('With the new price.\n')
    expect([...complaints, ...other.complaints]).to.deep.equal([])
  })
})
