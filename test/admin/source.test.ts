/** The source of a site: its files, and an editor for them. */

import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import {
  describeInBrowser,
  findBarriers,
  findBarriersInBoth,
  PATIENCE_MS,
  useAdmin,
} from './browser.js'
import { untilDrafts } from './editor/drafts.js'
import { endsOf } from './name-ends.js'
import { useOneSite } from './one-site.js'

describeInBrowser('the source in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Harbour')

  before(async () => {
    await put('_layouts/default.html', '<main class="a">{{ content }}</main>\n')
    await put('style.scss', '---\n---\n$blue: #00f; /* sea */\n')
  })

  const put = (name: string, data: string) =>
    admin.api.upload('PUT', `/v2/sites/${site.id}/source/${name}`, { data })
  const read = async (name: string) =>
    (await admin.api.get(`/v2/sites/${site.id}/source/${name}?download`)).text
  // As people do: what `fill` does, the browser does with styles that the policy forbids.
  const replace = async (text: Locator, words: string) => {
    await text.click()
    await text.press('Control+a')
    await text.press('Delete')
    await text.pressSequentially(words)
  }
  const open = (path = '') => site.open(`/source${path}`)

  it('changes, creates, renames and deletes a file', async () => {
    const { page, complaints, context } = await open()
    await page.getByRole('button', { name: '_layouts' }).click()
    await page.getByRole('button', { name: 'default.html' }).click()
    const text = page.getByRole('textbox', { name: '_layouts/default.html' })
    await text.waitFor()
    await page.locator('.cm-line .tok-value', { hasText: '{{' }).waitFor()
    expect(await findBarriers(page)).to.deep.equal([])
    const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0
    const whole = await widthOf(page.locator('.source-file'))
    expect(await widthOf(text), 'lines as wide as there is room').to.be.greaterThan(0.8 * whole)
    await replace(text, '<body>{{ content }}</body>')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read('_layouts/default.html')).to.equal('<body>{{ content }}</body>')

    await page.getByRole('button', { name: 'New file' }).click()
    await page.getByLabel('Path').fill('style.scss')
    await page.getByRole('button', { name: 'Create file' }).click()
    await page.getByText('There is already a file with this name.').waitFor()
    await page.getByLabel('Path').fill('_includes/foot.html')
    await page.getByRole('button', { name: 'Create file' }).click()
    await page.getByRole('textbox', { name: '_includes/foot.html' }).waitFor()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByLabel('Path').fill('_includes/footer.html')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: '_includes/footer.html' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Choose a file').waitFor()
    const { status } = await admin.api.get(`/v2/sites/${site.id}/source/_includes/footer.html`)
    expect(status).to.equal(404)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('shows the extension of a file at the end of its name, also if that is in Arabic', async () => {
    await put(encodeURIComponent('صباح.txt'), 'x')
    const { page, context } = await open('')
    const name = page.getByRole('button', { name: 'صباح.txt' }).locator('bdi')
    const { first, last } = await endsOf(name)
    expect(first, 'the name').to.be.lessThan(last)
    await context.close()
  })

  it('keeps every other byte: a byte order mark, line ends', async () => {
    const begun = '\uFEFF{"a": 1.0}\r\n/* b */\r\n'
    await put('data.json', begun)
    const { page, complaints, context } = await open('?path=data.json')
    const text = page.getByRole('textbox', { name: 'data.json' })
    await text.click()
    await text.press('Control+End')
    await text.pressSequentially('more')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await read('data.json')).to.equal(`${begun}more`)
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('keeps the text if somebody else has changed the file, and says so', async () => {
    const { page, complaints, context } = await open('?path=style.scss')
    const text = page.getByRole('textbox', { name: 'style.scss' })
    await text.waitFor()
    await put('style.scss', '---\n---\n$blue: #009;\n')
    await replace(text, 'mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText('Somebody else has changed this meanwhile, so nothing was saved.')
      .waitFor()
    expect(await text.innerText()).to.equal('mine')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('opens with the line marked for a text with invalid front matter, which can be corrected there', async () => {
    await put('_posts/2026-01-02-torn.md', '---\ntitle: Torn\nmood: [calm\n---\nText.\n')
    const path = `/v2/sites/${site.id}/collections/posts/documents?q=torn`
    const torn = (await admin.api.get(path)).list[0]
    const { line } = Object(torn?.['front_matter_error'])
    expect(line).to.be.a('number')
    const { page, complaints, context } = await site.edit(String(torn?.['id']))
    await page.getByText(`The front matter can’t be read. Line ${String(line)}:`).waitFor()
    const text = page.getByRole('textbox', { name: 'Source of the file' })
    await text.waitFor()
    const marked = page.locator('.cm-line.cm-marked')
    await marked.waitFor()
    const lines = await page.locator('.cm-line').allInnerTexts()
    expect(await marked.innerText()).to.equal(lines[line - 1])
    expect(await findBarriersInBoth(page)).to.deep.equal([])
    await replace(text, '---\ntitle: Torn\nmood: [calm]\n---\nText.\n')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The front matter can’t be read.').waitFor({ state: 'detached' })
    const mended = (await admin.api.get(`/v2/documents/${String(torn?.['id'])}`)).json
    expect(mended['metadata']).to.deep.equal({ mood: ['calm'] })
    expect(mended).not.to.have.property('front_matter_error')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('keeps unsaved changes when the tab is closed', async () => {
    const place = '?path=_layouts%2Fkept.html'
    await put('_layouts/kept.html', 'old\n')
    const { page, complaints, context } = await open(place)
    const text = page.getByRole('textbox', { name: '_layouts/kept.html' })
    await replace(text, 'not saved')
    // It is on its way to the browser's storage with the keystroke: there once it can be read.
    await untilDrafts(page, (drafts) => drafts.includes('"not saved"'))
    await page.close()
    const again = await context.newPage()
    await again.goto(`${admin.url}/admin/sites/${site.id}/source${place}`)
    await again.getByText('Your unsaved text is back').waitFor()
    await again.locator('.cm-line', { hasText: 'not saved' }).waitFor()
    expect(await findBarriers(again)).to.deep.equal([])
    await again.getByRole('button', { name: 'Discard' }).click()
    await again.locator('.cm-line', { hasText: 'old' }).waitFor()
    // A page that ends may take with it what it has not done yet.
    await untilDrafts(again, (drafts) => !drafts.includes('"not saved"'))
    await again.reload()
    await again.locator('.cm-line', { hasText: 'old' }).waitFor()
    expect(await again.getByText('unsaved text is back').count()).to.equal(0)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
