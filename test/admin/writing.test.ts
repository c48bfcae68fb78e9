/** What the editor shows in place of Markdown, and what it makes of what is put in. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { describeInBrowser, PASSWORD, PATIENCE_MS, useAdmin } from './browser.js'

const TABLE = '| Day | Height |\n|:----|-------:|\n| **Monday** | 3.4 m |\n'
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' })

async function paste(page: Page, html: string): Promise<void> {
  await textOf(page).evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copied)
    clipboardData.setData('text/plain', 'plain')
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, html)
}

describeInBrowser('writing in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const made = { site: '', email: '' }

  before(async () => {
    made.email = (await admin.api.person('ada', { password: PASSWORD, admin: true })).email
    made.site = (await admin.api.site({ title: 'Tides', empty: false })).id
  })

  const open = async (body: string) => {
    const path = `/v2/sites/${made.site}/collections/posts/documents`
    const post = await admin.api.post(path, { title: 'Ebb', body })
    const id = String(post.json['id'])
    const visit = await admin.enter(made.email, `/sites/${made.site}/documents/${id}`)
    await textOf(visit.page).waitFor()
    return { ...visit, id }
  }

  const saved = async (page: Page, id: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    return String((await admin.api.get(`/v2/documents/${id}`)).json['body'])
  }

  it('shows a placeholder while a picture is uploaded, and then the picture', async () => {
    const { page, context, complaints } = await open('')
    await page.getByText('type / for headings').waitFor()
    const gate = { open: (): void => undefined }
    const isOpen = new Promise<void>((resolve) => (gate.open = resolve))
    await page.route('**/collections/uploads/files', async (route) => {
      await isOpen
      await route.continue()
    })
    await page.getByRole('button', { name: 'Picture or file' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    await (await choosing).setFiles({ name: 'Mole.PNG', mimeType: 'image/png', buffer: PNG })
    const progress = page.getByRole('progressbar', { name: 'Mole.PNG' })
    await progress.waitFor()
    gate.open()
    await page.locator('.cm-picture img').waitFor()
    await progress.waitFor({ state: 'detached' })
    expect(await page.getByText('type / for headings').count()).to.equal(0)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('accepts a new text as it is typed, before and after its first save', async () => {
    const { page, context } = await admin.enter(made.email, `/sites/${made.site}/c/posts`)
    await page.getByRole('navigation').getByRole('link', { name: 'Pages' }).click()
    await page.locator('h1:focus', { hasText: 'Pages' }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Posts' }).click()
    await page.locator('h1:focus', { hasText: 'Posts' }).waitFor()
    await page.getByRole('button', { name: 'New document' }).click()
    await page.locator('.title-input:focus').waitFor()
    await page.keyboard.type('Spring tide')
    await page.keyboard.press('Enter')
    await page.keyboard.type('High at six.')
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/documents\//)
    await page.keyboard.type(' Low at noon.')
    await page.keyboard.press('Control+s')
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    const path = `/v2/documents/${page.url().split('/').at(-1)}`
    expect((await admin.api.get(path)).json['body']).to.equal('High at six. Low at noon.')
    // The next new text is another one.
    await page.locator('.back-link').click()
    await page.getByRole('button', { name: 'New document' }).click()
    await page.locator('.title-input:focus').waitFor()
    expect(await page.locator('.title-input').inputValue()).to.equal('')
    await context.close()
  })

  it('lets nothing move for those who want no motion, not even the cursor', async () => {
    const { page, context } = await open('Begun.')
    const moving = () =>
      page.evaluate(() => document.getAnimations().map((one) => Reflect.get(one, 'animationName')))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await textOf(page).click()
    await page.locator('.cm-cursor').waitFor()
    expect((await moving()).join()).to.include('cm-blink')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await moving()).to.deep.equal([])
    await context.close()
  })

  it('shows the history, and explains its versions', async () => {
    const { page, context } = await open('Begun.')
    await page.getByRole('button', { name: 'History' }).click()
    const pane = page.getByRole('complementary', { name: 'History' })
    await pane.getByRole('heading', { name: 'History' }).waitFor()
    await pane.getByText('Choose a version').waitFor()
    await pane.getByRole('listitem').getByRole('button').click()
    await page.getByRole('dialog', { name: /^Version of/ }).waitFor()
    await context.close()
  })

  it('shows a table and a picture without changing their text', async () => {
    const files = `/v2/sites/${made.site}/collections/uploads/files`
    const { json } = await admin.api.upload('POST', files, { name: 'dot.png', data: PNG })
    const body = `Before.\n\n${TABLE}\n![A dot](${String(json['url'])})\n`
    const { page, context, complaints } = await open(body)
    await page.getByRole('columnheader', { name: 'Height' }).waitFor()
    await page.locator('.cm-table strong', { hasText: 'Monday' }).waitFor()
    const picture = page.locator('.cm-picture img[src^="blob:"]')
    await picture.waitFor()
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.cm-picture img')?.naturalWidth === 1,
    )
    // Where one writes, it is text.
    await page.getByRole('cell', { name: '3.4 m' }).click()
    await page.locator('.cm-line', { hasText: '| **Monday** | 3.4 m |' }).waitFor()
    expect(await page.locator('.save-state').textContent()).to.equal('Saved')
    await page.keyboard.type('about ')
    await page.getByRole('textbox', { name: 'Title', exact: true }).click()
    await page.getByRole('cell', { name: 'about 3.4 m' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('inserts what is chosen from the menu at a slash', async () => {
    const { page, context, id } = await open('')
    await textOf(page).click()
    await page.keyboard.type('/tab')
    // The menu is asked anew for each letter; Enter counts when it has answered for the last.
    await page.waitForFunction(() => {
      const menu = document.querySelector('.cm-tooltip-autocomplete')
      const isCurrent = menu?.classList.contains('cm-tooltip-autocomplete-disabled') === false
      return isCurrent && menu?.querySelectorAll('[role=option]').length === 1
    })
    await page.keyboard.press('Enter')
    await page.locator('.cm-line', { hasText: '|---|---|' }).waitFor()
    expect(await saved(page, id)).to.equal('| A | B |\n|---|---|\n|   |   |\n')
    await context.close()
  })

  const PASTED: readonly (readonly [string, string, string])[] = [
    [
      'a page',
      '<h2>Quay</h2><p>A <b>bold</b> <a href="/x">link</a></p>',
      '## Quay\n\nA **bold** [link](/x)',
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal"><p><span style="font-weight:700">Salt</span> and rope</p></b>',
      '**Salt** and rope',
    ],
    [
      'Word',
      '<style>p {}</style><p class=MsoListParagraph>·  one</p><p class=MsoListParagraph>·  two</p>' +
        '<table><tr><td>a|b</td><td><b>c</b></td></tr></table>',
      '- one\n- two\n\n| a\\|b | **c** |\n| --- | --- |',
    ],
  ]

  it('converts text pasted from word processors to Markdown', async () => {
    for (const [name, html, markdown] of PASTED) {
      const { page, context, id, complaints } = await open('')
      await textOf(page).click()
      await paste(page, html)
      expect(await saved(page, id), name).to.equal(markdown)
      expect(complaints, name).to.deep.equal([])
      await context.close()
    }
  })
})
