/** Every screen: nothing that axe finds, light and dark, large and small; no complaint of the browser. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  signIn,
  useAdmin,
} from './browser.js'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

describeInBrowser('screens of the web admin', function () {
  this.timeout(6 * PATIENCE_MS)
  const admin = useAdmin()
  const made = { email: '', site: '', empty: '', post: '' }

  before(async () => {
    made.email = (await admin.api.person('ada', { password: PASSWORD, admin: true })).email
    const site = await admin.api.site({ title: 'Harbour', empty: false })
    made.site = site.id
    made.empty = (await admin.api.site({ title: 'Nothing yet' })).id
    const path = `/v2/sites/${site.id}/collections/posts/documents`
    const metadata = {
      featured: true,
      stars: 4,
      summary: 'Short',
      words: ['a', 'b'],
      deep: { a: 1 },
    }
    const body =
      '## Quay\n\nA **bold** _word_, `code` and a [link](/).\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- one\n- two\n\n> said\n'
    const post = await admin.api.post(path, { title: 'Morning', body, tags: ['sea'], metadata })
    made.post = String(post.json['id'])
    await admin.api.upload('POST', `/v2/sites/${site.id}/collections/uploads/files`, {
      name: 'chart.svg',
      data: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    })
  })

  for (const viewport of SIZES) {
    it(`are accessible in light and dark, ${viewport.width} wide`, async () => {
      const { page, complaints, context } = await admin.visit('/', { viewport })
      await page.getByLabel('E-mail').waitFor()
      const found: string[] = []
      const edges = new Map<number, string[]>()
      const look = async (name: string) => {
        found.push(...(await findBarriersInBoth(page)).map((text) => `${name}: ${text}`))
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > viewport.width) found.push(`${name}: ${wide} pixels wide`)
      }
      await look('signing in')
      await signIn(page, made.email)
      const { site, empty, post } = made
      // What each shows when it is there.
      const screens: readonly (readonly [string, string])[] = [
        ['/sites', '.tile'],
        ['/sites/new', '.choice'],
        ['/account', '.lines li'],
        [`/sites/${site}`, '.table-row a'],
        [`/sites/${empty}`, '.empty'],
        [`/sites/${site}/pages`, '.table-row a'],
        [`/sites/${site}/documents/${post}`, '.cm-content'],
        [`/sites/${site}/c/posts/new`, '.cm-content'],
        [`/sites/${site}/files`, '.file'],
        [`/sites/${site}/files?folder=_uploads`, '.folder-way'],
        [`/sites/${site}/c/posts?q=quay`, '.found li'],
        [`/sites/${site}/search`, 'input[type=search]'],
        [`/sites/${site}/taxonomy`, '.card li'],
        [`/sites/${empty}/taxonomy`, '.empty'],
        [`/sites/${site}/source?path=_config.yml`, '.cm-content'],
        [`/sites/${site}/releases`, '.empty'],
        [`/sites/${site}/deleted`, '.empty'],
        [`/sites/${site}/review`, '.empty'],
        [`/sites/${site}/people`, '.lines li'],
        [`/sites/${site}/settings`, '.combo'],
        ['/nowhere', '.empty'],
      ]
      for (const [place, sign] of screens) {
        await page.goto(`${admin.url}/admin${place}`)
        await page.locator(sign).first().waitFor()
        await look(place)
        const edge = await page.evaluate(
          () => document.querySelector('.screen h1')?.getBoundingClientRect().x,
        )
        if (edge !== undefined) edges.set(edge, [...(edges.get(edge) ?? []), place])
      }
      // Within a site and outside of one: who goes from screen to screen sees no title jump.
      expect([...edges.values()].length, JSON.stringify([...edges])).to.be.at.most(2)
      for (const name of ['Details', 'History']) {
        await page.goto(`${admin.url}/admin/sites/${site}/documents/${post}`)
        await page.getByRole('button', { name }).click()
        await page.getByRole('complementary', { name }).waitFor()
        await look(name)
      }
      expect(found).to.deep.equal([])
      expect(complaints).to.deep.equal([])
      await context.close()
    })
  }

  it('can show a password while it is typed', async () => {
    const { page, context } = await admin.visit('/')
    const field = page.getByLabel('Password')
    await field.fill('moored')
    expect(await field.getAttribute('type')).to.equal('password')
    await page.getByRole('button', { name: 'Show what you typed' }).click()
    expect(await field.getAttribute('type')).to.equal('text')
    expect(await field.inputValue()).to.equal('moored')
    await context.close()
  })

  it('speaks German, too', async () => {
    const { page } = await admin.visit('/', { locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Bei Galley anmelden' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).to.equal('de')
  })

  it('fits a phone in German, with its longer words', async () => {
    const viewport = { width: 390, height: 844 }
    const { page, context } = await admin.enter(made.email, '/sites', { viewport })
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.goto(`${admin.url}/admin/sites/${made.site}`)
    await page.getByLabel('Morning auswählen').check({ force: true })
    await page.getByRole('button', { name: 'Schlagwörter hinzufügen' }).waitFor()
    const cut = await page
      .locator('.selection .button')
      .evaluateAll((buttons) =>
        buttons.flatMap(({ scrollWidth, clientWidth, textContent }) =>
          scrollWidth > clientWidth ? [textContent] : [],
        ),
      )
    expect(cut).to.deep.equal([])
    await context.close()
  })

  it('speaks German in the search of the editor, too', async () => {
    const { page, complaints, context } = await admin.enter(made.email, '/sites')
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.goto(`${admin.url}/admin/sites/${made.site}/documents/${made.post}`)
    await page.locator('.cm-content').click()
    await page.keyboard.press('Control+f')
    await page.locator('.cm-search').getByPlaceholder('Suchen').waitFor()
    const shown = await page.locator('.cm-search').innerText()
    expect(shown).to.not.match(/find|next|match|regexp|replace/i)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows refusals of the server in German, by code and field', async () => {
    await admin.api.site({ title: 'Taken', domain: 'taken.localhost' })
    const { page, context } = await admin.enter(made.email, '/sites')
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.goto(`${admin.url}/admin/sites/${made.empty}/settings`)
    await page.getByLabel('Domain').fill('taken.localhost')
    await page.getByRole('button', { name: 'Speichern' }).first().click()
    await page.getByText('Es gibt schon eine Website mit dieser Domain.').first().waitFor()
    expect(await page.getByText('exists already').count()).to.equal(0)
    await context.close()
  })
})
