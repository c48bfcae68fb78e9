/** Passkeys in the account and at sign-in, with an authenticator of the browser. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  signIn,
  useAdmin,
} from '../browser.js'

describeInBrowser('passkeys in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()

  it('are added, used to sign in, and removed', async () => {
    const { email } = await admin.api.person('anna', { password: PASSWORD })
    const { page, context, complaints } = await admin.visit('/')
    const client = await context.newCDPSession(page)
    await client.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal' } as const
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', { options })
    // For a number there are no passkeys.
    await page.goto(`${admin.url.replace('127.0.0.1', 'localhost')}/admin/account`)
    await signIn(page, email)

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Phone')
    await dialog.getByLabel('Current password').fill('not the password')
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.locator('.input[aria-invalid="true"]').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByText('Keep these somewhere safe').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('It is on. 10 recovery codes are left.').waitFor()
    const line = page.getByRole('listitem').filter({ hasText: 'Phone' })
    await line.getByText('not used yet').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])

    // A device holds one of a person.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByLabel('Name').fill('Again')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Add a passkey' }).click()
    await dialog.getByText('This device has a passkey of yours already.').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await line.getByText(/· used /).waitFor()

    const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).to.have.length(1)
    await line.getByRole('button', { name: 'Remove: Phone' }).click()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByText('It is on.').waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
