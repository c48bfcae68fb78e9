/** Unsaved text is kept on the server too, so that one can go on at another device. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../../stories/git-client.js'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

describeInBrowser('unsaved text on several devices', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  /** What the server keeps of the site, asked by the browser that is signed in. */
  const kept = (page: Page): Promise<readonly { readonly title: string }[]> =>
    page.evaluate(async (id) => (await fetch(`/v2/sites/${id}/unsaved`)).json(), site.id)
  const untilKept = (page: Page, count: number) =>
    eventually(async () => expect(await kept(page)).to.have.length(count))
  const line = (page: Page, text: string) =>
    page.locator('.cm-line').getByText(text, { exact: true })

  it('is taken up elsewhere, merged with what others saved, and gone when saved', async () => {
    const { id } = await site.create('Tides', { body: 'Low.\n\nHigh.' })
    const one = await site.edit(id)
    await textOf(one.page).fill('Lower.\n\nHigh.')
    await untilKept(one.page, 1)
    await admin.api.put(`/v2/documents/${id}`, { body: 'Low.\n\nHigh.\n\nSlack.' })
    const two = await site.open('/c/posts')
    const row = two.page.getByRole('row').filter({ hasText: 'Tides' })
    await row.getByText('Unsaved work').waitFor()
    expect(await findBarriersInBoth(two.page)).to.deep.equal([])
    await row.getByRole('link', { name: 'Tides' }).click()
    await two.page.getByText(/Your unsaved text is back/).waitFor()
    await line(two.page, 'Lower.').waitFor()
    await two.page.keyboard.press('Control+s')
    await two.page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const { body } = (await admin.api.get(`/v2/documents/${id}`)).json
    expect(body).to.equal('Lower.\n\nHigh.\n\nSlack.')
    await untilKept(two.page, 0)
    // What is the same as what was saved is no unsaved text.
    await one.page.reload()
    await line(one.page, 'Slack.').waitFor()
    for (const { complaints, context } of [one, two]) {
      expect(complaints).to.deep.equal([])
      await context.close()
    }
  })

  it('of a text that is new is listed above the others and goes on elsewhere', async () => {
    const one = await site.open('/c/posts/new')
    await one.page.getByRole('textbox', { name: 'Title' }).fill('Ferries')
    await textOf(one.page).fill('At noon.')
    await untilKept(one.page, 1)
    const two = await site.open('/c/posts')
    const list = two.page.getByRole('list', { name: 'New texts that are not saved' })
    await list.getByRole('listitem').filter({ hasText: 'Ferries' }).waitFor()
    expect(await findBarriersInBoth(two.page)).to.deep.equal([])
    await list.getByRole('link', { name: 'Go on writing' }).click()
    await line(two.page, 'At noon.').waitFor()
    await two.page.keyboard.press('Control+s')
    await two.page.waitForURL(/\/documents\/[0-9a-f]{24}$/)
    await untilKept(two.page, 0)
    await one.context.close()
    await two.context.close()
  })

  it('asks which one goes on if both were changed, and gives the other one back', async () => {
    const { id } = await site.create('Fares', { body: 'Free.' })
    const one = await site.edit(id)
    const two = await site.edit(id)
    await textOf(one.page).fill('Two euros.')
    await untilKept(one.page, 1)
    await textOf(two.page).fill('Three euros.')
    const { page } = two
    await page.getByRole('button', { name: 'Choose' }).click()
    const window = page.getByRole('dialog', { name: 'Which unsaved text goes on?' })
    await window.locator('ins', { hasText: 'Two' }).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await window.getByRole('button', { name: 'Take the other one' }).click()
    await line(page, 'Two euros.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await line(page, 'Three euros.').waitFor()
    const there = () =>
      page.evaluate(
        async ([siteId, textId]) =>
          (await fetch(`/v2/sites/${String(siteId)}/unsaved/${String(textId)}`)).text(),
        [site.id, id],
      )
    await eventually(async () => expect(await there()).to.include('Three euros.'))
    await one.context.close()
    await two.context.close()
  })

  it('is discarded after a question, on the server too, and comes back by undoing', async () => {
    const { id } = await site.create('Berths', { body: 'Ten.' })
    const { page, complaints, context } = await site.edit(id)
    await untilKept(page, 1)
    await textOf(page).fill('Twelve.')
    await untilKept(page, 2)
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    const asking = page.getByRole('alertdialog', { name: 'Discard what is not saved?' })
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await asking.getByRole('button', { name: 'Discard' }).click()
    await line(page, 'Ten.').waitFor()
    await untilKept(page, 1)
    await untilDrafts(page, (drafts) => drafts === '[]')
    await page.getByRole('button', { name: 'Undo' }).click()
    await line(page, 'Twelve.').waitFor()
    await untilKept(page, 2)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
