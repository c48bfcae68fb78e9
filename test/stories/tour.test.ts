/** The README's tour works as printed: its commands are run, and the published page is opened. */

import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { hasChromium, launchChromium } from '../chromium.js'
import { startGalley, type GalleyProcess } from './galley-process.js'

/** A machine that does much else starts a browser slowly. */
const PATIENCE_MS = 240_000

/** The commands of the tour after the server is started. */
function tourCommands(): string {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const tour = readme.slice(readme.indexOf('## A tour'), readme.indexOf('## The API'))
  const blocks = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
  expect(blocks[0]).to.equal('npm ci && npm start\n')
  return blocks[1] ?? ''
}

describe("README's tour", () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-tour-'))
  let server: GalleyProcess
  let output = ''

  before(async () => {
    server = await startGalley(data)
    const credentials = Buffer.from(server.authorization.slice(6), 'base64').toString()
    const script = tourCommands()
      .replace('<api_key>:<api_secret>', credentials)
      .replaceAll('http://127.0.0.1:4000', server.url)
      .replaceAll('/tmp/site.json', path.join(data, 'site.json'))
    const shell = ['-e', '-o', 'pipefail', '-O', 'expand_aliases', '-c', script]
    const { stdout } = await promisify(execFile)('bash', shell, { timeout: PATIENCE_MS })
    output = stdout
  })
  after(async () => {
    await server.kill('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  })

  it('makes a site, writes and changes a post, publishes', () => {
    expect(output).to.include('"title":"My site"')
    expect(output).to.include('"title":"Hello, world"')
    expect(output).to.include('"status":"complete"')
  })

  it('ends with the published page in a browser (needs chromium)', async function () {
    if (!hasChromium) this.skip()
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.goto(`http://my.localhost:${new URL(server.sitesUrl).port}/`)
      expect(await page.title()).to.equal('My site')
      await page.getByRole('link', { name: 'Hello, world' }).first().click()
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Hello, world')
      expect(await page.locator('strong', { hasText: 'first' }).count()).to.equal(1)
    } finally {
      await browser.close()
    }
  })
})
