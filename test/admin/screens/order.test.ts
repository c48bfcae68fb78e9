/** Texts are put in order by hand: dragged, or moved with the keyboard, each time as one commit. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('the order of texts by their position', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Quays')

  it('is made by dragging and by Alt with arrow keys, and not over what others have changed', async () => {
    const ids = new Map<string, string>()
    for (const [at, title] of ['Ferry', 'Mole', 'Pier'].entries()) {
      const metadata = { position: at + 1, mood: 'calm' }
      ids.set(title, (await site.create(title, { body: `${title}.\n`, metadata })).id)
    }
    ids.set('Quay', (await site.create('Quay', { body: 'Quay.\n' })).id)
    const positions = async () => {
      const path = `/v2/sites/${site.id}/collections/posts/documents?sort=position-asc`
      const { list } = await admin.api.get(path)
      return list.map(({ title, metadata }) => [title, Object(metadata)['position'] ?? null])
    }
    const commits = async () => Number(await admin.api.git(site.id, 'rev-list', '--count', 'main'))
    const before = await commits()

    const { page, complaints, context } = await site.open('/c/posts')
    await page.getByRole('button', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'By position' }).click()
    const rows = page.getByRole('list', { name: 'Posts' }).getByRole('listitem')
    const titles = () => rows.getByRole('link').allTextContents()
    const row = (title: string) => rows.filter({ hasText: title })
    const grip = (title: string) => row(title).getByRole('button', { name: `Move ${title}` })
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/changes'))
    await rows.nth(3).waitFor()
    expect(await titles()).to.deep.equal(['Ferry', 'Mole', 'Pier', 'Quay'])
    expect(await findBarriersInBoth(page)).to.deep.equal([])

    let saving = saved()
    await grip('Pier').dragTo(row('Ferry'), { targetPosition: { x: 300, y: 4 } })
    await saving
    expect(await titles()).to.deep.equal(['Pier', 'Ferry', 'Mole', 'Quay'])
    const dragged = [
      ['Pier', 0],
      ['Ferry', 1],
      ['Mole', 2],
      ['Quay', null],
    ]
    expect(await positions()).to.deep.equal(dragged)
    expect(await commits()).to.equal(before + 1)
    const { json } = await admin.api.get(`/v2/documents/${ids.get('Pier') ?? ''}`)
    expect(json).to.deep.include({ metadata: { position: 0, mood: 'calm' }, body: 'Pier.\n' })

    // From anywhere in the row; the focus goes with it, and a second move follows the first.
    await row('Pier').getByRole('link').focus()
    saving = saved()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('Pier is now 2 of 4').waitFor({ state: 'attached' })
    await saving
    saving = saved()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('Pier is now 3 of 4').waitFor({ state: 'attached' })
    await saving
    expect(await titles()).to.deep.equal(['Ferry', 'Mole', 'Pier', 'Quay'])
    // There was no room between 1 and 2.
    const moved = [
      ['Ferry', -1],
      ['Mole', 2],
      ['Pier', 3],
      ['Quay', null],
    ]
    expect(await positions()).to.deep.equal(moved)
    expect(await grip('Pier').evaluate((one) => one === document.activeElement)).to.equal(true)

    // Somebody else moves one while this one is on its way: it is said, and theirs stays.
    let isHeld = true
    await page.route('**/changes', async (route) => {
      if (isHeld) {
        isHeld = false
        const theirs = { metadata: { position: 9, mood: 'calm' } }
        await admin.api.put(`/v2/documents/${ids.get('Ferry') ?? ''}`, theirs)
      }
      await route.continue()
    })
    await row('Quay').getByRole('button', { name: 'Move up' }).click()
    await page.getByText('Somebody else has changed this meanwhile').waitFor()
    const theirs = [
      ['Mole', 2],
      ['Pier', 3],
      ['Ferry', 9],
      ['Quay', null],
    ]
    expect(await positions()).to.deep.equal(theirs)
    await rows.first().filter({ hasText: 'Mole' }).waitFor()
    expect(await titles()).to.deep.equal(['Mole', 'Pier', 'Ferry', 'Quay'])

    // Several are chosen, by the keyboard; what is moved then stays chosen, and all are hidden as they are now.
    const box = (title: string) => row(title).getByRole('checkbox', { name: `Select ${title}` })
    await box('Mole').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    expect(await grip('Mole').evaluate((one) => one === document.activeElement)).to.equal(true)
    saving = saved()
    await page.keyboard.press('ArrowDown')
    await saving
    await page.getByText('Mole is now 2 of 4').waitFor({ state: 'attached' })
    expect(await titles()).to.deep.equal(['Pier', 'Mole', 'Ferry', 'Quay'])
    expect(await box('Mole').isChecked()).to.equal(true)
    await box('Quay').click({ modifiers: ['Shift'], force: true })
    await page.getByText('3 selected').waitFor()
    expect(await box('Pier').isChecked()).to.equal(false)
    for (const width of [390, 1440]) {
      // What is below the pointer then would have a tip.
      await page.mouse.move(1, 1)
      await page.setViewportSize({ width, height: 900 })
      const isWithin = () => document.documentElement.scrollWidth <= innerWidth
      expect(await page.evaluate(isWithin), `at ${width}`).to.equal(true)
      expect(await findBarriersInBoth(page)).to.deep.equal([])
    }
    const order = await positions()
    saving = saved()
    const bar = page.getByRole('region', { name: 'Selected' })
    await bar.getByRole('button', { name: 'Hide' }).click()
    await saving
    await row('Quay').getByText('Hidden').waitFor()
    expect(await rows.filter({ hasText: 'Hidden' }).count()).to.equal(3)
    expect(await positions()).to.deep.equal(order)
    expect(await bar.count()).to.equal(0)
    await page.getByRole('checkbox', { name: 'Select all' }).check({ force: true })
    await page.getByText('4 selected').waitFor()
    await page.keyboard.press('Space')
    expect(await bar.count()).to.equal(0)

    // Where only some are shown, there is no order to make.
    await page.getByLabel('Search titles and text').fill('Pier')
    await page.getByRole('row').filter({ hasText: 'Pier' }).waitFor()
    expect(await page.getByRole('button', { name: 'Move Pier' }).count()).to.equal(0)
    expect(complaints.filter((one) => !one.includes('412'))).to.deep.equal([])
    await context.close()
  })
})
