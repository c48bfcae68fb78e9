/** The text that is open with unsaved changes. The publish button is outside of its editor, and asks about it. */

import { useEffect, useRef, useSyncExternalStore } from 'react'

interface UnsavedText {
  readonly title: string
  /** @returns whether it is saved now */
  readonly save: () => Promise<boolean>
}

const open: { text: UnsavedText | null } = { text: null }
const listeners = new Set<() => void>()

function tell(text: UnsavedText | null): void {
  open.text = text
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Null if what is open is saved. */
export function useUnsavedText(): UnsavedText | null {
  return useSyncExternalStore(follow, () => open.text)
}

/** To be called by an editor. @param title null while all is saved */
export function useTellUnsaved(title: string | null, save: UnsavedText['save']): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (title === null) return undefined
    tell({ title, save: () => latest.current() })
    return () => tell(null)
  }, [title])
}
