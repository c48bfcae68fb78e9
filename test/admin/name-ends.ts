/** Which end of a name stands where on the screen. */

import type { Locator } from 'playwright-core'

/** Where the first and the last three characters of a name begin, in pixels from the left. */
export function endsOf(name: Locator): Promise<{ readonly first: number; readonly last: number }> {
  return name.evaluate((shown) => {
    const text = shown.firstChild as Text
    const [first = NaN, last = NaN] = [0, text.length - 3].map((from) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, from + 3)
      return range.getBoundingClientRect().x
    })
    return { first, last }
  })
}
