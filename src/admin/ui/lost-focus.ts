/** The focus of somebody at a keyboard when what had it disappears: a deleted row, an action that was taken. */

import { useEffect, type RefObject } from 'react'

/** Rows that scroll out of sight are removed; the browser itself continues from where they were. */
const SCROLLED = '.table-row'

/** Focuses an element when the focused one was removed and nothing else has taken over the focus. */
export function useLostFocus(instead: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    const remember = () => {
      const { activeElement: now } = document
      last = now?.closest(SCROLLED) ? null : now
    }
    const check = () => {
      if (!last || last.isConnected) return
      last = null
      afterRestoring(() => {
        if (isNowhere()) instead.current?.focus({ preventScroll: true })
      })
    }
    const observer = new MutationObserver(check)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
    }
  }, [instead])
}

/** A dialog that was closed gives the focus back one frame later. */
function afterRestoring(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then))
}

/** An open dialog keeps the focus itself. */
function isNowhere(): boolean {
  const isOnPage = document.activeElement === null || document.activeElement === document.body
  return isOnPage && document.querySelector('[role=dialog], [role=alertdialog]') === null
}
