/** The account: a new API key, and access tokens. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('a new API key in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('is created and copied with the keyboard alone; a failure is reported in the window', async () => {
    const { page, complaints, context } = await admin.enter(site.email, '/account', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const create = page.getByRole('button', { name: 'Create new key' })
    const dialog = page.getByRole('alertdialog')
    await create.press('Enter')
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await page.route('**/users/me/rotate', (route) => route.fulfill({ status: 500, json: {} }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('Something went wrong on the server.').waitFor()
    await page.unroute('**/users/me/rotate')
    await dialog.getByRole('button', { name: 'Create new key' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await create.and(page.locator(':focus')).waitFor()
    await page.getByText('The secret is shown only this once.').waitFor()
    await page.getByRole('button', { name: 'Copy secret' }).press('Enter')
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await page.getByText(copied, { exact: true }).waitFor()
    expect(copied).to.match(/^[0-9a-f]{64}$/)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})

describeInBrowser('access tokens in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Lighthouse')

  it('are made, used, listed and revoked', async () => {
    const { page, complaints, context } = await admin.enter(site.email, '/account')
    await page.getByRole('button', { name: 'Create token' }).click()
    const window = page.getByRole('dialog')
    await window.getByLabel('Name').fill('Newsletter')
    await window.getByText('Write texts and files').click()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await window.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('The token is shown only this once.').waitFor()
    const token = await page.getByText(/^galley_/).textContent()
    const ask = (path: string) =>
      fetch(`${admin.url}${path}`, { headers: { Authorization: `Bearer ${String(token)}` } })
    expect((await ask('/v2/sites')).status).to.equal(200)
    expect((await ask('/v2/users')).status).to.equal(403)
    const line = page.getByRole('listitem').filter({ hasText: 'Newsletter' })
    await line.getByText('Read, Write texts and files').waitFor()
    await page.reload()
    await line.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await line.waitFor({ state: 'detached' })
    expect((await ask('/v2/sites')).status).to.equal(401)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('for an assistant come with the address and a configuration, and propose changes', async () => {
    const { page, complaints, context } = await admin.enter(site.email, '/account')
    await page.getByRole('button', { name: 'For an assistant' }).click()
    const window = page.getByRole('dialog')
    expect(await window.getByLabel('Name').inputValue()).to.equal('Assistant')
    for (const [label, isOn] of [
      ['Read', true],
      ['Write in change sets only', true],
      ['Write drafts and hidden texts', false],
      ['Write texts and files', false],
      ['Publish and sync', false],
    ] as const)
      expect(await window.getByLabel(label, { exact: true }).isChecked(), label).to.equal(isOn)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await window.getByRole('button', { name: 'Create token' }).click()
    await page.getByText(`${admin.url}/v2/mcp`, { exact: true }).waitFor()
    const text = await page.locator('code', { hasText: 'mcpServers' }).textContent()
    const { mcpServers } = Object(JSON.parse(String(text)))
    const { url, headers } = mcpServers.galley
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const sent = { ...headers, 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers: sent, body })
    const listed = await answer.text()
    expect(listed).to.include('"create_text"').and.not.include('"publish_site"')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.reload()
    await page.getByText('Read, Write in change sets only').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
