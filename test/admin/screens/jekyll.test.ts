/** The card for the Jekyll of a site, and for its theme. */

import { expect } from 'chai'
import { startGemServer, type GemServer } from '../../themes/gem-server.js'
import { jekyllReason } from '../../../src/admin/screens/jekyll-texts.js'
import { chooseJekyll } from '../../../src/builder/base/jekyll-version.js'
import { parseGemfile } from '../../../src/content/gems/gemfile.js'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describe('why a site is built as by its Jekyll', () => {
  const config = (version: string) => new Map(version === '' ? [] : [['jekyll_version', version]])
  const rows = {
    'the setting': { config: config('4.3') },
    'the setting for GitHub Pages': { config: config('github-pages') },
    'a lock': { lock: new Map([['jekyll', '4.2.2']]) },
    'a lock of GitHub Pages': { lock: new Map([['jekyll', '3.10.0']]) },
    'no Gemfile': {},
    'no Gemfile, of old': { withoutGemfile: '4.3' as const },
    'the gem of GitHub Pages': { gemfile: parseGemfile('gem "github-pages"') },
    'any version': { gemfile: parseGemfile('gem "jekyll"') },
    'some versions': { gemfile: parseGemfile('gem "jekyll", ">= 3", "< 4"') },
  }
  for (const [what, site] of Object.entries(rows))
    it(`is said in the language of the user: ${what}`, () => {
      const said = { config: config(''), gemfile: null, lock: new Map<string, string>(), ...site }
      const { reason } = chooseJekyll(said)
      // English is what the server says.
      expect(jekyllReason(reason)).to.equal(reason)
    })
})

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

  it('says all of that in German', async () => {
    const { id } = await admin.api.site({ title: 'Mole' })
    const write = (name: string, data: string) =>
      admin.api.upload('PUT', `/v2/sites/${id}/source/${name}`, { data })
    await write('_config.yml', 'title: Mole\ntheme: theme-of-nobody\n')
    await write('Gemfile', 'gem "jekyll", "~> 4.4"\n')
    const { page, context } = await admin.enter(site.email, `/sites/${id}/settings`)
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    const card = page.locator('section, .card').filter({ hasText: 'Jekyll und Theme' }).last()
    await card.getByText('Wird gebaut wie von Jekyll 4.4. Ihr Gemfile verlangt Jekyll').waitFor()
    await card.getByText('Das Theme „theme-of-nobody“ ist nicht hier').waitFor()
    expect(await card.getByText(/Its Gemfile/).count()).to.equal(0)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await context.close()
  })
})
