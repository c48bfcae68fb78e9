/** Two people who use one browser, one after the other. */

import { expect } from 'chai'
import type { Route } from 'playwright-core'
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

  it('do not save for each other when an answer comes only after the next has signed in', async () => {
    const { email } = await admin.api.person('eve', { password: PASSWORD, admin: true })
    const { id } = await site.create('Log of today', { body: 'Begun.' })
    const { page, context } = await site.edit(id)
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Not for Eve.')
    const held: Route[] = []
    const isSave = (url: URL) => url.pathname === `/v2/documents/${id}`
    await page.route(isSave, (route) => {
      if (route.request().method() === 'PUT') held.push(route)
      else void route.continue()
    })
    const saving = page.waitForRequest((request) => request.method() === 'PUT')
    await page.keyboard.press('Control+s')
    const request = await saving
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, email)
    await held[0]?.fulfill({ status: 401, json: { error: 'The session has ended.' } })
    await (await request.response())?.finished()
    // What the page does next, it does before it has these answers.
    for (let count = 0; count < 3; count += 1) await page.evaluate(() => fetch('/v2/session'))
    expect(held.length).to.equal(1)
    expect(await page.getByRole('dialog').count()).to.equal(0)
    expect((await admin.api.get(`/v2/documents/${id}`)).json['body']).to.equal('Begun.')
    await context.close()
  })

  it('find no text of each other when a save fails only after the next has signed in', async () => {
    const { email } = await admin.api.person('mia', { password: PASSWORD, admin: true })
    const { page, context } = await site.open('/c/posts/new')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill('Not for Mia')
    const held: Route[] = []
    const isCreation = (url: URL) => url.pathname.endsWith('/collections/posts/documents')
    await page.route(isCreation, (route) => {
      if (route.request().method() === 'POST') held.push(route)
      else void route.continue()
    })
    const saving = page.waitForRequest((request) => isCreation(new URL(request.url())))
    await page.keyboard.press('Control+s')
    await saving
    // With the attempt that is under way.
    await untilDrafts(page, (drafts) => /Not for Mia.*"begun":\{/.test(drafts))
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, email)
    await title.waitFor()
    await held[0]?.fulfill({ status: 500, json: { error: 'Something went wrong.' } })
    await held[0]?.request().response()
    for (let count = 0; count < 3; count += 1) await page.evaluate(() => fetch('/v2/session'))
    await page.reload()
    await title.waitFor()
    expect(await title.inputValue()).to.equal('')
    await context.clearCookies()
    await page.reload()
    await signIn(page, site.email)
    await page.getByText('Your unsaved text is back').waitFor()
    expect(await title.inputValue()).to.equal('Not for Mia')
    await context.close()
  })
})
