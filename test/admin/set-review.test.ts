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
})
