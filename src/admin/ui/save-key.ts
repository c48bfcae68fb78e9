/** Ctrl+S and Cmd+S, wherever the focus is. */

import { useEffect } from 'react'

/** Calls `save` for the keys, instead of what the browser does. */
export function useSaveKey(save: () => void, isOn = true): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [save, isOn])
}
