/** The browser asks before it leaves a page while something would go with it: an upload, or a text that is nowhere else. */

let holders = 0

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Lets the browser ask before it leaves the page, until the returned function is called. */
export function holdPage(): () => void {
  if (holders === 0) addEventListener('beforeunload', ask)
  holders += 1
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    if (holders === 0) removeEventListener('beforeunload', ask)
  }
}
