/** What is pasted from other programs becomes Markdown, and what is hostile or too large does no harm. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../../stories/git-client.js'
import { describeInBrowser, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'
import { CLIPBOARDS } from './clipboards.js'

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Pastes in place of all that is there. */
async function paste(page: Page, html: string, plain = 'plain'): Promise<void> {
  await textOf(page).press('Control+a')
  await textOf(page).evaluate(
    (element, [rich, text]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', rich)
      clipboardData.setData('text/plain', text)
      const options = { clipboardData, bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', options))
    },
    [html, plain] as const,
  )
}

describeInBrowser('pasting in the web admin', function () {
  this.timeout(10 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  const bodyOf = async (page: Page, id: string) => {
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    return String((await admin.api.get(`/v2/documents/${id}`)).json['body'])
  }

  it('makes of each clipboard the Markdown that it stands for', async () => {
    const { id } = await site.create('Pasted', { body: 'Before.' })
    const { page, complaints, context } = await site.edit(id)
    await textOf(page).click()
    for (const { from, html, markdown } of CLIPBOARDS) {
      await paste(page, html)
      expect(await bodyOf(page, id), from).to.equal(markdown)
    }
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('is undone in one step', async () => {
    const { id } = await site.create('Undone', { body: 'Before.' })
    const { page, context } = await site.edit(id)
    await textOf(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' More.')
    await paste(page, '<p><b>One</b></p><p>two</p>')
    await page.keyboard.type('!')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(async () => expect(await textOf(page).innerText()).to.equal('Before. More.'))
    await context.close()
  })

  it('takes the plain text of what is too large or too deep, and says so', async () => {
    const { id } = await site.create('Large', { body: 'Before.' })
    const { page, complaints, context } = await site.edit(id)
    await textOf(page).click()
    const line = '<p class=MsoNormal><b>Fog</b> over the harbour.<o:p></o:p></p>\n'
    for (const [name, html] of [
      ['5 MB', line.repeat(Math.ceil(5_000_000 / line.length))],
      ['60,000 elements', '<b>x</b>'.repeat(60_000)],
      ['nested quotations', `${'<blockquote>'.repeat(5000)}deep`],
      ['nested lists', `${'<ul><li>x'.repeat(5000)}`],
    ] as const) {
      await paste(page, html, `Plain: ${name}`)
      const toast = page.locator('.toast', { hasText: 'too large for its formatting' })
      await toast.waitFor()
      expect(await bodyOf(page, id), name).to.equal(`Plain: ${name}`)
      await toast.getByRole('button', { name: 'Close' }).click()
    }
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('runs nothing that is hidden in a clipboard', async () => {
    const { id } = await site.create('Hostile', { body: 'Before.' })
    const { page, complaints, context } = await site.edit(id)
    await textOf(page).click()
    const html = `<b>Hi</b><img src=x onerror="window.hit=1"><svg onload="window.hit=1"></svg><iframe srcdoc="<script>parent.hit=1</script>"></iframe><a href="java&#10;script:window.hit=1">a</a><a href="data:text/html,x">b</a><img src="data:image/png;base64,AAAA"><table><td colspan=65534>x<td>y</table><ol start="-99999999999"><li>c</ol>`
    await paste(page, html)
    const body = await bodyOf(page, id)
    expect(body).to.match(/^\*\*Hi\*\*/)
    expect(body).not.to.match(/script:|data:|onerror|<|hit=/)
    expect(body.length).to.be.below(5000)
    expect(await page.evaluate(() => 'hit' in window)).to.equal(false)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
