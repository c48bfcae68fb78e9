/**
 * The main story of an editor in Firefox, driven by WebDriver BiDi: write with a picture, preview, publish, roll back.
 *
 * Puppeteer's locators and `waitForFunction` run `eval`, which the policy of the admin forbids, and Chromium's
 * driver (Playwright) asks Firefox for more than Debian's has.
 */

import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { launch, type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { startApi, type Running } from '../api/server.js'
import { builtAdmin, PASSWORD, PATIENCE_MS } from './browser.js'

const FIREFOX = '/usr/bin/firefox-esr'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** That all changes are live. It stays, unlike the message, which is gone after five seconds. */
const LIVE = '.live-state .badge.good'

/** Waits for a button with a name, as assistive technology knows it, and clicks it. */
async function press(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(`::-p-aria([name="${name}"][role="button"])`)
  await button?.click()
}

async function save(page: Page): Promise<void> {
  await press(page, 'Save')
  await page.waitForSelector('.save-state[data-state=saved]')
}

/** Chooses a file where no event tells of the system's window: its input is put into the page instead. */
async function upload(page: Page, file: string): Promise<void> {
  await page.evaluate(() => {
    HTMLInputElement.prototype.click = function () {
      document.body.append(this)
    }
  })
  await press(page, 'Upload')
  const input = await page.waitForSelector('body > input[type=file]')
  await (input as ElementHandle<HTMLInputElement> | null)?.uploadFile(file)
}

if (existsSync(FIREFOX)) describe('the web admin in Firefox', story)
else describe.skip(`the web admin in Firefox (needs ${FIREFOX})`, story)

function story(this: Mocha.Suite): void {
  this.timeout(8 * PATIENCE_MS)
  let api: Running
  let browser: Browser | undefined
  let folder: string

  before('build the admin, start server and Firefox', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-firefox-'))
    api = await startApi({ admin: await builtAdmin() })
    const limits = { timeout: PATIENCE_MS, protocolTimeout: PATIENCE_MS }
    browser = await launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      ...limits,
      defaultViewport: { width: 1400, height: 900 },
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB, en' },
    })
  })
  after(async () => {
    await browser?.close()
    await api.finish()
    await rm(folder, { recursive: true, force: true })
  })

  it('writes a text with a picture, previews it, publishes it and rolls it back', async () => {
    const { email } = await api.person('ada', { password: PASSWORD, admin: true })
    const site = await api.site({ title: 'Harbour', empty: false })
    const releases = async () =>
      (await api.get(`/v2/sites/${site.id}/releases`)).list.map(({ live }) => live)
    if (!browser) throw new Error('Firefox has not started')
    const page = await browser.newPage()
    page.setDefaultTimeout(PATIENCE_MS)

    await page.goto(`${api.server.url}/admin/sites/${site.id}/c/posts`)
    await page.waitForSelector('input[name=email]:focus')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')

    await press(page, 'New document')
    await page.waitForSelector('.title-input:focus')
    await page.keyboard.type('The tide')
    await page.keyboard.press('Enter')
    await page.keyboard.type('It **rises** at six. ')
    const picture = path.join(folder, 'mole.png')
    await writeFile(picture, DOT)
    await press(page, 'Picture or file')
    await upload(page, picture)
    await page.waitForSelector('.cm-picture img')
    await page.waitForSelector('[role=dialog] input:focus')
    await page.keyboard.type('The mole')
    await press(page, 'Apply')

    const preview = await page.waitForSelector('iframe[title="Page preview"]')
    const frame = await preview?.contentFrame()
    await frame?.waitForSelector('strong')
    await frame?.waitForSelector('img[src="/uploads/mole.png"][alt="The mole"]')

    await save(page)
    await press(page, 'Publish')
    await page.waitForSelector(LIVE)
    expect(await releases()).to.deep.equal([true])

    await page.goto(`${api.server.url}/admin/sites/${site.id}/c/posts`)
    await page
      .waitForSelector('::-p-aria([name="The tide"][role="link"])')
      .then((link) => link?.click())
    await page.waitForSelector('.cm-content').then((text) => text?.click())
    await page.keyboard.type('High. ')
    await save(page)
    await page.waitForSelector('.live-state .waits')
    await press(page, 'Publish')
    // Every publish but the first shows what it will change, and asks.
    await press(page, 'Publish now')
    await page.waitForSelector(LIVE)
    expect(await releases()).to.deep.equal([true, false])

    await page.goto(`${api.server.url}/admin/sites/${site.id}/releases`)
    await press(page, 'Make live again')
    const button = '::-p-aria([name="Make live again"][role="button"])'
    const asked = await page.waitForSelector('[role=alertdialog]')
    await asked?.waitForSelector(button).then((found) => found?.click())
    await page.waitForSelector('li + li[data-live]:focus')
    expect(await releases()).to.deep.equal([false, true])
  })
}
