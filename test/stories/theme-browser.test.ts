import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { expect } from 'chai'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { CHROMIUM, hasChromium, launchChromium } from '../chromium.js'
import { buildTheme } from '../service/sites/theme-build.js'
import { contrast } from '../service/sites/theme-colours.js'

/** A machine that does much else starts a browser slowly. */
const PATIENCE_MS = 240_000

const LONG = `---
title: Antidisestablishmentarianism and everything that is rather longer than a phone is wide
tags: [long]
---
## Code

\`\`\`ruby
# A comment
def sail(to:, speed: 12.5) = puts "#{@name} sails to #{to} with a line that does not fit \\n" if @crew
\`\`\`

\`\`\`diff
-old
+new
\`\`\`

| One column | Another column | A third column | A fourth column | A fifth column |
|---|---|---|---|---|
| some words | some words | some words | some words | ${'word'.repeat(12)} |

> Quoted, with a [link](/), <kbd>Esc</kbd> and <mark>a mark</mark>.[^1]

${'unbreakable'.repeat(12)}

[^1]: A note.
`

const PAGES = [
  '/',
  '/posts/',
  '/about/',
  '/tags/',
  '/2026/05/08/long/',
  '/2026/05/09/welcome/',
  '/no/such/page',
]

const title = `the default theme in a browser${hasChromium ? '' : ` (needs ${CHROMIUM})`}`

;(hasChromium ? describe : describe.skip)(title, () => {
  let browser: Browser
  let server: Server
  let origin: string

  before(async () => {
    const { folder } = await buildTheme({ files: { '_posts/2026-05-08-long.md': LONG } })
    server = await serve(folder)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    origin = `http://127.0.0.1:${address.port}`
    browser = await launchChromium()
  })

  after(async () => {
    await browser?.close()
    server?.close()
  })

  it('is never wider than its window', async () => {
    await withPage({}, async (page) => {
      for (const name of PAGES) {
        await page.goto(origin + name)
        for (const width of [320, 390, 700, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await overflow(page), `${name} at ${width}`).to.equal(0)
        }
      }
    })
  })

  it('is readable in light and dark', async () => {
    await withPage({}, async (page) => {
      for (const name of PAGES) {
        await page.goto(origin + name)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await faintTexts(page), `${name} when ${colorScheme}`).to.deep.equal([])
        }
      }
    })
  })

  it('needs no JavaScript and loads nothing from elsewhere', async () => {
    await withPage({ javaScriptEnabled: false }, async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      for (const name of PAGES) await page.goto(origin + name)
      expect(asked.filter((url) => !url.startsWith(origin))).to.deep.equal([])
      expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Page not found')
    })
  })

  it('has a skip link for the keyboard', async () => {
    await withPage({}, async (page) => {
      await page.goto(`${origin}/posts/`)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to the content' })
      expect((await skip.boundingBox())?.width).to.be.greaterThan(100)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      expect(await focused.innerText()).to.equal('Your first post')
      expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).to.equal(
        'solid',
      )
    })
  })

  it('links from the home page to a post and to its tag', async () => {
    await withPage({}, async (page) => {
      await page.goto(origin)
      await page.getByRole('link', { name: 'Your first post' }).click()
      await page.getByRole('link', { name: 'start here' }).click()
      expect(new URL(page.url()).hash).to.equal('#tag-start+here')
      expect(await page.locator(':target').innerText()).to.equal('start here')
    })
  })

  it('prints the text without the navigation', async () => {
    await withPage({}, async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.goto(`${origin}/2026/05/09/welcome/`)
      expect(await page.getByRole('navigation').count()).to.equal(0)
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).to.equal(
        'rgb(0, 0, 0)',
      )
    })
  })

  async function withPage(
    options: BrowserContextOptions,
    use: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(PATIENCE_MS)
    try {
      await use(await context.newPage())
    } finally {
      await context.close()
    }
  }
})

/** By how many pixels a page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** Texts that stand out too little: 4.5 to 1, and 3 to 1 for large ones (WCAG 2.2). */
async function faintTexts(page: Page): Promise<string[]> {
  const texts = await page.evaluate(textsOfPage)
  return texts
    .map((one) => ({ ...one, ratio: contrast(one.colour, one.ground) }))
    .filter(({ ratio, size }) => ratio < (size >= 24 ? 3 : 4.5))
    .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`)
}

interface Text {
  readonly name: string
  readonly colour: string
  /** Colour of the nearest ground that is not transparent. */
  readonly ground: string
  /** Pixels. */
  readonly size: number
}

/** Runs inside of the page, so it can refer to nothing outside of itself. */
function textsOfPage(): Text[] {
  const texts: Text[] = []
  for (const element of document.body.querySelectorAll('*')) {
    const nodes = [...element.childNodes]
    if (!nodes.some((node) => node.nodeType === 3 && node.textContent?.trim())) continue
    const { color, fontSize } = getComputedStyle(element)
    let below: Element = element
    while (getComputedStyle(below).backgroundColor === 'rgba(0, 0, 0, 0)' && below.parentElement)
      below = below.parentElement
    const ground = getComputedStyle(below).backgroundColor
    const name = `${element.tagName} ${element.className}`
    texts.push({ name, colour: color, ground, size: parseFloat(fontSize) })
  }
  return texts
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** A web server as simple as can be, with the site's own page for errors. */
async function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.replace(/\/$/, '/index.html')
    const found = existsSync(path.join(folder, name))
    const file = path.join(folder, found ? name : '404.html')
    const type = TYPES[path.extname(file)] ?? 'text/plain'
    void readFile(file).then((data) => {
      response.writeHead(found ? 200 : 404, { 'content-type': type }).end(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
