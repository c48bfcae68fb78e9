/**
 * The admin in a real browser, over a real server: built once a run (`npm test`) or process, into a folder of its
 * own, so that these tests need no build before them and see the source as it is.
 */

import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { cookieOf, PASSWORD, signIn as startSession } from '../api/browser.js'
import { startApi, type Api, type Running } from '../api/server.js'
import { CHROMIUM, hasChromium, launchChromium } from '../chromium.js'

export { PASSWORD } from '../api/browser.js'

/** A machine that does much else does this slowly, and that is no failure. */
export const PATIENCE_MS = 120_000

/** A page that has failed is asked for a frame for so long. */
const FRAME_MS = 5_000

/** A page with somebody in front of it. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page has complained of: errors, and what the policy kept from being loaded. */
  readonly complaints: readonly string[]
}

export interface Admin {
  readonly api: Api
  readonly url: string
  /** Opens the sign-in page, or a path below `/admin`. */
  visit(path?: string, options?: BrowserContextOptions): Promise<Visit>
  /** Opens a path as somebody who has signed in. */
  enter(email: string, path?: string, options?: BrowserContextOptions): Promise<Visit>
  /** Ends the server, as an update of it does. */
  stopServer(): Promise<void>
  /** Starts it again at the same address, over the same data. */
  startServer(): Promise<void>
}

interface Everything {
  api: Running
  readonly browser: Browser
  /** The pages that were opened. */
  readonly contexts: BrowserContext[]
  readonly settings: Readonly<Record<string, string>>
}

/** `describe`, skipped by a name that says so where there is no browser. */
export function describeInBrowser(title: string, body: (this: Mocha.Suite) => void): void {
  if (hasChromium) describe(title, body)
  else describe.skip(`${title} (needs ${CHROMIUM})`, body)
}

/** Starts everything before the tests of the enclosing `describe` and takes it down after them. */
export function useAdmin(settings: Readonly<Record<string, string>> = {}): Admin {
  const holder: { running?: Everything } = {}
  before('build the admin, start server and browser', async function () {
    this.timeout(2 * PATIENCE_MS)
    holder.running = await startAll(settings)
  })
  afterEach(async function () {
    const { currentTest: test } = this
    if (test?.state !== 'failed') return
    const pages = (holder.running?.contexts ?? []).flatMap((context) => context.pages())
    const shown = (await Promise.all(pages.map(describePage))).join('\n')
    // With the error, which stands in the summary as well: the rest of a long log may be lost.
    if (test.err) test.err.stack = `${test.err.stack ?? test.err.message}\n${shown}`
    process.stdout.write(`${shown}\n`)
  })
  // A page that stays open loads its list anew with each write of the tests after it.
  let openBefore = 0
  const close = (opened: readonly BrowserContext[] = []) =>
    Promise.all(opened.map((context) => context.close()))
  beforeEach(() => {
    openBefore = holder.running?.contexts.length ?? 0
  })
  afterEach(() => close(holder.running?.contexts.splice(openBefore)))
  after(async () => {
    await close(holder.running?.contexts)
    await holder.running?.api.finish()
  })
  return new Proxy({} as Admin, {
    get: (_target, name) =>
      holder.running ? Reflect.get(adminOf(holder.running), name) : undefined,
  })
}

/** What is made once a process: what a test opens has a context of its own, which shares nothing. */
const built: { folder?: Promise<string>; browser?: Promise<Browser> } = {}

async function closeBrowser(): Promise<void> {
  await (await built.browser)?.close()
}

// Outside of Mocha there is none: `openAdmin` is closed by hand.
if ('after' in globalThis) after('close the browser', closeBrowser)

/** The folder of the built admin: the one that `npm test` has made, or one that goes with the process. */
export function builtAdmin(): Promise<string> {
  return (built.folder ??= build())
}

