/** Links that show a preview to people without an account. */

import { expect } from 'chai'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('sharing a preview', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('makes a link to a draft that others open without an account, until it is revoked', async () => {
    const { id } = await site.create('Tides', { body: 'Low water at noon.', draft: true })
    const { page, complaints, context } = await site.edit(id)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Share the preview' }).click()
    const window = page.getByRole('dialog', { name: 'Share the preview' })
    await window.getByRole('button', { name: 'Create link' }).click()
    await window.getByText('The link is shown only this once.').waitFor()
    const link = (await window.locator('.code-line code').textContent()) ?? ''
    expect(await findBarriersInBoth(page)).to.deep.equal([])

    const reader = await admin.visit()
    await reader.page.goto(link)
    await reader.page.getByText('Low water at noon.').waitFor()
    expect(reader.page.url()).to.match(/tides/).and.not.include('share=')
    await reader.page.goto(new URL('/about/', reader.page.url()).href)
    await reader.page.getByText('Nothing is shared here').waitFor()

    const line = window.getByRole('listitem').filter({ hasText: 'Tides' })
    await line.getByRole('button', { name: /Revoke/ }).click()
    const asking = page.getByRole('alertdialog')
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await asking.getByRole('button', { name: 'Revoke' }).click()
    await line.waitFor({ state: 'detached' })
    await reader.page.goto(link)
    await reader.page.getByRole('heading', { name: 'This link has ended' }).waitFor()
    expect(await findBarriersInBoth(reader.page)).to.deep.equal([])
    await reader.context.close()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('makes a link to the whole site from the bar, and says when it was opened', async () => {
    const put = (name: string, data: string) =>
      admin.api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    await put('index.html', '---\n---\n<a href="/about/">About</a>\n')
    await put('about/index.html', '---\n---\nA harbour.\n')
    const { page, complaints, context } = await site.open()
    await page.getByRole('button', { name: 'Share the preview' }).click()
    const window = page.getByRole('dialog', { name: 'Share the preview' })
    await window.getByRole('button', { name: 'Create link' }).click()
    const link = (await window.locator('.code-line code').textContent()) ?? ''
    await window.getByText('not opened yet').waitFor()
    const reader = await admin.visit()
    await reader.page.goto(link)
    await reader.page.getByRole('link', { name: 'About' }).click()
    await reader.page.getByText('A harbour.').waitFor()
    await reader.context.close()
    await window.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Share the preview' }).click()
    await window.getByText(/last opened/).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
