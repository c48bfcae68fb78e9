/** The preview beside the text: its frame says once that it is there, and that must be heard whenever it comes. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../stories/git-client.js'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const FRAME = 'iframe[title="Page preview"]'

/**
 * Keeps React from going on (it does by messages to itself) from when the frame is in the page until the frame has
 * said its message: the order that a slow machine may have. Tells in `window.heard` that it was so.
 */
const frameFirst = (selector: string): void => {
  const post = Reflect.get(MessagePort.prototype, 'postMessage') as (
    this: MessagePort,
    message: unknown,
  ) => void
  const held: (readonly [MessagePort, unknown])[] = []
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown) {
    const isHeard = Reflect.get(window, 'heard') === true
    if (isHeard || document.querySelector(selector) === null) post.call(this, message)
    else held.push([this, message])
  }
  addEventListener('message', ({ source }) => {
    const frame = document.querySelector<HTMLIFrameElement>(selector)
    if (frame === null || source !== frame.contentWindow) return
    Reflect.set(window, 'heard', true)
    // After all who hear this message.
    setTimeout(() => {
      for (const [port, message] of held.splice(0)) post.call(port, message)
    })
  })
}

interface PreviewedSite {
  readonly jobs: { readonly preview: { readonly last_at: string | null } }
}

const wasHeard = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'heard'))

describeInBrowser('the preview beside a text', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Tides')
  /** Nobody has seen a preview of it yet. */
  const first = useOneSite(admin, 'Quay')

  it('is shown even if its frame is loaded before React continues', async () => {
    const { id } = await site.create('Ebb', { body: 'The water goes.' })
    const { page, context, complaints } = await site.edit(id)
    await context.addInitScript(frameFirst, FRAME)
    await page.reload()
    await page.frameLocator(FRAME).getByText('The water goes.').waitFor()
    expect(await wasHeard(page)).to.equal(true)
    expect(complaints).to.deep.equal([])
  })

  it('shows a picture that was just put into the text', async () => {
    const { id } = await site.create('Mole', { body: 'From afar.' })
    const { page, context, complaints } = await site.edit(id)
    await page.frameLocator(FRAME).getByText('From afar.').waitFor()
    await page.getByRole('button', { name: 'Picture or file' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    await (await choosing).setFiles({ name: 'mole.png', mimeType: 'image/png', buffer: PNG })
    const picture = page.frameLocator(FRAME).locator('img[src*="mole"]')
    await eventually(async () => {
      const width = await picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)
      expect(width).to.equal(1)
    })
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('saves the text by Ctrl+S, also where the focus is in the page', async () => {
    const { id } = await site.create('Spring', { body: 'High.' })
    const { page, context, complaints } = await site.edit(id)
    await page.frameLocator(FRAME).getByText('High.').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Neap')
    await page.frameLocator(FRAME).getByText('High.').click()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await eventually(async () => {
      expect((await admin.api.get(`/v2/documents/${id}`)).json['title']).to.equal('Neap')
    })
    await page.getByRole('textbox', { name: 'Title' }).fill('Ebb')
    // A script of the site says so, while the focus is elsewhere.
    const heard = page.evaluate(() =>
      new Promise((done) => addEventListener('message', done, { once: true })).then(() => 1),
    )
    await page
      .frameLocator(FRAME)
      .getByText('High.')
      .evaluate(() => {
        parent.postMessage({ save: true }, '*')
      })
    await heard
    expect(await page.locator('.save-state').getAttribute('data-state')).to.equal('dirty')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('opens as a whole page from the top bar, at the page of the text', async () => {
    const { id } = await site.create('Slack', { body: 'No stream.' })
    const { page, context, complaints } = await site.open('/c/posts')
    // The text comes after the preview.
    const gate: { open?: () => void } = {}
    const isOpen = new Promise<void>((resolve) => (gate.open = resolve))
    await page.route(`**/v2/documents/${id}`, async (route) => {
      await isOpen
      await route.continue()
    })
    await page.getByRole('link', { name: 'Slack' }).click()
    const popup = page.waitForEvent('popup')
    const lastPreview = (json: unknown) => (json as PreviewedSite).jobs.preview.last_at
    const before = lastPreview((await admin.api.get(`/v2/sites/${site.id}`)).json)
    const isMade = page.waitForResponse(
      async (answer) =>
        answer.url().endsWith(`/v2/sites/${site.id}`) &&
        lastPreview(await answer.json()) !== before,
    )
    await page.getByRole('banner').getByRole('button', { name: 'Preview', exact: true }).click()
    const tab = await popup
    await isMade
    gate.open?.()
    await tab.waitForURL(/slack\.html$/)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is said to be prepared, not which files are read for it', async () => {
    const { id } = await first.create('Flow', { body: 'The water comes.' })
    const { page, context } = await admin.enter(first.email, '/sites')
    const gate: { open?: () => void } = {}
    const isOpen = new Promise<void>((resolve) => (gate.open = resolve))
    await page.route('**/v2/jobs/*', async (route) => {
      await isOpen
      await route.continue()
    })
    await page.goto(`${admin.url}/admin/sites/${first.id}/documents/${id}`)
    const state = page.locator('.publish-state')
    await state.getByText('Preparing the preview …').waitFor()
    gate.open?.()
    await state.getByText('Not published yet').waitFor()
    await context.close()
  })
})
