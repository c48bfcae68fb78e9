/** Two people who use one browser, one after the other. */

import { expect } from 'chai'
import { describeInBrowser, PASSWORD, PATIENCE_MS, signIn, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

describeInBrowser('two people at one browser', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('do not see or save what the other has typed, and each finds the own text again', async () => {
    const { email } = await admin.api.person('bob', { password: PASSWORD, admin: true })
    const { id } = await site.create('Log', { body: 'Begun.' })
    const { page, context } = await site.edit(id)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('Not for Bob.')
    await page.locator('.save-state', { hasText: /^Not saved$/ }).waitFor()
    await untilDrafts(page, (drafts) => drafts.includes('Not for Bob.'))
    await context.clearCookies()
    await page.keyboard.press('Control+s')

    const window = page.getByRole('dialog', { name: 'Your session has ended' })
    await window.getByLabel('E-mail').fill(email)
    await window.getByLabel('Password').fill(PASSWORD)
    await window.getByLabel('Password').press('Enter')
    await page.getByRole('button', { name: /^Account of .*bob/i }).waitFor()
    await text.waitFor()
    expect(await text.innerText()).to.equal('Begun.')
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('Begun.')

    await context.clearCookies()
    await page.reload()
    await signIn(page, site.email)
    await page.getByText('Your unsaved text is back').waitFor()
    expect(await text.innerText()).to.equal('Not for Bob.')
    await context.close()
  })
})
