/** Pictures of the library, put into a text with what they show, their caption and their width; and links. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { copiedText, replaceText, textOf } from './text-area.js'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describeInBrowser('the windows for pictures and links', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('puts in a picture of the library from the toolbar and the slash menu, under the base of the site', async () => {
    const source = `/v2/sites/${site.id}/source`
    await admin.api.upload('PUT', `${source}/img/mole.png`, { data: PNG })
    await admin.api.upload('PUT', `${source}/img/pier.png`, { data: PNG })
    await admin.api.upload('PUT', `${source}/tides.pdf`, { data: '%PDF-1.4' })
    const { id } = await site.create('Pictures', { body: 'Before.' })
    const { page, complaints, context } = await site.edit(id)
    const picker = page.getByRole('dialog', { name: 'Choose a file' })
    const form = page.getByRole('dialog', { name: 'Picture' })
    const open = page.getByRole('button', { name: 'Picture or file' })
    await textOf(page).click()
    await replaceText(page, '')
    await open.click()
    await picker.getByLabel('Search').fill('mole')
    await picker.getByText('pier').waitFor({ state: 'detached' })
    await picker.getByRole('option', { name: 'mole.png' }).click()
    await form.getByLabel('Alternative text').fill('The mole at [low] water')
    await form.getByLabel('Caption').fill('In a snow_storm')
    await form.getByLabel('Width in pixels').fill('400')
    await form.locator('img').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await form.getByRole('button', { name: 'Insert' }).click()
    await page.locator('.cm-content:focus').waitFor()
    const mole = '![The mole at low water](/img/mole.png){: width="400"}\n_In a snow\\_storm_'
    expect((await copiedText(page)).replace(/ +/g, ' ')).to.equal(mole)

    const config = 'title: Harbour\nbaseurl: /press\n'
    await admin.api.upload('PUT', `${source}/_config.yml`, { data: config })
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await textOf(page).click()
    await replaceText(page, '')
    await page.keyboard.type('/')
    await page.locator('.cm-tooltip-autocomplete [role=option]').first().waitFor()
    // As quickly as anybody types.
    await page.keyboard.type('pic')
    await page.keyboard.press('Enter')
    await picker.getByRole('option', { name: 'pier.png' }).click()
    await form.getByRole('button', { name: 'Insert' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await copiedText(page)).to.equal('![]({{site.baseurl}}/img/pier.png)')
    // What is no picture is linked.
    await replaceText(page, '')
    await open.click()
    await picker.getByRole('option', { name: 'tides.pdf' }).click()
    await picker.waitFor({ state: 'detached' })
    expect(await copiedText(page)).to.equal('[tides]({{site.baseurl}}/tides.pdf)')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('puts dropped ones beside the paragraph in their order, asks what they show, and edits them in place', async () => {
    const config = `/v2/sites/${site.id}/source/_config.yml`
    await admin.api.upload('PUT', config, { data: 'title: Harbour\n' })
    const long = 'Low water.\n\n'.repeat(60)
    const { id } = await site.create('Dropped', { body: `${long}The harbour at low water.\n` })
    const { page, complaints, context } = await site.edit(id)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    const last = page.locator('.cm-line', { hasText: 'The harbour' })
    await last.waitFor()
    await last.evaluate((line, base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      for (const name of ['c', 'a', 'b']) {
        dataTransfer.items.add(new File([bytes], `${name}.png`, { type: 'image/png' }))
      }
      const words = document.createRange()
      const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode() ?? line
      // Within "harbour".
      words.setStart(text, 6)
      words.setEnd(text, 7)
      const { left: clientX, top: clientY } = words.getBoundingClientRect()
      const options = { dataTransfer, bubbles: true, cancelable: true, clientX, clientY }
      line.dispatchEvent(new DragEvent('drop', options))
    }, PNG.toString('base64'))
    const asking = page.getByRole('button', { name: 'Add alternative text' })
    await asking.nth(2).waitFor()
    const made = ['c', 'a', 'b'].map((name) => `![](/uploads/${name}.png)`).join('\n\n')
    expect((await copiedText(page)).slice(long.length)).to.equal(
      `${made}\n\nThe harbour at low water.\n`,
    )
    // A click edits the picture, and nothing that is in sight moves.
    await page.locator('.title-input').focus()
    const second = page.locator('.cm-picture').nth(1)
    const placeOf = async () => (await second.boundingBox())?.y
    // Pictures are drawn anew when the caret leaves their lines, and load: it is measured once it stands still.
    const stillPlace = async () => {
      for (let last = await placeOf(); ;) {
        await page.waitForTimeout(200)
        const now = await placeOf()
        if (now !== undefined && now === last) return now
        last = now
      }
    }
    const before = await stillPlace()
    await asking.nth(1).click()
    const form = page.getByRole('dialog', { name: 'Picture' })
    await form.getByLabel('Alternative text').fill('The mole')
    await form.getByRole('button', { name: 'Apply' }).click()
    await asking.nth(2).waitFor({ state: 'detached' })
    expect(await stillPlace()).to.equal(before)
    await page.locator('.cm-picture').nth(2).click()
    await form.getByRole('button', { name: 'Remove' }).click()
    await page.locator('.cm-picture').nth(2).waitFor({ state: 'detached' })
    expect((await copiedText(page)).slice(long.length)).to.equal(
      '![](/uploads/c.png)\n\n![The mole](/uploads/a.png)\n\nThe harbour at low water.\n',
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('links to a text and one of its headings, found by words, in a new tab, under the base of the site', async () => {
    const config = `/v2/sites/${site.id}/source/_config.yml`
    await admin.api.upload('PUT', config, { data: 'title: Harbour\nbaseurl: /press\n' })
    const body = 'About tides.\n\n## High water\n\nText.\n\n## Low *water*\n'
    const { id: target } = await site.create('The tides', { body })
    const { json } = await admin.api.get(`/v2/documents/${target}`)
    const { id } = await site.create('Linking', { body: 'See here.\n' })
    const { page, complaints, context } = await site.edit(id)
    const link = page.getByRole('dialog', { name: 'Link' })
    await textOf(page).click()
    await replaceText(page, 'See here.')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+k')
    await link.getByRole('combobox').fill('tides')
    await link.getByRole('option', { name: 'The tides' }).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.keyboard.press('Enter')
    await link.getByRole('button', { name: 'Place in the text' }).click()
    await page.getByRole('option', { name: 'Low water' }).click()
    await link.locator('label.switch', { hasText: 'Open in a new tab' }).click()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await link.getByRole('button', { name: 'Insert' }).click()
    await page.locator('.cm-content:focus').waitFor()
    const url = `{{site.baseurl}}${String(json['url'])}#low-water`
    const made = `See [here](${url}){:target="_blank" rel="noopener"}.`
    expect(await copiedText(page)).to.equal(made)
    // The link at the cursor is changed, and an address needs no search.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Home')
    for (let count = 0; count < 7; count += 1) await page.keyboard.press('ArrowRight')
    await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click()
    await link.getByRole('button', { name: 'Change' }).click()
    await link.getByRole('combobox').fill('https://example.org/(a)')
    await page.keyboard.press('Enter')
    await link.getByRole('button', { name: 'Apply' }).click()
    await page.locator('.cm-content:focus').waitFor()
    expect(await copiedText(page)).to.equal(
      'See [here](https://example.org/%28a%29){:target="_blank" rel="noopener"}.',
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
