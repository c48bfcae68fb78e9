/** A table that is written by the keyboard alone. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { copiedText, replaceText, textOf } from './text-area.js'

describeInBrowser('tables in the editor', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('are filled by Tab and Enter, which lead on and add rows, changed from a menu, and left again', async () => {
    const { id } = await site.create('Boats', { body: 'Before.' })
    const { page, complaints, context } = await site.open(`/documents/${id}`, {
      viewport: { width: 1000, height: 800 },
    })
    await textOf(page).click()
    await replaceText(page, '| Boat | Crew |\n|------|-----:|\n| Anna |  |')
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Shift+Tab')
    const { keyboard } = page
    await keyboard.press('Tab')
    await keyboard.type('4')
    await keyboard.press('Tab')
    await keyboard.type('Bella')
    await keyboard.press('Tab')
    await keyboard.type('2')
    await keyboard.press('Shift+Tab')
    await keyboard.type('Berta')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await keyboard.type('After.')
    const table = '| Boat | Crew |\n|------|-----:|\n| Anna | 4 |\n| Berta  | 2  |\n'
    expect(await copiedText(page)).to.equal(`${table}\nAfter.`)
    // The menu of the table changes rows and columns, and gives the text the focus back.
    await replaceText(page, '| A | B |\n|:--|--:|\n| a | b |')
    const menu = page.getByRole('toolbar').getByRole('button', { name: 'Table' })
    const choose = async (name: string) => {
      await menu.click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.locator('.cm-content:focus').waitFor()
    }
    await choose('Add a column before')
    await keyboard.type('new')
    await choose('Move the column back')
    await choose('Add a row below')
    await keyboard.type('c')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Move the row up' }).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await keyboard.press('Escape')
    const changed = '|   | A | B |\n|---|:--|--:|\n| new  | a | b |\n| c  |   |   |'
    expect(await copiedText(page)).to.equal(changed)
    // Without a table at the cursor, the button puts one in, to be filled from its header on.
    await replaceText(page, '')
    await menu.click()
    for (const text of ['Day', 'Opens', 'Monday']) {
      await keyboard.type(text)
      await keyboard.press('Tab')
    }
    await keyboard.type('5:00')
    expect(await copiedText(page)).to.equal('| Day | Opens |\n|---|---|\n| Monday  | 5:00  |\n')
    // Elsewhere Tab leaves the text, as in every field.
    await replaceText(page, 'No table')
    await keyboard.press('Tab')
    await page.locator('.cm-content:not(:focus)').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
