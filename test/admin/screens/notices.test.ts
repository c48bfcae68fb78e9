/** Webhooks in the settings, and the bell with its notifications. */

import { expect } from 'chai'
import { answerOk, openTarget, type HookTarget } from '../../api/hook-target.js'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('webhooks and notifications in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin({ allowAddresses: '127.0.0.1' })
  const site = useOneSite(admin, 'Harbour')
  let target: HookTarget

  before(async () => {
    target = await openTarget()
  })
  after(() => target.close())

  it('makes a webhook, shows its secret once, tests it, shows what was sent, and sends it again', async () => {
    const { page, complaints, context } = await site.open('/settings')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Search engine')
    await form.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/')
    await form.getByText('Publishes that are done').click()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await form.getByRole('button', { name: 'New webhook' }).click()
    await form
      .getByText(/may not go|may connect to/)
      .first()
      .waitFor()
    await form.getByRole('textbox', { name: 'Address' }).fill(target.url)
    await form.getByRole('button', { name: 'New webhook' }).click()
    await page.getByText(/^whsec_/).waitFor()
    const list = page.getByRole('list', { name: 'Webhooks' })
    await list.getByText('Search engine').waitFor()
    target.answer = (response) => response.writeHead(500).end('no luck')
    await page.getByRole('button', { name: 'Actions for “Search engine”' }).click()
    await page.getByRole('menuitem', { name: 'Send a test' }).click()
    const window = page.getByRole('dialog', { name: 'Sent to “Search engine”' })
    await window.getByText('answered 500').waitFor()
    target.answer = answerOk
    admin.api.skip(5000)
    admin.api.server.application.hooks.look()
    await window.getByText('Delivered').waitFor()
    await window.getByRole('button', { name: 'Test' }).click()
    await window.getByText('"type": "test"').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    const before = target.received.length
    const again = page.waitForResponse((answer) => answer.url().endsWith('/replay'))
    await window.getByRole('button', { name: 'Send again' }).click()
    expect((await again).status()).to.equal(202)
    await window.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Actions for “Search engine”' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await list.waitFor({ state: 'detached' })
    expect(target.received.length).to.be.at.least(before)
    expect(complaints.filter((line) => !line.includes('422'))).to.deep.equal([])
    await context.close()
  })

  it('counts at the bell what is new, at once, and goes there', async () => {
    const writer = await admin.api.person('walter', { password: PASSWORD })
    await admin.api.post(`/v2/sites/${site.id}/roles`, { user_id: writer.id, kind: 'writer' })
    const { page, complaints, context } = await admin.enter(writer.email, `/sites/${site.id}`)
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).waitFor()
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await admin.api.post(url, { title: 'Tides', body: 'x' }, writer)
    await admin.api.put(`/v2/documents/${String(made.json['id'])}`, { body: 'y' })
    await page.getByRole('button', { name: 'Notifications: 2 unread' }).click()
    const window = page.getByRole('dialog', { name: 'Notifications' })
    await window.getByText('Your role is now: Writer').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await window.getByRole('link', { name: 'Somebody else changed “Tides”' }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.getByRole('button', { name: 'Notifications: 1 unread' }).click()
    await window.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await window.getByRole('link', { name: 'Choose what you are told of' }).click()
    const choice = page.getByRole('switch', { name: 'Somebody else changed a text that you wrote' })
    await choice.waitFor()
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByText('Somebody else changed a text that you wrote').click()
    expect(await (await stored).json()).to.include({ text_changed: false })
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
