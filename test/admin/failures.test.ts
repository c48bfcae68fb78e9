/** Whatever fails says what happened, what is safe and what to do; and nothing that was typed is lost. */

import { expect } from 'chai'
import { describeInBrowser, findBarriers, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

interface Failure {
  readonly name: string
  /** 0: there is no answer. */
  readonly status: number
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly says: string
}

const FAILURES: readonly Failure[] = [
  { name: 'no network', status: 0, says: 'The server can’t be reached.' },
  { name: '403', status: 403, says: 'Your role doesn’t allow this. Nothing was changed.' },
  { name: '412', status: 412, says: 'Somebody else has changed this meanwhile' },
  {
    name: '413',
    status: 413,
    body: { most_bytes: 2_000_000 },
    says: 'Too large: the limit is 2 MB. Nothing was changed.',
  },
  {
    name: '429',
    status: 429,
    // Longer than the page waits by itself.
    headers: { 'Retry-After': '31' },
    says: 'so this one was refused. Try again in 31 seconds.',
  },
  {
    name: '500',
    status: 500,
    says: 'Something went wrong on the server. What you entered is kept',
  },
  { name: '503', status: 503, says: 'The server is starting or stopping.' },
  {
    name: 'a site at its limit',
    status: 507,
    body: { most_bytes: 2_000_000_000 },
    says: 'This site may take 2 GB on the server’s disk, and this does not fit. Nothing was changed',
  },
  { name: 'a full disk', status: 507, says: 'The server’s disk is full. Nothing was changed' },
]

describeInBrowser('failures in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Tides')

  const create = async (title: string) => (await site.create(title, { body: 'Begun.' })).id

  it('report that a text cannot be saved, and keep it until it can', async () => {
    const id = await create('Ebb')
    const url = `**/v2/documents/${id}`
    const { page, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('All that I wrote.')
    for (const { name, status, body, headers, says } of FAILURES) {
      await page.route(url, async (route) => {
        if (route.request().method() !== 'PUT') return route.continue()
        if (status === 0) return route.abort()
        const json = { error: 'any', message: 'Said by the server.', ...body }
        return route.fulfill({ status, json, ...(headers && { headers }) })
      })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const notice = page.locator('.editor-notices [role=alert]').filter({ hasText: says })
      await notice.filter({ hasText: 'Your text is kept in this browser.' }).waitFor()
      expect(await text.innerText(), name).to.equal('All that I wrote.')
      await page.unroute(url)
    }
    expect(await findBarriers(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('All that I wrote.')
    await context.close()
  })

  it('lose no character while the network is down, even if the page is reloaded', async () => {
    const id = await create('Flow')
    const { page, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.waitFor()
    await context.setOffline(true)
    await text.fill('Written at sea.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const notices = page.locator('.editor-notices')
    await notices.getByText('The server can’t be reached.').waitFor()
    await context.setOffline(false)
    await page.reload()
    await page.locator('.cm-line', { hasText: 'Written at sea.' }).waitFor()
    await page.getByText('Your unsaved text is back').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('Written at sea.')
    await context.close()
  })

  it('show how long the server delays a save, which then happens automatically', async () => {
    const id = await create('Slack')
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Put off.')
    const asked = { count: 0 }
    await page.route(`**/v2/documents/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      asked.count += 1
      if (asked.count > 1) return route.continue()
      const json = { error: 'rate_limited', message: 'Too many.' }
      return route.fulfill({ status: 429, json, headers: { 'Retry-After': '3' } })
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const waits = page.getByText(/Too many requests at once\. It continues at \d/)
    await waits.waitFor()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await waits.waitFor({ state: 'detached' })
    expect(asked.count).to.equal(2)
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('Put off.')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('lose no character while the server restarts, and saving continues', async () => {
    const id = await create('Springs')
    const { page, complaints, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await text.press('Control+End')
    await text.pressSequentially(' Before it stops,')
    await admin.stopServer()
    await text.pressSequentially(' while it is away,')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const notices = page.locator('.editor-notices')
    await notices.getByText('The server can’t be reached.').waitFor()
    await text.click()
    await text.press('Control+End')
    await text.pressSequentially(' and after that.')
    await admin.startServer()
    const wanted = 'Begun. Before it stops, while it is away, and after that.'
    expect(await text.innerText()).to.equal(wanted)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    await notices.getByText('The server can’t be reached.').waitFor({ state: 'detached' })
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal(wanted)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('in names show markup as text, and control characters as a symbol', async () => {
    const title = '<b>photo</b>\u202Egpj.exe'
    await site.create(title, { body: 'Text.', path: '2026-01-02-named.md' })
    const { page, complaints, context } = await site.open()
    const shown = '<b>photo</b>\uFFFDgpj.exe'
    await page.getByRole('link', { name: shown }).waitFor()
    expect(await page.getByRole('main').innerText()).not.to.include('\u202E')
    await page.getByRole('link', { name: shown }).click()
    const field = page.getByRole('textbox', { name: 'Title', exact: true })
    await field.waitFor()
    // What is edited is what is there.
    expect(await field.inputValue()).to.equal(title)
    expect(await page.title()).to.equal(`${shown} · Galley`)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
