/** Where the web admin is measured: a site on a server, and a browser before it. */

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { call, type Bench } from '../own-server.js'

export interface Ground {
  readonly browser: Browser
  readonly bench: Bench
  readonly siteId: string
  /** How many posts the site has. */
  readonly pages: number
  readonly person: { readonly email: string; readonly password: string }
}

/** A tab of its own, with nothing cached. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** The browser's own protocol. */
  readonly cdp: CDPSession
  /** Goes to a path below `/admin`. */
  readonly go: (place: string) => Promise<void>
}

const PATIENCE_MS = 180_000

export async function openTab({ browser, bench }: Ground): Promise<Tab> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  context.setDefaultTimeout(PATIENCE_MS)
  // The name of a function that the compiler of this file keeps is asked for where the function runs.
  await context.addInitScript('globalThis.__name = (value) => value')
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  return {
    page,
    context,
    cdp,
    go: async (place) => void (await page.goto(`${bench.url}/admin${place}`)),
  }
}

/** A tab of somebody who has signed in. */
export async function openSignedIn(ground: Ground): Promise<Tab> {
  const tab = await openTab(ground)
  await tab.go('/')
  await signIn(tab.page, ground.person)
  return tab
}

export async function signIn(page: Page, { email, password }: Ground['person']): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
}

/** Ids of the first posts of the site. */
export async function postIds({ bench, siteId }: Ground, count: number): Promise<string[]> {
  const documents = `/v2/sites/${siteId}/collections/posts/documents`
  const ids: string[] = []
  for (let page = 1; ids.length < count; page += 1) {
    const found = await call<{ id: string }[]>(bench, `GET ${documents}?per_page=100&page=${page}`)
    if (found.length === 0) break
    ids.push(...found.map(({ id }) => id))
  }
  return ids.slice(0, count)
}

/** One row of the table. */
export function row(what: string, measured: string): void {
  console.log(`| ${what} | ${measured} |`)
}

/** `p50 84 ms, p95 120 ms (20)` */
export function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0).toFixed(0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}
