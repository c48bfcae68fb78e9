/** The account: a new API key. */

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
