/** What is typed into the source while it is being saved. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { untilDrafts } from './drafts.js'

/** Holds back the next write of a source file. */
async function holdWrite(page: Page): Promise<{ begun: Promise<void>; go: () => void }> {
  const held: { begin?: () => void; go?: () => void } = {}
  const begun = new Promise<void>((resolve) => (held.begin = resolve))
  const free = new Promise<void>((resolve) => (held.go = resolve))
  await page.route('**/source/**', async (route) => {
    if (route.request().method() === 'PUT') {
      held.begin?.()
      await free
    }
    await route.continue()
  })
  return { begun, go: () => held.go?.() }
}

describeInBrowser('saving source in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')
  const read = async (name: string) =>
    (await admin.api.get(`/v2/sites/${site.id}/source/${name}?download`)).text

  it('keeps what is typed meanwhile, also if the tab is closed then', async () => {
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/notes.txt`, { data: 'a' })
    const { page, complaints, context } = await site.open('/source?path=notes.txt')
    const text = page.getByRole('textbox', { name: 'notes.txt' })
    await text.press('Control+End')
    await text.pressSequentially('b')
    const { begun, go } = await holdWrite(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await begun
    await text.press('Control+End')
    await text.pressSequentially('c')
    await untilDrafts(page, (drafts) => drafts.includes('"abc"'))
    go()
    await page.locator('.toasts').getByText('Saved', { exact: true }).waitFor()
    expect(await read('notes.txt')).to.equal('ab')
    await page.close()
    const again = await context.newPage()
    await again.goto(`${admin.url}/admin/sites/${site.id}/source?path=notes.txt`)
    await again.locator('.cm-line', { hasText: /^abc$/ }).click()
    await again.keyboard.press('Control+s')
    await again.getByText('Saved', { exact: true }).waitFor()
    expect(await read('notes.txt')).to.equal('abc')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('keeps what is typed meanwhile into the source of a document, and the cursor there', async () => {
    const { id } = await site.create('Fog', { path: '2026-01-02-fog.md', body: 'a' })
    const { page, complaints, context } = await site.edit(id)
    await page.locator('.cm-line', { hasText: /^a$/ }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Source of the file' }).click()
    const text = page.getByRole('textbox', { name: 'Source of the file' })
    await text.press('Control+End')
    await text.pressSequentially('b')
    const { begun, go } = await holdWrite(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await begun
    await text.press('Control+End')
    await text.pressSequentially('c')
    go()
    await page.locator('.toasts').getByText('Saved', { exact: true }).waitFor()
    await page.keyboard.type('d')
    await page.locator('.cm-line', { hasText: /bcd$/ }).waitFor()
    await text.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+s')
    await page.locator('button:disabled', { hasText: /^Save$/ }).waitFor()
    expect(await page.getByText('unsaved text is back').count()).to.equal(0)
    expect(await read('_posts/2026-01-02-fog.md')).to.match(/bcd\n?$/)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('says with what was saved that its front matter can’t be read', async () => {
    const name = '_posts/2026-01-03-mist.md'
    const data = '---\ntitle: Mist\n---\na'
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const { page, complaints, context } = await site.open(`/source?path=${name}`)
    const text = page.getByRole('textbox', { name })
    await text.press('Control+Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('tags: [a\n')
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved. The front matter can’t be read. Line \d: /).waitFor()
    expect(await read(name)).to.match(/^---\ntags: \[a\n\s*title: Mist\n---\na$/)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
