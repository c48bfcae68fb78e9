/** The card for the Jekyll of a site, and for its theme. */

import { expect } from 'chai'
import { startGemServer, type GemServer } from '../../themes/gem-server.js'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('the Jekyll of a site in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  let gems: GemServer
  const settings = { allowAddresses: '127.0.0.1', gemServer: '' }
  before(async () => {
    gems = await startGemServer()
    settings.gemServer = gems.url
  })
  after(() => gems.close())
  const admin = useAdmin(settings)
  const site = useOneSite(admin, 'Harbour')

  it('is told with its reason and its theme, chosen, and the theme is fetched', async () => {
    const { page, complaints, context } = await site.open('/settings')
    const card = page.locator('section, .card').filter({ hasText: 'Jekyll and theme' }).last()
    await card.getByText('Built as by Jekyll 4.4.').waitFor()
    await card.getByText('jekyll_version in _config.yml says so.').waitFor()
    await card.getByRole('button', { name: 'Jekyll' }).click()
    await page.getByRole('option', { name: 'As the Gemfile says' }).click()
    await card.getByRole('button', { name: 'Save', exact: true }).click()
    await card.getByText('Built as by GitHub Pages (Jekyll 3.10).').waitFor()
    await card.getByText('Theme: jekyll-theme-primer', { exact: true }).waitFor()
    await card.getByText("The theme 'jekyll-theme-primer' is not available").waitFor()
    gems.add({ name: 'jekyll-theme-primer', version: '0.6.0', files: { '_layouts/a.html': '' } })
    await card.getByRole('button', { name: 'Fetch the theme' }).click()
    await card.getByText('Theme: jekyll-theme-primer 0.6.0').waitFor()
    await card.getByRole('button', { name: 'Update the theme' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
