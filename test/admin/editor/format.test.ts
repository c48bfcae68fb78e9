/** The editor knows by the ending of a file what its text is written in. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../../stories/git-client.js'
import { describeInBrowser, findBarriersInBoth, PATIENCE_MS, useAdmin } from '../browser.js'
import { useOneSite } from '../one-site.js'

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const lines = (page: Page) => page.locator('.cm-line').allInnerTexts()

/** How far the numbers stand from the lines that they are of, in pixels. */
const offsets = (page: Page) =>
  page.evaluate(() => {
    const numbers = document.querySelectorAll(
      '.cm-lineNumbers .cm-gutterElement:not([style*=hidden])',
    )
    return [...document.querySelectorAll('.cm-line')].map((line, index) =>
      Math.round(
        line.getBoundingClientRect().top - (numbers[index]?.getBoundingClientRect().top ?? 0),
      ),
    )
  })

describeInBrowser('formats in the editor of the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  /** Makes a page of a file and opens it. */
  const open = async (name: string, body: string) => {
    const data = `---\ntitle: Quay\n---\n${body}`
    await admin.api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
    const pages = (await admin.api.get(`/v2/sites/${site.id}/pages?per_page=100`)).list
    const id = String(pages.find((page) => page['filename'] === name)?.['id'])
    const visit = await site.open(`/pages/${id}`)
    await textOf(visit.page).waitFor()
    return { ...visit, id }
  }

  const insert = async (page: Page, name: string, mimeType: string) => {
    await page.getByRole('button', { name: 'Picture or file' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
    await (await choosing).setFiles({ name, mimeType, buffer: SVG })
  }

  const saved = async (page: Page, id: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.save-state', { hasText: /^Saved$/ }).waitFor()
    return (await admin.api.get(`/v2/pages/${id}`)).json['body']
  }

  const paste = (page: Page, html: string, plain: string) =>
    textOf(page).evaluate(
      (element, [rich, text]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', rich)
        clipboardData.setData('text/plain', text)
        const options = { clipboardData, bubbles: true, cancelable: true }
        element.dispatchEvent(new ClipboardEvent('paste', options))
      },
      [html, plain] as const,
    )

  it('shows HTML as source, without tools for Markdown, and inserts files as HTML', async () => {
    const { page, complaints, context, id } = await open('landing.html', '<h1># Fog</h1>\n')
    await page.locator('.cm-line .tok-name', { hasText: '<h1' }).waitFor()
    expect(await page.getByRole('button', { name: 'Bold' }).count()).to.equal(0)
    expect(await page.locator('.cm-lineNumbers').count()).to.equal(1)
    const text = textOf(page)
    expect(await text.getAttribute('autocapitalize')).to.equal('off')
    await text.press('Control+End')
    await insert(page, 'Map "of" <Kiel>.svg', 'image/svg+xml')
    await page.locator('.cm-line', { hasText: '<img' }).waitFor()
    await text.press('Enter')
    await insert(page, 'Tides.pdf', 'application/pdf')
    await page.locator('.cm-line', { hasText: 'Tides.pdf'.toLowerCase() }).waitFor()
    await text.press('Enter')
    await paste(page, '<b>Low</b> water', 'Low water')
    expect((await lines(page)).slice(1)).to.deep.equal([
      '<img src="/uploads/map-of-kiel.svg" alt="map of kiel">',
      '<a href="/uploads/tides.pdf">tides</a>',
      'Low water',
    ])
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    expect(await saved(page, id)).to.equal(
      `<h1># Fog</h1>\n${(await lines(page)).slice(1).join('\n')}`,
    )
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows a style sheet as code, and inserts the URL of a file', async () => {
    const { page, complaints, context, id } = await open('css/main.scss', '$sea: #00f; // *deep*\n')
    await page.locator('.cm-line .tok-value', { hasText: '$sea' }).waitFor()
    await page.locator('.cm-line .tok-comment', { hasText: '// *deep*' }).waitFor()
    expect(await page.getByRole('button', { name: 'Bold' }).count()).to.equal(0)
    await textOf(page).press('Control+End')
    await insert(page, 'Buoy (1).svg', 'image/svg+xml')
    await page.locator('.cm-line', { hasText: '/uploads/buoy-1.svg' }).waitFor()
    expect(await saved(page, id)).to.equal('$sea: #00f; // *deep*\n/uploads/buoy-1.svg')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows the number of a line beside its beginning, also if lines wrap', async () => {
    const wide = `$sea: #00f; // ${'wide '.repeat(60)}\n`
    const { page, complaints, context } = await open('css/wide.scss', wide.repeat(3))
    await eventually(async () => expect(await offsets(page)).to.deep.equal([0, 0, 0, 0]))
    // The numbers are placed before it is measured, and not again if it alone has changed.
    const padding = await textOf(page).evaluate((text) => getComputedStyle(text).paddingTop)
    expect(padding).to.equal('0px')
    await page.setViewportSize({ width: 390, height: 844 })
    await eventually(async () => expect(await offsets(page)).to.deep.equal([0, 0, 0, 0]))
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows a feed as code, with its front matter coloured in the source of the file', async () => {
    const { page, complaints, context } = await open('atom.xml', '<feed>{{ site.time }}</feed>\n')
    await page.locator('.cm-line .tok-name', { hasText: '<feed' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Source of the file' }).click()
    await page.getByRole('textbox', { name: 'Source of the file' }).waitFor()
    await page.locator('.cm-line .tok-name', { hasText: 'title' }).waitFor()
    await page.locator('.cm-line .tok-name', { hasText: '<feed' }).waitFor()
    await page.locator('.cm-line .tok-value', { hasText: '{{' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows Markdown like a page, with its tools, until its file has another ending', async () => {
    const { page, complaints, context } = await open('about.markdown', '# Fog\n')
    await page.locator('.cm-line.cm-h1').waitFor()
    await page.getByRole('button', { name: 'Bold' }).waitFor()
    expect(await page.locator('.cm-lineNumbers').count()).to.equal(0)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Move or rename' }).click()
    await page.getByLabel('File path').fill('about.html')
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await page.locator('.cm-lineNumbers').waitFor()
    expect(await page.getByRole('button', { name: 'Bold' }).count()).to.equal(0)
    expect((await lines(page))[0]).to.equal('# Fog')
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
