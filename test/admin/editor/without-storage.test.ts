/** A browser that stores nothing, because it is private or told so: all works, and unsaved text goes with the page. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, signIn, useAdmin, type Visit } from '../browser.js'
import { useOneSite } from '../one-site.js'

type Way = 'is missing' | 'is forbidden'

/** For the page, before its own scripts. */
const takeStorage = (way: Way) => `
  for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get() {
        if (${way === 'is forbidden'}) throw new DOMException('It is insecure.', 'SecurityError')
      },
    })
  }
  Object.defineProperty(navigator, 'locks', { value: { request: () => Promise.reject(new Error()) } })
`

describeInBrowser('a browser without storage in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const NOTICE = 'This browser doesn’t keep unsaved text.'
  const noticeOf = (page: Page) => page.locator('.editor-notices').getByText(NOTICE)
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
  const untilSaved = (page: Page) => page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()

  const enter = async (way: Way, path: string): Promise<Visit> => {
    const visit = await admin.visit()
    await visit.context.addInitScript({ content: takeStorage(way) })
    await visit.page.goto(`${admin.url}/admin/sites/${site.id}${path}`)
    await signIn(visit.page, site.email)
    return visit
  }

  for (const way of ['is missing', 'is forbidden'] as const) {
    it(`writes, saves and merges where it ${way}, and says that unsaved text goes`, async () => {
      const { id, sha } = await site.create(`It ${way}`, { body: 'One.\n\nTwo.\n' })
      const { page, complaints, context } = await enter(way, `/documents/${id}`)
      await textOf(page).fill('One of mine.\n\nTwo.')
      await noticeOf(page).waitFor()
      await admin.api.put(`/v2/documents/${id}`, { body: 'One of theirs.\n\nTwo.\n', sha })
      await save(page)
      const window = page.getByRole('dialog', { name: 'You both made changes' })
      await window.getByRole('button', { name: 'Keep both' }).click()
      await window.getByRole('button', { name: 'Save this version' }).click()
      await untilSaved(page)
      const { json } = await admin.api.get(`/v2/documents/${id}`)
      expect(json['body']).to.include('One of mine.')
      expect(await page.getByText(NOTICE).count()).to.equal(1)
      expect(complaints).to.deep.equal([])
      await context.close()
    })
  }

  it('has unsaved text while the page is open, and asks before it is closed', async () => {
    const { page, complaints, context } = await enter('is forbidden', '/c/posts/new')
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Held')
    await textOf(page).fill('Not saved yet.')
    await page.getByText(NOTICE).waitFor()
    await page.getByRole('link', { name: 'Pages' }).click()
    await page.getByRole('heading', { name: 'Pages' }).waitFor()
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.close({ runBeforeUnload: true })
    await page.getByRole('link', { name: 'Posts' }).click()
    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByText('Your unsaved text is back').waitFor()
    expect(asked).to.deep.equal(['beforeunload'])
    await save(page)
    await untilSaved(page)
    await page.waitForURL(/\/documents\/\w+$/)
    await page.reload()
    await textOf(page).getByText('Not saved yet.').waitFor()
    expect(asked).to.deep.equal(['beforeunload'])
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
