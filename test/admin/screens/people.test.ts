/** People of a site. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriersInBoth,
  PATIENCE_MS,
  signIn,
  useAdmin,
  PASSWORD,
} from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('people in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('get a new account, whose password the administrator passes on', async () => {
    const { page, complaints, context } = await site.open('/people')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add person' }).press('Enter')
    await dialog.getByLabel('E-mail').fill('ole@example.org')
    await page.keyboard.press('Enter')
    const password = dialog.getByLabel('Initial password')
    await password.and(page.locator(':focus')).waitFor()
    const told = `No e-mail is sent: tell the person the password and this address: ${admin.url}/admin/`
    await dialog.getByText(told).waitFor()
    const described = () =>
      password.evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.querySelector(`#${CSS.escape(id)}`)?.textContent)
          .join(' '),
      )
    expect(await described()).to.contain(told)
    await password.fill('short')
    await password.press('Enter')
    await dialog
      .getByRole('alert')
      .getByText('This is too short: at least 10 characters.')
      .waitFor()
    expect(await described()).to.contain('This is too short')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await password.fill(PASSWORD)
    await password.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('ole@example.org').first().waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
    const theirs = await admin.visit('/')
    await signIn(theirs.page, 'ole@example.org')
    await theirs.page.getByText('Harbour').first().waitFor()
    await theirs.context.close()
  })
})
