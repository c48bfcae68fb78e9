/** From a writer's text to the live site: handed over, approved, looked through, published. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from './browser.js'

const DAY = 86_400_000

describeInBrowser('review in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  const member = async (site: string, kind: 'publisher' | 'writer') => {
    const made = await admin.api.member(site, kind)
    await admin.api.put(`/v2/users/${made.id}`, { password: PASSWORD })
    return made
  }

  const publish = async (site: string) => {
    const { json } = await admin.api.post(`/v2/sites/${site}/publish`)
    await admin.api.get(`/v2/jobs/${String(json['job_id'])}`)
  }

  it('lets a publisher approve what a writer wrote, and shows what will change', async () => {
    const { id: site } = await admin.api.site({ title: 'Tides', empty: false })
    const writer = await member(site, 'writer')
    const publisher = await member(site, 'publisher')
    await publish(site)
    admin.api.skip(DAY / 24)
    const path = `/v2/sites/${site}/collections/posts/documents`
    // After the skip, the server's today may be the browser's tomorrow.
    const date = '2026-01-05 10:00:00 +0000'
    await admin.api.post(path, { title: 'From the writer', body: 'New.', date }, writer)

    const { page, complaints } = await admin.enter(publisher.email, `/sites/${site}`)
    await page.getByRole('link', { name: /^Review/ }).click()
    await page.getByRole('link', { name: 'From the writer' }).click()
    await page.getByText('is waiting for your approval').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('will be visible the next time you publish').waitFor()
    await page.getByText('Unpublished changes').waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const window = page.getByRole('dialog', { name: 'What will change' })
    await window.getByRole('listitem').filter({ hasText: 'From the writer' }).waitFor()
    expect(await window.getByRole('listitem').count()).to.equal(1)
    await window.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('The site is live.').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.goto(`${admin.url}/admin/sites/${site}/review`)
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    await page.getByRole('link', { name: 'Who writes here' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('shows the differences between a waiting text and the live version', async () => {
    const { id: site } = await admin.api.site({ title: 'Moles', empty: false })
    const writer = await member(site, 'writer')
    const publisher = await member(site, 'publisher')
    const path = `/v2/sites/${site}/collections/posts/documents`
    const body = 'Calm at noon.\n\nNothing else.\n'
    const post = await admin.api.post(path, { title: 'Weather', body, tags: ['sea'] }, writer)
    const url = `/v2/documents/${String(post.json['id'])}`
    const change = async (json: object, as?: typeof writer) => {
      const answer = await admin.api.put(url, json, as)
      expect(answer.status, answer.text).to.equal(200)
    }
    await change({ visibility: 'visible' }, publisher)
    await publish(site)
    await change({ visibility: 'hidden' }, publisher)
    await change({ body: body.replace('noon', 'dusk'), tags: ['sea', 'wind'] }, writer)
    const fresh = { title: 'Never live', body: 'A first word.' }
    await admin.api.post(path, fresh, writer)

    const { page, complaints } = await admin.enter(publisher.email, `/sites/${site}/review`)
    const look = async (title: string) => {
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
      await row.getByRole('button', { name: 'What changed' }).click()
      return page.getByRole('dialog', { name: `What changed in “${title}”` })
    }
    const window = await look('Weather')
    await window.getByText('What differs from the live version is marked.').waitFor()
    await window.locator('.diff del', { hasText: /^noon$/ }).waitFor()
    await window.locator('.diff ins', { hasText: /^dusk$/ }).waitFor()
    await window.locator('.diff-words ins', { hasText: 'wind' }).waitFor()
    expect(await window.locator('del, ins').filter({ hasText: 'Nothing else' }).count()).to.equal(0)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await window.getByRole('button', { name: 'Close' }).click()
    const other = await look('Never live')
    await other.getByText('A new document: nothing of it is live yet.').waitFor()
    await other.locator('.diff ins', { hasText: 'A first word.' }).waitFor()
    // Nothing was there that could have been taken away.
    expect(await other.locator('del').count()).to.equal(0)
    await other.getByRole('button', { name: 'Close' }).click()
    // Beside the text, too.
    await page.getByRole('link', { name: 'Weather' }).click()
    await page.getByRole('button', { name: 'What changed' }).click()
    await page.locator('.diff ins', { hasText: /^dusk$/ }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('tells a writer that the text waits for a publisher', async () => {
    const { id: site } = await admin.api.site({ title: 'Quays' })
    const writer = await member(site, 'writer')
    const path = `/v2/sites/${site}/collections/posts/documents`
    const post = await admin.api.post(path, { title: 'Mine', body: 'New.' }, writer)
    const place = `/sites/${site}/documents/${String(post.json['id'])}`
    const { page, complaints } = await admin.enter(writer.email, place)
    await page.getByText('This document is under “Review” now').waitFor()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('More.')
    await page.getByText('This document is under “Review” now').waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })

  it('announces to screen readers that publishing failed, and why', async () => {
    const { id: site } = await admin.api.site({ title: 'Reefs' })
    const publisher = await member(site, 'publisher')
    const page1 = { title: 'Broken', path: 'broken.html', body: '{% nothing %}' }
    await admin.api.post(`/v2/sites/${site}/pages`, page1)
    const { page, complaints } = await admin.enter(publisher.email, `/sites/${site}`)
    await page.getByRole('status').filter({ hasText: 'Not published yet' }).waitFor()
    await publish(site)
    const heard = page.getByRole('status').filter({ hasText: 'Publishing failed' })
    await heard.filter({ hasText: 'broken.html' }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('tells a writer that the site was published, without claiming that everything is live', async () => {
    const { id: site } = await admin.api.site({ title: 'Ferries', empty: false })
    const writer = await member(site, 'writer')
    await publish(site)
    admin.api.skip(DAY / 24)
    await admin.api.post(`/v2/sites/${site}/pages`, { title: 'Not published' })

    const { page, complaints } = await admin.enter(writer.email, `/sites/${site}`)
    const state = page.getByRole('status').filter({ hasText: 'Published' })
    await state.waitFor()
    expect(await state.textContent()).not.to.include('Live')
    expect(complaints).to.deep.equal([])
  })

  it('offers a writer no screen that the server would refuse, whatever the URL', async () => {
    const { id: site } = await admin.api.site({ title: 'Locks' })
    const writer = await member(site, 'writer')
    const { page, complaints } = await admin.enter(writer.email, `/sites/${site}/settings`)
    for (const place of ['settings', 'source', 'releases', 'review']) {
      await page.goto(`${admin.url}/admin/sites/${site}/${place}`)
      await page.getByRole('heading', { level: 1, name: 'You don’t have access' }).waitFor()
      expect(await page.getByText('You don’t have access').count(), place).to.equal(1)
    }
    await page.getByRole('link', { name: 'Locks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    expect(complaints).to.deep.equal([])
  })
})
