/** The screens say how the domains of sites stand. */

import { describeInBrowser, PASSWORD, signIn, useAdmin } from '../browser.js'
import { findTestNames } from '../../servers/pebble.js'

describeInBrowser('domains on the screens', function () {
  const admin = useAdmin()
  let forgetNames: () => void

  before(() => void (forgetNames = findTestNames({ 'elsewhere.test': '127.0.0.2' })))
  after(() => forgetNames())

  it('are looked at, and say what to do', async () => {
    const person = await admin.api.person('ada', { password: PASSWORD, admin: true })
    await admin.api.site({ title: 'Quay', domain: 'blog.test' })
    const { id } = await admin.api.site({ title: 'Pier', domain: 'elsewhere.test' })
    await admin.api.site({ title: 'Own', domain: 'own.localhost' })
    const { page } = await admin.visit('/')
    await signIn(page, person.email)
    const tile = (title: string) => page.locator('.tile', { hasText: title })
    await tile('Quay').getByText('The domain leads here, without HTTPS').waitFor()
    const missing = 'The domain does not lead to this server yet: let its DNS lead to 127.0.0.1.'
    await tile('Pier').getByText(missing).waitFor()
    await page.goto(`${admin.api.server.url}/admin/sites/${id}/settings`)
    await page.locator('.notice.bad', { hasText: missing }).waitFor()
  })
})
