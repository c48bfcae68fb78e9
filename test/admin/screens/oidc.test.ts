/** Signing in with a real OpenID Connect provider, which is another site to the browser, and linking an account to it. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { withAccounts } from '../../../src/cli/accounts.js'
import { startOidcProvider, type OidcProvider } from '../../servers/oidc.js'
import { secretIn } from '../../servers/smtp.js'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from '../browser.js'

const barriersOf = async (page: Page) => expect(await findBarriersInBoth(page)).to.deep.equal([])

/** On the page of the provider. */
async function signInThere(page: Page, subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

/** The admin of a server with a provider, which is started before it. */
function useBoth(more: Readonly<Record<string, string>> = {}) {
  const settings: Record<string, string> = { ...more }
  const both: { idp?: OidcProvider } = {}
  before('start the provider', async () => {
    both.idp = await startOidcProvider('localhost')
    Object.assign(settings, both.idp.settings)
  })
  const admin = useAdmin(settings)
  before('let the provider know of the server', () => both.idp?.serve(admin.url))
  after('stop the provider', () => both.idp?.close())
  const knows = (subject: string, claims: object) => {
    both.idp?.people.set(subject, { email_verified: true, ...claims })
    return subject
  }
  return { admin, knows }
}

const BUTTON = { name: 'Sign in with Example Login' }

describeInBrowser('sign-in with OpenID Connect in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const { admin, knows } = useBoth()

  const isSignedIn = (page: Page) => page.getByRole('button', { name: /^Account of/ }).waitFor()

  it('leads to the provider, and back to where the user was', async () => {
    const { email } = await admin.api.person('ada', { admin: true })
    const { page, context, complaints } = await admin.visit('/users?q=ada')
    await page.getByRole('button', BUTTON).waitFor()
    await barriersOf(page)
    await page.getByRole('button', BUTTON).click()
    await signInThere(page, knows('ada', { email }))
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    expect(page.url()).to.equal(`${admin.url}/admin/users?q=ada`)
    await page.reload()
    await isSignedIn(page)
    // Whoever goes back comes to no used answer.
    await page.goto(`${admin.url}/admin/signed-in?code=x&state=y`)
    await page.getByText('The answer of Example Login is not valid here').waitFor()
    await barriersOf(page)
    expect(page.url()).to.equal(`${admin.url}/admin/signed-in`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await isSignedIn(page)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('says in German why somebody is not let in', async () => {
    const subject = knows('stranger', { email: 'stranger@example.org' })
    const { page, context } = await admin.visit('/', { locale: 'de-DE' })
    await page.getByRole('button', { name: 'Mit Example Login anmelden' }).click()
    await signInThere(page, subject)
    await page.getByText('Hier hat niemand die Adresse stranger@example.org.').waitFor()
    await context.close()
  })

  it('takes an invitation instead of a new password', async () => {
    const email = 'grace@example.org'
    const invited = await admin.api.post('/v2/invitations', { email })
    const token = secretIn(String(invited.json['link']))
    const { page, context } = await admin.visit(`/invitation#${token}`)
    await page.getByRole('button', { name: 'Accept' }).waitFor()
    await barriersOf(page)
    await page.getByRole('button', BUTTON).click()
    await signInThere(page, knows('grace', { email, given_name: 'Grace' }))
    await page.getByRole('button', { name: 'Account of Grace' }).waitFor()
    await page.goto(`${admin.url}/admin/account`)
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await page.getByText('You have no password, so there would be no way left').waitFor()
    await context.close()
  })

  it('is linked and unlinked in the account', async () => {
    const { email } = await admin.api.person('linker', { password: PASSWORD })
    const { page, context, complaints } = await admin.enter(email, '/account')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    const password = page.getByRole('dialog').getByLabel('Current password')
    await password.fill('not the password')
    await page.getByRole('button', { name: 'Go on to Example Login' }).click()
    await password.and(page.locator('[aria-invalid=true]')).waitFor()
    await password.fill(PASSWORD)
    await barriersOf(page)
    await page.getByRole('button', { name: 'Go on to Example Login' }).click()
    await signInThere(page, knows('linker', { email: 'elsewhere@example.org' }))
    await page.getByText(/^Linked since /).waitFor()
    expect(page.url()).to.equal(`${admin.url}/admin/account`)
    await barriersOf(page)
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('button', { name: 'Link', exact: true }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('goes on in a new tab when a session has ended, and what was typed stays', async () => {
    const { id, email } = await admin.api.person('writer', { password: PASSWORD })
    const { page, context } = await admin.enter(email, '/account')
    const name = page.getByLabel('First name')
    await name.fill('Typed before')
    await withAccounts(admin.api.config, ({ records }) => records.sessions.deleteOthers(id, null))
    await page.getByRole('button', { name: 'Save' }).first().click()
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Sign in with Example Login in a new tab' }).click()
    const tab = await opened
    await tab.getByRole('button', BUTTON).click()
    await signInThere(tab, knows('writer', { email }))
    await isSignedIn(tab)
    await tab.close()
    await page.bringToFront()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByText('Saved').waitFor()
    expect(await name.inputValue()).to.equal('Typed before')
    await context.close()
  })
})

describeInBrowser('sign-in with OpenID Connect alone', function () {
  this.timeout(4 * PATIENCE_MS)
  const { admin, knows } = useBoth({ oidcOnly: 'true', oidcUnknown: 'create' })

  it('asks for no password', async () => {
    const { page, context } = await admin.visit('/account')
    await page.getByRole('button', BUTTON).waitFor()
    expect(await page.locator('input').count()).to.equal(0)
    await barriersOf(page)
    await page.getByRole('button', BUTTON).click()
    await signInThere(page, knows('new', { email: 'new@example.org', name: 'Somebody New' }))
    await page.getByText(/^Linked since /).waitFor()
    expect(await page.getByRole('heading', { name: 'Password' }).count()).to.equal(0)
    expect(await page.getByRole('button', { name: 'Unlink' }).count()).to.equal(0)
    await context.close()
  })
})
