/** The browser asks before it leaves a page that still sends files. */

import { expect } from 'chai'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

describeInBrowser('a page that sends files', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  it('asks before it is left, also for those that wait, and no longer when all are stored', async () => {
    const { page, context, complaints } = await site.open('/files')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    let pass: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      pass = resolve
    })
    await page.route('**/collections/uploads/files**', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload' }).click()
    const files = ['one.txt', 'two.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(name),
    }))
    await (await choosing).setFiles(files)
    await page.locator('.sending').getByText('two.txt').waitFor()
    await page.close({ runBeforeUnload: true })
    // It asks before it does anything else.
    await page.evaluate(() => document.title)
    expect(asked).to.deep.equal(['beforeunload'])

    pass()
    const tiles = page.locator('.files')
    await tiles.getByText('one.txt').first().waitFor()
    await tiles.getByText('two.txt').first().waitFor()
    await page.locator('.sending').waitFor({ state: 'detached' })
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
    expect(asked).to.deep.equal(['beforeunload'])
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
