/** People of a site. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriersInBoth,
  PATIENCE_MS,
  useAdmin,
  PASSWORD,
} from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('people in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('are invited by a link, which the administrator passes on, and become users', async () => {
    const { page, complaints, context } = await site.open('/people')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Add person' }).press('Enter')
    await dialog.getByLabel('E-mail').fill('ole@example.org')
    await page.keyboard.press('Enter')
    await dialog.getByText('Nobody has an account with this address yet').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('No mail is sent. Pass this link on').waitFor()
    const link = await dialog.locator('code').innerText()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('ole@example.org').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('button', { name: 'Send again: ole@example.org' }).click()
    await page.getByText('No mail is sent. Pass this link on').waitFor()
    const again = await page.locator('.code-line code').innerText()
    expect(complaints).to.deep.equal([])

    const old = await admin.visit(link.replace(/^.*\/admin/, ''))
    await old.page.getByText('The link is no longer valid').waitFor()
    expect(await findBarriersInBoth(old.page)).to.deep.equal([])
    await old.context.close()
    const theirs = await admin.visit(again.replace(/^.*\/admin/, ''))
    await theirs.page.getByText('invites you to').waitFor()
    expect(await findBarriersInBoth(theirs.page)).to.deep.equal([])
    await theirs.page.getByLabel('First name').fill('Ole')
    await theirs.page.getByLabel('Password').fill('short')
    await theirs.page.getByRole('button', { name: 'Accept' }).click()
    await theirs.page.getByText('This is too short: at least 10 characters.').first().waitFor()
    await theirs.page.getByLabel('Password').fill(PASSWORD)
    await theirs.page.getByRole('button', { name: 'Accept' }).click()
    await theirs.page.getByText('Harbour').first().waitFor()
    expect(theirs.page.url()).not.to.include('#')
    expect(theirs.complaints).to.deep.equal([])
    await theirs.context.close()
    await page.reload()
    await page.getByText('Ole', { exact: true }).waitFor()
    await context.close()
  })

  it('who have an account accept an invitation with it', async () => {
    const { email } = await admin.api.person('known', { password: PASSWORD })
    const invited = { email: 'later@example.org' }
    const sent = await admin.api.post('/v2/invitations', invited)
    await admin.api.post('/v2/users', { ...invited, password: PASSWORD })
    const path = String(sent.json['link']).replace(/^.*\/admin/, '')
    const { page, context } = await admin.enter(email)
    await page.goto(`${admin.url}/admin${path}`)
    await page.getByText('You are signed in with another account.').waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect((await admin.api.get('/v2/invitations')).text).not.to.include(invited.email)
    await context.close()
  })

  it('of whom one owns the site give it to another of its admins', async () => {
    const owner = await admin.api.person('owner', { password: PASSWORD, admin: true })
    const made = await admin.api.post('/v2/sites', { title: 'Pier', domain: 'pier.test' }, owner)
    const id = String(made.json['id'])
    const { page, complaints, context } = await admin.enter(owner.email, `/sites/${id}/people`)
    const give = page.getByRole('button', { name: 'Give to another admin' })
    const dialog = page.getByRole('dialog')
    await give.press('Enter')
    await dialog.getByText('Make somebody else an admin first.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
    const heir = await admin.api.member(id, 'admin', 'heir')
    const publisher = await admin.api.member(id, 'publisher', 'publisher')
    await page.reload()
    await give.press('Enter')
    await dialog.getByRole('button', { name: 'New owner' }).press('Enter')
    expect(await page.getByRole('option').allTextContents()).to.deep.equal(['heir'])
    await page.getByRole('option', { name: 'heir' }).press('Enter')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const isWithin = () => document.documentElement.scrollWidth <= innerWidth
      expect(await page.evaluate(isWithin), `at ${width}`).to.equal(true)
    }
    await dialog.getByRole('button', { name: 'Give to another admin' }).press('Enter')
    await page.getByText('heir owns the site now.').waitFor()
    expect((await admin.api.get(`/v2/sites/${id}`)).json['user_id']).to.equal(heir.id)
    expect(complaints).to.deep.equal([])
    await context.close()

    // Others are not offered it.
    await admin.api.put(`/v2/users/${publisher.id}`, { password: PASSWORD })
    const theirs = await admin.enter(publisher.email, `/sites/${id}/people`)
    await theirs.page.getByText('heir', { exact: true }).first().waitFor()
    expect(
      await theirs.page.getByRole('button', { name: 'Give to another admin' }).count(),
    ).to.equal(0)
    await theirs.context.close()
  })
})
