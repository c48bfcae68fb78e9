/** Importing a site by the keyboard alone: what can be reached, what is said, where the focus is. */

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { ZipFile } from 'yazl'
import { describeInBrowser, PASSWORD, PATIENCE_MS, useAdmin, type Visit } from './browser.js'

describeInBrowser('importing by the keyboard in the web admin', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  let folder = ''
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-zips-'))
    await writeFile(path.join(folder, 'torn.zip'), 'no ZIP at all')
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('title: Brought along\njekyll_version: 4.4\n'), '_config.yml')
    zip.addBuffer(Buffer.from('---\ntitle: Home\n---\nHello.\n'), 'index.md')
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(path.join(folder, 'whole.zip')))
    const folders = new ZipFile()
    folders.addEmptyDirectory('a/')
    folders.end()
    await pipeline(folders.outputStream, createWriteStream(path.join(folder, 'folders.zip')))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const enter = async (): Promise<Visit> => {
    const { email } = await admin.api.person('importer', { password: PASSWORD, admin: true })
    const visit = await admin.enter(email, '/sites/new')
    // From here on the browser hands over its windows for files.
    visit.page.on('filechooser', () => undefined)
    await visit.page.getByRole('radio', { name: 'Theme' }).focus()
    return visit
  }
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const choose = async (page: Page, name: string) => {
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(path.join(folder, name))
    await page.getByRole('status').filter({ hasText: name }).waitFor()
  }
  const focused = (page: Page) => page.locator(':focus')

  it('leads past each beginning to the next, and from the chosen one into its fields', async () => {
    const { page, complaints, context } = await enter()
    const beginning = () => focused(page).evaluate((one) => one.closest('label')?.innerText)
    for (const name of ['Empty site', 'ZIP file', 'Git repository', 'Theme']) {
      await press(page, 'ArrowDown')
      expect(await beginning()).to.include(name)
    }
    await press(page, 'ArrowUp', 'Tab')
    expect(await focused(page).getAttribute('type')).to.equal('url')
    await page.getByText('Theme', { exact: true }).click()
    await page.getByText('Git repository').click()
    await page.locator('input[type=url]:focus').waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('says what is wrong with a file, and leads with another one to the report', async () => {
    const { page, complaints, context } = await enter()
    await press(page, 'ArrowDown', 'ArrowDown', 'Tab')
    await choose(page, 'torn.zip')
    expect(await focused(page).innerText()).to.equal('Choose ZIP file')
    await press(page, 'Tab', 'Enter')
    await page.getByRole('alert').filter({ hasText: 'This is not a ZIP file.' }).waitFor()
    await press(page, 'Shift+Tab')
    await choose(page, 'whole.zip')
    await press(page, 'Tab', 'Enter')
    await page.waitForURL(/import$/)
    const said = page.getByRole('status').filter({ hasText: 'Everything the site needs is here.' })
    await said.waitFor()
    await page.locator('h1:focus').waitFor()
    await page.getByRole('list', { name: 'What was imported' }).waitFor()
    await press(page, 'Tab')
    expect(await focused(page).innerText()).to.equal('Pages')
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('reports in German what is missing, with what the server says', async () => {
    const zip = new ZipFile()
    const files = {
      '_config.yml': 'title: Lacking\ntheme: theme-of-nobody\nplugins: [plugin-of-nobody]\n',
      'index.md': '---\ntitle: Home\n---\n{% chart of: tides %}\n',
      'tags.md': '---\ntitle: Tags\n---\n{{ "a" | cloud }}\n',
    }
    for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
    zip.end()
    const data = await buffer(zip.outputStream)
    const made = await admin.api.upload('POST', '/v2/import', { name: 'lacking.zip', data })
    expect(made.status, made.text).to.equal(202)
    await admin.api.get(`/v2/jobs/${String(made.json['job_id'])}`)
    const { email } = await admin.api.person('reader', { password: PASSWORD, admin: true })
    const { page, complaints, context } = await admin.enter(email, '/sites')
    await page.evaluate(() => localStorage.setItem('galley.language', 'de'))
    await page.goto(`${admin.url}/admin/sites/${String(made.json['site_id'])}/import`)
    const said = (text: string) =>
      page.getByRole('listitem').filter({ hasText: text }).locator('[lang=en]').innerText()
    expect(await said('Das Liquid-Tag „chart“ gibt es nicht.')).to.include("Unknown tag 'chart'")
    expect(await said('Den Liquid-Filter „cloud“ gibt es nicht')).to.include('unknown')
    expect(await said('Das Plugin „plugin-of-nobody“ gibt es hier nicht')).to.include('plugin')
    expect(await said('Das Theme „theme-of-nobody“ ist nicht hier')).to.include('not available')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const isWithin = () => document.documentElement.scrollWidth <= innerWidth
      expect(await page.evaluate(isWithin), `at ${width}`).to.equal(true)
    }
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('says why an import has failed, and leads back to the form', async () => {
    const { page, complaints, context } = await enter()
    await press(page, 'ArrowDown', 'ArrowDown', 'Tab')
    await choose(page, 'folders.zip')
    await press(page, 'Tab', 'Enter')
    await page.getByRole('heading', { name: 'The import failed' }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'contains no files' }).waitFor()
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'contains no files' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByRole('radio', { name: 'Theme' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })

  it('leads nowhere if the form was left while the file was on its way', async () => {
    const { page, complaints, context } = await enter()
    await press(page, 'ArrowDown', 'ArrowDown', 'Tab')
    await choose(page, 'whole.zip')
    const held = { arrive: () => undefined as void, release: () => undefined as void }
    const arrived = new Promise<void>((resolve) => (held.arrive = resolve))
    const free = new Promise<void>((resolve) => (held.release = resolve))
    await page.route('**/v2/import', async (route) => {
      held.arrive()
      await free
      await route.continue().catch(() => undefined)
    })
    await press(page, 'Tab', 'Enter')
    await arrived
    const failed = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await failed
    held.release()
    await page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
