/** What one chooses from: filters of a list, time zones. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('choices in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('leave the search field of a list as wide as its text, also in German', async () => {
    await site.create('Fog', { tags: ['sea'], categories: ['weather'] })
    await admin.api.member(site.id, 'writer')
    const { page, complaints, context } = await site.open('/c/posts', {
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
    })
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.reload()
    for (const name of ['Sichtbarkeit', 'Schlagwort', 'Kategorie', 'Autor', 'Format'])
      await page.getByRole('button', { name }).first().waitFor()
    const room = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      const style = getComputedStyle(field)
      const pen = document.createElement('canvas').getContext('2d')
      if (pen) pen.font = style.font
      const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
      return field.clientWidth - padding - (pen?.measureText(field.placeholder).width ?? Infinity)
    })
    expect(room, 'pixels beside the placeholder').to.be.at.least(0)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('find a time zone by the name of its city, with spaces', async () => {
    const { page, complaints, context } = await site.open('/settings')
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('new york')
    await page.getByRole('option', { name: 'America/New York' }).waitFor()
    await zone.press('ArrowDown')
    await zone.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await zone.inputValue()).to.equal('America/New York')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { json } = await admin.api.get(`/v2/sites/${site.id}`)
    expect(json['timezone']).to.equal('America/New_York')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
