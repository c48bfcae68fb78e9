/** The users of the server, forgotten passwords, and the second factor. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { codeAt, stepAt } from '../../../src/service/accounts/totp.js'
import { secretIn, startMailServer, type MailServer } from '../../servers/smtp.js'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from '../browser.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for a key, so many steps from now. */
function codeOf(key: string): string {
  const bits = Array.from(key, (one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  return codeAt(Buffer.from(bytes), stepAt(Date.now()))
}

const barriersOf = async (page: Page) => expect(await findBarriersInBoth(page)).to.deep.equal([])

async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Through the window that sets it up; returns the key and a recovery code. */
async function setUp(page: Page) {
  await page.getByLabel('Current password').last().fill(PASSWORD)
  await page.getByRole('button', { name: 'Set up' }).last().click()
  await page.getByRole('img', { name: 'QR code with the key' }).waitFor()
  await barriersOf(page)
  const key = await page.locator('.code-line code').innerText()
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The code is wrong, or was used before.').waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Keep these somewhere safe').waitFor()
  await barriersOf(page)
  const codes = await page.locator('.code-line code').innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  return { key, codes: codes.split('\n') }
}

describeInBrowser('users in the web admin, on a server without mail', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin({ secondFactor: 'admins' })

  it('set up the second factor that the server wants before anything else', async () => {
    const { email } = await admin.api.person('boss', { password: PASSWORD, admin: true })
    const { page, context, complaints } = await admin.visit('/users')
    await enterPassword(page, email)
    await page.getByText('This server wants a second factor').waitFor()
    await barriersOf(page)
    const { codes } = await setUp(page)
    expect(codes).to.have.length(10)
    await page.getByRole('heading', { name: 'Users' }).waitFor()

    // A link for somebody else.
    const person = await admin.api.person('lost', { password: PASSWORD })
    await page.getByLabel('Search users').fill('lost')
    await page.getByRole('button', { name: 'More: lost' }).click()
    await page.getByRole('menuitem', { name: 'Making sites' }).click()
    await page.getByRole('button', { name: 'Making sites' }).click()
    await page.getByRole('option', { name: 'No sites' }).click()
    await barriersOf(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('may own 0 sites').waitFor()
    await page.getByRole('button', { name: 'More: lost' }).click()
    await page.getByRole('menuitem', { name: 'Password link' }).click()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByRole('dialog').locator('code').innerText()
    await barriersOf(page)
    expect(complaints).to.deep.equal([])
    await context.close()
    const theirs = await admin.visit(link.replace(/^.*\/admin/, ''))
    await theirs.page.getByLabel('New password').fill('another long password')
    await barriersOf(theirs.page)
    await theirs.page.getByRole('button', { name: 'Set password' }).click()
    await theirs.page.getByText('Your password is set.').waitFor()
    await barriersOf(theirs.page)
    await theirs.page.getByRole('button', { name: 'Sign in' }).click()
    await enterPassword(theirs.page, person.email, 'another long password')
    await theirs.page.getByRole('heading', { name: 'No sites yet' }).waitFor()
    expect(await theirs.page.getByRole('button', { name: 'New site' }).count()).to.equal(0)
    await theirs.context.close()
  })

  it('enter a code at sign-in, turn it off, and have it taken off', async () => {
    const { email } = await admin.api.person('anna', { password: PASSWORD })
    const { page, context } = await admin.enter(email, '/account')
    await page.getByRole('button', { name: 'Set up' }).click()
    const { codes } = await setUp(page)
    await page.getByText('It is on. 10 recovery codes are left.').waitFor()
    await barriersOf(page)
    await context.close()

    const again = await admin.visit('/account')
    await enterPassword(again.page, email)
    await again.page.getByRole('textbox', { name: 'Code' }).waitFor()
    await barriersOf(again.page)
    await again.page.getByRole('textbox', { name: 'Code' }).fill('123')
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByText('The e-mail address, password or code is wrong.').waitFor()
    await again.page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
    await again.page.getByRole('button', { name: 'Sign in' }).click()
    await again.page.getByText('It is on. 9 recovery codes are left.').waitFor()
    await again.page.getByRole('button', { name: 'New recovery codes' }).click()
    const dialog = again.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codes[1] ?? '')
    await dialog.getByRole('button', { name: 'New recovery codes' }).click()
    await dialog.getByText('Keep these somewhere safe').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await again.page.getByText('It is on. 10 recovery codes are left.').waitFor()
    await again.context.close()
  })

  it('are told that no mail is sent', async () => {
    const { page, context } = await admin.visit('/')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('E-mail').fill('a@example.org')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('This server sends no mail. Ask an administrator').waitFor()
    await barriersOf(page)
    await context.close()
  })
})

describeInBrowser('users in the web admin, with mail', function () {
  this.timeout(4 * PATIENCE_MS)
  let mail: MailServer
  const settings: Record<string, string> = { mailFrom: 'galley@example.org' }
  before(async () => {
    mail = await startMailServer()
    settings['smtpUrl'] = mail.url
  })
  after(() => mail.close())
  const admin = useAdmin(settings)

  it('get links by mail, and administrators see what could not be sent', async () => {
    const { email } = await admin.api.person('boss', { password: PASSWORD, admin: true })
    const { page, context, complaints } = await admin.enter(email, '/')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Send me a test mail' }).click()
    await page.getByText(`The mail server has taken a mail to ${email}.`).waitFor()
    mail.refuseWith({ code: 550, text: 'No such person here' })
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await page.getByRole('dialog').getByLabel('E-mail').fill('nobody@example.org')
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    await page.getByText('The invitation is sent by mail.').waitFor()
    await barriersOf(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await admin.api.server.application.outbox.wake()
    await page.reload()
    await page.getByText('No such person here').waitFor()
    await barriersOf(page)
    await page.getByRole('button', { name: 'Withdraw: nobody@example.org' }).click()
    await page.getByText('nobody@example.org').waitFor({ state: 'detached' })
    mail.refuseWith(null)
    expect(complaints).to.deep.equal([])
    await context.close()

    const theirs = await admin.visit('/')
    await theirs.page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await theirs.page.getByLabel('E-mail').fill(email)
    await theirs.page.getByRole('button', { name: 'Send link' }).click()
    await theirs.page.getByText('If there is an account with this address').waitFor()
    await barriersOf(theirs.page)
    await admin.api.server.application.outbox.wake()
    const token = secretIn(mail.to(email).at(-1)?.text ?? '')
    await theirs.page.goto(`${admin.url}/admin/password#${token}`)
    await theirs.page.getByLabel('New password').waitFor()
    await theirs.context.close()
  })
})