async function build(): Promise<string> {
  const made = process.env['GALLEY_ADMIN']
  if (made !== undefined) return made
  const folder = await mkdtemp(path.join(tmpdir(), 'galley-admin-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // Untyped: a program of the build.
  const { buildAdmin } = (await import('../../bin/build-admin.js' as string)) as {
    buildAdmin: (folder: string) => Promise<void>
  }
  await buildAdmin(folder)
  return folder
}

async function startAll(settings: Readonly<Record<string, string>>): Promise<Everything> {
  const admin = await builtAdmin()
  const api = await startApi({ admin, settings })
  return { api, browser: await (built.browser ??= launchChromium()), contexts: [], settings }
}

/** The same server once more. */
async function startAgain({ api, settings }: Everything): Promise<Running> {
  const admin = await builtAdmin()
  const { port } = new URL(api.server.url)
  return startApi({ admin, data: api.data, settings: { ...settings, port } })
}

/** For what is no test: the same, to be ended by hand. */
export async function openAdmin(): Promise<{ admin: Admin; close: () => Promise<void> }> {
  const running = await startAll({})
  return {
    admin: adminOf(running),
    close: async () => {
      await closeBrowser()
      await running.api.stop()
    },
  }
}

function adminOf(running: Everything): Admin {
  const { api, browser } = running
  const { url } = api.server
  const visit = async (
    place = '/',
    options: BrowserContextOptions = {},
    cookie?: string,
  ): Promise<Visit> => {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      // What is half faded in has colours that nobody chose, and axe would measure them.
      reducedMotion: 'reduce',
      ...options,
    })
    running.contexts.push(context)
    context.setDefaultTimeout(PATIENCE_MS)
    if (cookie !== undefined) {
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
    }
    const page = await context.newPage()
    const complaints = listen(page)
    await page.goto(`${url}/admin${place}`)
    return { page, context, complaints }
  }
  return {
    api,
    url,
    visit: (place, options) => visit(place, options),
    enter: async (email, place, options) => {
      const { answer } = await startSession(api, email)
      const visited = await visit(place, options, cookieOf(answer))
      await visited.page.getByRole('button', { name: /^Account of/ }).waitFor()
      return visited
    },
    stopServer: () => running.api.stop(),
    startServer: async () => {
      running.api = await startAgain(running)
    },
  }
}

/** What a page shows, what has the focus and whether it is drawn: for the log of a test that has failed. */
async function describePage(page: Page): Promise<string> {
  const state = page.evaluate(async (patienceMs) => {
    const frame = new Promise((resolve) => requestAnimationFrame(() => resolve('drawn')))
    const late = new Promise((resolve) => setTimeout(resolve, patienceMs, 'no frame'))
    return {
      focused: document.activeElement?.outerHTML.slice(0, 300),
      hasFocus: document.hasFocus(),
      visibility: document.visibilityState,
      frame: await Promise.race([frame, late]),
      animations: document.getAnimations().map(({ playState, effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target?.className : null
        return `${target} ${playState}`
      }),
      text: document.body.innerText.slice(0, 2000),
    }
  }, FRAME_MS)
  return `${page.url()} ${JSON.stringify(await state.catch(String), null, 2)}`
}

function listen(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|violates/i.test(text)) complaints.push(text)
  })
  return complaints
}

/** Fills in the form that is shown. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly {
      readonly target: readonly string[]
      readonly failureSummary: string
    }[]
  }[]
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG up to 2.2 AA, and what is good practice beyond it. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those of {@link ALL_RULES} that look at colours. */
const RULES_OF_COLOURS = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
} as const

/** What axe knows of that keeps somebody from using what is shown; empty for nothing. */
export async function findBarriers(
  page: Page,
  runOnly: readonly string[] | typeof RULES_OF_COLOURS = ALL_RULES,
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axe)
  await untilNoTip(page)
  await page.evaluate(untilColoured)
  return page.evaluate(async (rules) => {
    const { axe: tool } = window as unknown as {
      axe: { run: (context: object, options: object) => Promise<AxeResult> }
    }
    // What was read aloud a moment ago may be named by a button that has gone since.
    const context = { exclude: [['[data-live-announcer]']] }
    // Of what is well, no more is described than one element of each rule.
    const options = { runOnly: rules, iframes: false, resultTypes: ['violations'] }
    const { violations } = await tool.run(context, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  }, runOnly)
}

/**
 * The same in light and in dark, each finding with the one that it is of. Dark style sheets set colours and
 * nothing else, so what the other rules find in light they would find in dark.
 */
export async function findBarriersInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(untilColoured)
    await page.evaluate(styleAnew)
    const barriers = await findBarriers(
      page,
      colorScheme === 'light' ? ALL_RULES : RULES_OF_COLOURS,
    )
    found.push(...barriers.map((text) => `${colorScheme}: ${text}`))
  }
  return found
}

/**
 * In the page: on a busy machine Chromium once left what had just been added with the other scheme's colour
 * of text, so all is styled anew.
 */
function styleAnew(): void {
  const { documentElement: root } = document
  root.style.display = 'none'
  root.getBoundingClientRect()
  root.style.display = ''
}

/** The tip of a button is outside of all landmarks. It stays a moment after the pointer has left. */
async function untilNoTip(page: Page): Promise<void> {
  const tips = page.getByRole('tooltip')
  if ((await tips.count()) === 0) return
  await page.mouse.move(1, 1)
  await tips.first().waitFor({ state: 'detached' })
}

/** In the page: colours change with the frame after, and some of them by and by. */
async function untilColoured(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(changes.map(({ finished }) => finished))
}
