/** The text of the editor, as tests put it there and read it. */

import type { Page } from 'playwright-core'

export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Pastes a text in place of all that is there. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await textOf(page).press('Control+a')
  await textOf(page).evaluate((element, plain) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', plain)
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)
}

/**
 * Puts a text in place of all that is there.
 *
 * @param shown `‹` and `›` are the ends of the selection, `|` is the cursor
 */
export async function placeText(page: Page, shown: string): Promise<void> {
  await replaceText(page, shown.replace(/[‹›|]/g, ''))
  const isEmpty = shown.includes('|')
  const from = shown.indexOf(isEmpty ? '|' : '‹')
  const to = isEmpty ? from : shown.indexOf('›') - 1
  await page.keyboard.press('Control+Home')
  for (let count = 0; count < from; count += 1) await page.keyboard.press('ArrowRight')
  for (let count = from; count < to; count += 1) await page.keyboard.press('Shift+ArrowRight')
}

/** The text as a copy of all of it has it. All is selected then. */
export async function copiedText(page: Page): Promise<string> {
  await textOf(page).press('Control+a')
  return textOf(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('copy', options))
    return clipboardData.getData('text/plain')
  })
}
