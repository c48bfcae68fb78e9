/** A text for a day to come: it is said where it is written, in the list and before publishing, and comes by itself. */

import { expect } from 'chai'
import { eventually } from '../stories/git-client.js'
import { createClient } from '../api/client.js'
import { describeInBrowser, findBarriers, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('a scheduled text in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('is called so, can be seen before, and is live when its time has come', async () => {
    const { api } = admin
    const source = `/v2/sites/${site.id}/source`
    const config = 'title: Harbour\ntimezone: Europe/Berlin\npermalink: /:title.html\n'
    await api.upload('PUT', `${source}/_config.yml`, { data: config })
    await site.create('Before', { body: 'Old.' })
    const first = await api.post(`/v2/sites/${site.id}/publish`)
    await api.get(`/v2/jobs/${String(first.json['job_id'])}`)
    const { id } = await site.create('Regatta', { body: 'All **boats**.' })
    const { page, complaints, context } = await site.edit(id)
    await page.frameLocator('iframe').locator('strong', { hasText: 'boats' }).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2040-12-24T18:00')
    await page.getByText(/^Scheduled: published by itself on 24 Dec 2040, 18:00/).waitFor()
    await page.getByLabel('Hide from').fill('2040-12-31T18:00')
    await page.keyboard.press('Control+s')
    await page.getByText('Scheduled for 24 Dec 2040, 18:00').waitFor()
    const saved = (await api.get(`/v2/documents/${id}`)).json
    expect(saved['live_from']).to.equal('2040-12-24 17:00:00 +0000')
    expect(saved['live_until']).to.equal('2040-12-31 17:00:00 +0000')
    // The page as it will be.
    await page.getByRole('button', { name: 'Page preview' }).click()
    await page.frameLocator('iframe').locator('strong', { hasText: 'boats' }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    const window = page.getByRole('dialog', { name: 'What will change' })
    await window.getByText('Scheduled for 24 Dec 2040, 18:00').waitFor()
    await window.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('The site is live.').waitFor()
    await page.locator('.back-link').click()
    const row = page.getByRole('row', { name: /Regatta/ })
    await row.getByText('Scheduled for 24 Dec 2040, 18:00').waitFor()
    await page.getByRole('link', { name: 'Calendar' }).click()
    const month = page.getByRole('region', { name: 'December 2040' })
    await month.getByRole('link', { name: 'Regatta' }).waitFor()
    await month.getByText('24 Dec 2040, 18:00').waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    await page.goBack()
    // The clock of the computer may be wrong; that of the server decides.
    await page.clock.setSystemTime('2041-06-01T12:00:00Z')
    await page.reload()
    await row.getByText('Scheduled for 24 Dec 2040, 18:00').waitFor()
    const { domain } = (await api.get(`/v2/sites/${site.id}`)).json
    const host = createClient(api.server.sitesUrl)
    const headers = { Host: String(domain) }
    const visit = async () =>
      (await host.send({ method: 'GET', path: '/regatta.html', headers })).status
    expect(await visit()).to.equal(404)
    api.skip(Date.parse('2040-12-24T17:00:01Z') - Date.now())
    await api.server.application.timetable.look()
    await eventually(async () => expect(await visit()).to.equal(200))
    host.close()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
