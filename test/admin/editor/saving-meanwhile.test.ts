/** Typing goes on while a save is under way, and others save as well. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

describeInBrowser('a save of the web admin, while one types on', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const bodyOf = async (id: string) => (await admin.api.get(`/v2/documents/${id}`)).json['body']

  /**
   * Keeps the first save waiting. To be called as soon as the page is open: what a page asks for in the moment in which
   * its requests begin to be held may still get through.
   *
   * @returns what saves, and resolves when the save is under way; and what lets it go
   */
  async function holdSave(page: Page) {
    const held: { go?: () => void } = {}
    const free = new Promise<void>((resolve) => (held.go = resolve))
    const pattern = '**/v2/documents/*'
    await page.route(pattern, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await free
      await page.unroute(pattern)
      return route.continue()
    })
    const save = async () => {
      const sent = page.waitForRequest((request) => request.method() === 'PUT')
      await page.keyboard.press('Control+s')
      await sent
    }
    return { save, go: () => held.go?.() }
  }

  for (const [what, theirs, after] of [
    [
      'keeps what others have saved in another paragraph',
      'one THEIRS\n\ntwo\n',
      'one THEIRS\n\ntwo mine more\n',
    ],
    ['overwrites nothing that others have saved in the same one', 'one\n\nTHEIRS two\n', null],
  ] as const) {
    it(what, async () => {
      const { id, sha } = await site.create('Fog', { body: 'one\n\ntwo\n' })
      const { page, complaints, context } = await site.edit(id)
      const { save, go } = await holdSave(page)
      const line = page.locator('.cm-line', { hasText: /^two$/ })
      const title = page.getByRole('textbox', { name: 'Title', exact: true })
      if (after === null) await title.fill('Haze')
      else {
        await line.click()
        await page.keyboard.press('End')
        await page.keyboard.type(' mine')
      }
      const put = await admin.api.put(`/v2/documents/${id}`, { body: theirs, sha })
      expect(put.status, put.text).to.equal(200)
      await save()
      await page.locator('.cm-line', { hasText: /^two/ }).click()
      await page.keyboard.press('End')
      await page.keyboard.type(' more')
      go()
      await page.locator('.toasts').getByText('Saved', { exact: true }).waitFor()
      await page.keyboard.press('Control+s')
      if (after === null) {
        await page.getByRole('dialog').waitFor()
        expect(await bodyOf(id)).to.equal(theirs)
      } else {
        await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
        expect(await bodyOf(id)).to.equal(after)
      }
      expect(complaints).to.deep.equal([])
      await context.close()
    })
  }

  it('saves again what a menu has changed meanwhile', async () => {
    const { id } = await site.create('Bay', { body: 'one\n' })
    const { page, complaints, context } = await site.edit(id)
    const { save, go } = await holdSave(page)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Bight')
    await save()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    go()
    await page.locator('.toasts').getByText('will be hidden').waitFor()
    const { json } = await admin.api.get(`/v2/documents/${id}`)
    expect([json['title'], json['visibility']]).to.deep.equal(['Bight', 'hidden'])
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('keeps what one types while the editor reads what others have saved', async () => {
    const { id, sha } = await site.create('Cove', { body: 'one\n\ntwo\n' })
    const { page, complaints, context } = await site.edit(id)
    await page.locator('.cm-line', { hasText: /^two$/ }).click()
    const held: { read?: () => void; go?: () => void } = {}
    const reading = new Promise<void>((resolve) => (held.read = resolve))
    const free = new Promise<void>((resolve) => (held.go = resolve))
    await page.route(`**/v2/documents/${id}`, async (route) => {
      held.read?.()
      await free
      return route.continue()
    })
    const put = admin.api.put(`/v2/documents/${id}`, { body: 'one THEIRS\n\ntwo\n', sha })
    await reading
    await page.keyboard.press('End')
    await page.keyboard.type(' mine')
    await page.locator('.save-state', { hasText: /^Not saved$/ }).waitFor()
    expect((await put).status).to.equal(200)
    held.go?.()
    await page.locator('.cm-line', { hasText: /^one THEIRS$/ }).waitFor()
    await page.locator('.cm-line', { hasText: /^two mine$/ }).waitFor()
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    expect(await bodyOf(id)).to.equal('one THEIRS\n\ntwo mine\n')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
