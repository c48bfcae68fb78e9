/** What is not live yet: by the order of commits, for a publish takes a while, and people go on saving. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

/** Of all texts: after a skip, the server's today may be the browser's tomorrow. */
const DAY = '2026-01-05 10:00:00 +0000'
const MINUTE = 60_000

/** What the window lists that would change; below, it has what would be gone and break. */
const changesIn = (page: Page) =>
  page.getByRole('dialog').getByRole('list', { name: 'What will change' }).getByRole('listitem')

describeInBrowser('what is not live yet', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  const publish = async () => {
    const { json } = await admin.api.post(`/v2/sites/${site.id}/publish`)
    await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
  }

  it('includes what was saved while a publish was under way', async () => {
    const early = await site.create('Early', { body: 'Calm.', date: DAY })
    await site.create('Quiet', { body: 'Calm.', date: DAY })
    admin.api.skip(10 * MINUTE)
    await publish()
    // As if the publish had begun five minutes before it ended, and this had been saved in between.
    admin.api.skip(-5 * MINUTE)
    const saved = await admin.api.put(`/v2/documents/${early.id}`, { body: 'Windy.' })
    expect(saved.status, saved.text).to.equal(200)
    await site.create('Meanwhile', { body: 'New.', date: DAY })

    const { page, complaints, context } = await site.open('/c/posts')
    await page.getByText('Unpublished changes').waitFor()
    const row = (title: string) => page.locator('.table-row', { hasText: title })
    await row('Early').getByText('Not live yet').waitFor()
    await row('Meanwhile').getByText('Not live yet').waitFor()
    expect(await row('Quiet').getByText('Not live yet').count()).to.equal(0)

    await page.getByRole('button', { name: 'Visibility' }).click()
    await page.getByRole('option', { name: 'Not live yet' }).click()
    await row('Quiet').waitFor({ state: 'detached' })
    await row('Early').waitFor()
    await row('Meanwhile').waitFor()
    expect(await page.locator('.table-row a').count()).to.equal(2)

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const changes = changesIn(page)
    await changes.filter({ hasText: 'Early' }).getByText('Changed', { exact: true }).waitFor()
    await changes.filter({ hasText: 'Meanwhile' }).getByText('New').waitFor()
    expect(await changes.count()).to.equal(2)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('counts other files, in the words of people', async () => {
    const base = `/v2/sites/${site.id}`
    await admin.api.post(`${base}/collections`, { title: 'Uploads', path: 'uploads' })
    admin.api.skip(10 * MINUTE)
    await publish()
    admin.api.skip(MINUTE)
    for (const name of ['a.png', 'b.jpg', 'c.webp']) {
      await admin.api.upload('POST', `${base}/collections/uploads/files`, { name, data: 'x' })
    }
    await admin.api.upload('PUT', `${base}/source/plan.pdf`, { data: 'x' })
    await admin.api.upload('PUT', `${base}/source/_config.yml`, { data: 'title: Harbour' })
    const { page, context } = await site.open('/c/posts')
    await page.getByText('Unpublished changes').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const changes = changesIn(page)
    await changes.first().waitFor()
    const told = await changes.evaluateAll((rows) =>
      rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' ')),
    )
    expect(told.sort()).to.deep.equal(['Changed Settings', 'New 3 pictures', 'New plan.pdf'])
    expect(await page.getByText('Saved').count()).to.equal(0)
    await context.close()
  })

  it('leaves out what is as it was published, however often it was saved in between', async () => {
    const body = 'As published.'
    const same = await site.create('Same', { body, date: DAY })
    const gone = await site.create('Gone', { body, date: DAY })
    admin.api.skip(20 * MINUTE)
    await publish()
    admin.api.skip(MINUTE)
    for (const text of ['Other.', body]) {
      await admin.api.put(`/v2/documents/${same.id}`, { body: text })
    }
    await admin.api.delete(`/v2/documents/${gone.id}`)

    const { page, context } = await site.open('/c/posts')
    await page.getByText('Unpublished changes').waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const changes = changesIn(page)
    await changes.filter({ hasText: 'Gone' }).getByText('Deleted').waitFor()
    expect(await changes.count()).to.equal(1)
    await context.close()
  })
})
