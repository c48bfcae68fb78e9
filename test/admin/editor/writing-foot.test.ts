/** The line below the text: words and reading time, shortcuts, and the mode with only the text. */

import { expect } from 'chai'
import { countWords, readingMinutes } from '../../../src/admin/editor/text/word-count.js'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { textOf } from './text-area.js'

describe('countWords', () => {
  it('counts what is read, in any script', () => {
    for (const [text, count] of [
      ['', 0],
      ['# The tide\n\nIt **rises** at six.', 6],
      ['See [the table](https://example.org/a-b) and ![a boat](/a.png).', 6],
      ['Ada’s boat doesn’t <b>float</b>', 4],
      ['Ебб и прилив', 3],
      ['潮は六時に満ちる', 8],
      ['नमस्ते दुनिया', 2],
    ] as const)
      expect(countWords(text), text).to.equal(count)
    expect([1, 238, 500].map(readingMinutes)).to.deep.equal([1, 1, 2])
  })
})

describeInBrowser('the line below the text', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('counts words, lists the shortcuts, and leaves only the text on the screen until Escape', async () => {
    const { id } = await site.create('Tides', { body: 'One two.' })
    const { page, complaints, context } = await site.edit(id)
    await page.getByText('2 words · 1 minute to read').waitFor()
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Three.')
    await page.getByText('3 words').waitFor()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await list.getByText('Numbered list').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Only the text' }).click()
    await page.locator('.side').waitFor({ state: 'hidden' })
    await page.locator('.top').waitFor({ state: 'hidden' })
    await page.locator('iframe').waitFor({ state: 'hidden' })
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    // What Escape closes first is the menu of blocks.
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    await page.locator('.cm-tooltip-autocomplete').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' })
    expect(await page.locator('.side').isVisible()).to.equal(false)
    await page.keyboard.press('Escape')
    await page.locator('.side').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
