/** What is measured of the web admin, a row or two of the table each. */

import type { Page } from 'playwright-core'
import {
  openSignedIn,
  openTab,
  percentiles,
  postIds,
  row,
  signIn,
  type Ground,
  type Tab,
} from './ground.js'

const SLOWER = 4
const KEYSTROKES = 20
const OPENED = 200
const OPENED_FIRST = 10

/** Counts bytes as they come over the wire, headers too, by kind. */
function listen({ cdp }: Tab): () => string {
  const kinds = new Map<string, string>()
  const bytes = { js: 0, css: 0, rest: 0, requests: 0 }
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    const name = kind === 'Script' ? 'js' : kind === 'Stylesheet' ? 'css' : 'rest'
    bytes[name] += encodedDataLength
    bytes.requests += 1
  })
  return () => {
    const kB = (count: number) => `${(count / 1000).toFixed(0)} kB`
    const { js, css, rest, requests } = bytes
    const told = `${kB(js + css + rest)} in ${requests} requests: JS ${kB(js)}, CSS ${kB(css)}, rest ${kB(rest)}`
    Object.assign(bytes, { js: 0, css: 0, rest: 0, requests: 0 })
    return told
  }
}

/** Bytes of the first load and of the editor's first opening; how long until one can type. */
export async function countFirstLoad(ground: Ground): Promise<void> {
  const [id = ''] = await postIds(ground, 1)
  const editor = `/sites/${ground.siteId}/documents/${id}`
  const tab = await openTab(ground)
  const take = listen(tab)
  await tab.go('/')
  await tab.page.getByLabel('E-mail').waitFor()
  await tab.page.waitForLoadState('networkidle')
  row('first load, until one can sign in', take())
  await signIn(tab.page, ground.person)
  await tab.page.locator('.tile').first().waitFor()
  take()
  await tab.page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/admin${editor}`)
  await tab.page.locator('.cm-content').waitFor()
  // The site's event stream never ends, so the network is never idle.
  await tab.page.frameLocator('.preview-pane iframe').locator('h2').first().waitFor()
  row('the editor, opened for the first time, preview included', take())
  await tab.cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const once = async (what: string, isCached: boolean) => {
    await tab.cdp.send('Network.setCacheDisabled', { cacheDisabled: !isCached })
    const began = performance.now()
    await tab.go(editor)
    await tab.page.locator('.cm-content').focus()
    await tab.page.keyboard.type('q')
    await tab.page.getByText('Not saved', { exact: true }).waitFor()
    row(what, `${(performance.now() - began).toFixed(0)} ms`)
    await tab.page.keyboard.press('Backspace')
    await tab.page.getByText('Saved', { exact: true }).waitFor()
  }
  await once(`address of a text until one has typed in it, CPU ${SLOWER} times slower`, false)
  await once('the same, with a warm cache', true)
  await tab.context.close()
}

/** When a frame of the preview shows a word, by the clock that both frames share. */
async function watchPreview(page: Page): Promise<(word: string) => Promise<number>> {
  await page.frameLocator('.preview-pane iframe').locator('h2').first().waitFor()
  const frame = page.frames().find((one) => one.url().includes('frame.html'))
  if (!frame) throw new Error('no preview')
  return (word) =>
    frame.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const isThere = document.body?.textContent.includes(text) === true
            if (isThere) resolve(performance.timeOrigin + performance.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
      word,
    )
}

/** From a key pressed in a text to the frame that shows its page with it. */
export async function countTyping(ground: Ground): Promise<void> {
  const ids = await postIds(ground, 1)
  const tab = await openSignedIn(ground)
  await tab.go(`/sites/${ground.siteId}/documents/${ids[0] ?? ''}`)
  const { page } = tab
  const shown = await watchPreview(page)
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      () =>
        (document.documentElement.dataset['pressed'] =
          `${performance.timeOrigin + performance.now()}`),
      true,
    )
  })
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+Home')
  const times: number[] = []
  let word = 'zq'
  await page.keyboard.type(word)
  await shown(word)
  for (let count = 0; count < KEYSTROKES; count += 1) {
    const key = 'abcdefghijklmnopqrst'[count] ?? 'z'
    word += key
    // A pause as between words: the one before is through.
    await page.waitForTimeout(300)
    await page.keyboard.press(key)
    const at = await shown(word)
    times.push(at - Number(await page.locator('html').getAttribute('data-pressed')))
  }
  row(`keystroke to preview, ${ground.pages} pages`, percentiles(times))
  await tab.context.close()
}

/** Frames that were late while a list is scrolled through from top to bottom. */
export async function countScrolling(ground: Ground): Promise<void> {
  const tab = await openSignedIn(ground)
  await tab.go(`/sites/${ground.siteId}`)
  await tab.page.locator('.table-row a').first().waitFor()
  const { dropped, frames, longest } = await tab.page.evaluate(
    () =>
      new Promise<{ dropped: number; frames: number; longest: number }>((resolve) => {
        const FRAME_MS = 1000 / 60
        const FRAMES = 600
        const step = (document.documentElement.scrollHeight - innerHeight) / FRAMES
        const gaps: number[] = []
        let last = performance.now()
        const next = (now: number) => {
          gaps.push(now - last)
          last = now
          scrollBy(0, step)
          if (gaps.length <= FRAMES) requestAnimationFrame(next)
          else {
            const dropped = gaps.reduce(
              (sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1),
              0,
            )
            resolve({ dropped, frames: gaps.length, longest: Math.max(...gaps) })
          }
        }
        requestAnimationFrame(next)
      }),
  )
  row(
    `frames dropped, ${ground.pages} rows scrolled from top to bottom`,
    `${dropped} of ${frames + dropped}, the longest ${longest.toFixed(0)} ms`,
  )
  await tab.context.close()
}

/** Memory after many texts, against a few. */
export async function countHeap(ground: Ground): Promise<void> {
  const ids = await postIds(ground, OPENED)
  const tab = await openSignedIn(ground)
  const { page, cdp } = tab
  const list = `/admin/sites/${ground.siteId}/pages`
  const go = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  const heap = async () => {
    for (let round = 0; round < 3; round += 1) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { nodes } = await cdp.send('Memory.getDOMCounters')
    return { MB: usedSize / 1e6, nodes }
  }
  let before = { MB: 0, nodes: 0 }
  for (const [index, id] of ids.entries()) {
    await go(`/admin/sites/${ground.siteId}/documents/${id}`)
    await page.locator('.cm-content').waitFor()
    await page.frameLocator('.preview-pane iframe').locator('h2').first().waitFor()
    await go(list)
    await page.locator('.cm-content').waitFor({ state: 'detached' })
    if (index + 1 === OPENED_FIRST) before = await heap()
  }
  const after = await heap()
  const told = ({ MB, nodes }: typeof before) => `${MB.toFixed(1)} MB, ${nodes} DOM nodes`
  row(`JS heap after ${OPENED_FIRST} texts opened and closed`, told(before))
  row(`JS heap after ${OPENED}`, told(after))
  await tab.context.close()
}
