/** What the browser keeps of texts that are not saved. */

import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { eventually } from '../../stories/git-client.js'

/** Waits until what the browser keeps of texts that are not saved, as JSON, is as wanted. */
export async function untilDrafts(page: Page, isIt: (drafts: string) => boolean): Promise<void> {
  await eventually(async () => {
    const drafts = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open('galley', 1)
          opening.addEventListener('success', () => {
            const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
            all.addEventListener('success', () => {
              opening.result.close()
              resolve(JSON.stringify(all.result))
            })
          })
        }),
    )
    expect(isIt(drafts), drafts).to.equal(true)
  })
}
