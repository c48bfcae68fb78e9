/** Texts of one thing in several languages: in lists with what is missing, and in the editor, where one begins the others. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('languages of texts', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Ferry')

  const source = async (name: string, data: string) =>
    admin.api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })

  it('are shown with what is missing, filter the list, and lead to each other', async () => {
    await source('_config.yml', 'title: Ferry\nlang: en\n')
    await source('about.md', '---\ntitle: About us\nlayout: page\n---\nWe sail.\n')
    await source('de/about.md', '---\ntitle: Über uns\n---\nWir fahren.\n')
    await source('fr/contact.md', '---\ntitle: Contact\n---\n')
    const { page, complaints, context } = await site.open('/pages')
    const row = (title: string) => page.getByRole('row').filter({ hasText: title })
    await row('About us')
      .getByText('In English. Also in German. Missing in French.')
      .waitFor({ state: 'attached' })
    await row('Contact')
      .getByText('In French. Missing in German and English.')
      .waitFor({ state: 'attached' })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const isWithin = () => document.documentElement.scrollWidth <= innerWidth
      expect(await page.evaluate(isWithin), `at ${width}`).to.equal(true)
      expect(await findBarriersInBoth(page)).to.deep.equal([])
    }
    await page.getByRole('button', { name: 'Language' }).click()
    const choices = ['All', 'English', 'French', 'German']
    expect(await page.getByRole('option').allTextContents()).to.deep.equal(choices)
    await page.getByRole('option', { name: 'German' }).click()
    await row('About us').waitFor({ state: 'detached' })
    expect(await row('Über uns').count()).to.equal(1)

    await page.getByRole('link', { name: 'Über uns' }).click()
    const language = (name: string) => page.getByRole('button', { name: `Language: ${name}` })
    await language('German').click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.locator('.cm-content', { hasText: 'We sail.' }).waitFor()
    await language('English').click()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('menuitem', { name: 'Begin in French' }).click()
    await page.waitForURL('**/pages/new')
    await page.locator('.cm-content', { hasText: 'We sail.' }).waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('À propos')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await language('French').waitFor()
    // It has its own address a moment later.
    await page.waitForURL(/\/pages\/[0-9a-f]+$/)
    const id = page.url().split('/').at(-1) ?? ''
    const { json } = await admin.api.get(`/v2/pages/${id}`)
    expect(json).to.deep.include({
      title: 'À propos',
      path: 'fr/about.md',
      url: '/fr/about.html',
      visibility: 'hidden',
      language: 'fr',
      metadata: { layout: 'page', lang: 'fr' },
      body: 'We sail.\n',
    })
    await language('French').click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allTextContents()).to.deep.equal(['English', 'German'])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('leave room on a phone for when a text is published', async () => {
    const { id } = await admin.api.site({ title: 'Mole' })
    const config = 'title: Mole\nlang: en\nlanguages: [en, de, fr, es, it, ja]\n'
    await admin.api.upload('PUT', `/v2/sites/${id}/source/_config.yml`, { data: config })
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
    const post = { title: 'Fog', date: tomorrow }
    await admin.api.post(`/v2/sites/${id}/collections/posts/documents`, post)
    const options = { viewport: { width: 390, height: 844 } }
    const { page, context } = await admin.enter(site.email, `/sites/${id}/c/posts`, options)
    for (const [language, scheduled] of Object.entries({
      en: 'Scheduled for',
      de: 'Geplant für',
    })) {
      await page.evaluate((to) => localStorage.setItem('galley.language', to), language)
      await page.reload()
      const row = page.getByRole('row').filter({ hasText: 'Fog' })
      const badge = row.locator('.badge', { hasText: scheduled })
      const room = await badge.evaluate((one) => ({
        isWhole: one.scrollWidth <= one.clientWidth,
        isWithin: one.getBoundingClientRect().right < innerWidth - 16,
      }))
      expect(room, language).to.deep.equal({ isWhole: true, isWithin: true })
      expect(await row.getByText('EN', { exact: true }).isVisible()).to.equal(true)
    }
    await context.close()
  })

  it('are not spoken of on a site that has one', async () => {
    const other = (await admin.api.site({ title: 'Rowing boat' })).id
    await admin.api.post(`/v2/sites/${other}/pages`, { title: 'About', path: 'about.md' })
    const { page, complaints, context } = await admin.enter(site.email, `/sites/${other}/pages`)
    await page.getByRole('link', { name: 'About' }).waitFor()
    expect(await page.getByRole('button', { name: 'Language' }).count()).to.equal(0)
    await page.getByRole('link', { name: 'About' }).click()
    await page.getByRole('button', { name: 'More', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Language' }).count()).to.equal(0)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
