/** The audit log of a site and of the server. */

import { expect } from 'chai'
import {
  describeInBrowser,
  findBarriersInBoth,
  PASSWORD,
  PATIENCE_MS,
  useAdmin,
} from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('the audit log in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('says what was done, by whom, and what was refused, and can be narrowed', async () => {
    const { page, complaints, context } = await admin.enter(site.email, `/sites/${site.id}`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Lighthouse')
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await stored
    await page.getByRole('link', { name: 'Audit log' }).click()
    const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
    const saved = rows.filter({ hasText: 'updateSite' }).first()
    await saved.getByText('Done').waitFor()
    await saved.getByText(site.email).waitFor()
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await page.getByRole('button', { name: /Outcome/ }).click()
    await page.getByRole('option', { name: 'Refused' }).click()
    await page.getByText('Nothing was found').waitFor()
    await page.getByRole('button', { name: /Outcome/ }).click()
    await page.getByRole('option', { name: 'Done' }).click()
    await saved.waitFor()
    await page.getByLabel('Before').fill('2000-01-01')
    await page.getByText('Nothing was found').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows the whole server to its administrators, and to nobody else', async () => {
    const { page, complaints, context } = await admin.enter(site.email, '/account')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Audit log' }).click()
    const rows = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
    await rows.filter({ hasText: 'createSite' }).first().waitFor()
    await rows.filter({ hasText: 'signIn' }).first().waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
    const other = await admin.api.person('bob', { password: PASSWORD })
    const visit = await admin.enter(other.email, '/audit')
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await visit.page.getByRole('list', { name: 'Audit log' }).count()).to.equal(0)
    expect(visit.complaints).to.deep.equal([])
    await visit.context.close()
  })
})
