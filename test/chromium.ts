/**
 * The browser of the tests: Debian's Chromium without the parts that draw its own windows, which takes half
 * the processor time, or else the whole of it.
 */

import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const WHOLE = '/usr/bin/chromium'

export const CHROMIUM =
  ['/usr/bin/chromium-headless-shell', WHOLE].find((program) => existsSync(program)) ?? WHOLE

export const hasChromium = existsSync(CHROMIUM)

/** A machine that does much else does this slowly, and that is no failure. */
const PATIENCE_MS = 240_000

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The caller closes it. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const args = [...ARGS, ...more]
  return chromium.launch({ executablePath: CHROMIUM, args, timeout: PATIENCE_MS })
}
