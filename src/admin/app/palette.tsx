/** Opens the palette of commands by its keys; the palette itself is loaded then. */

import { lazy, Suspense, useEffect, useState } from 'react'

const PaletteWindow = lazy(async () => ({
  default: (await import('./palette-window.js')).PaletteWindow,
}))

/**
 * Ctrl and the full stop, or Command: browsers leave them to the page, text fields have no other use for them, and the
 * sign is a key of its own on all layouts.
 */
function isPaletteKey(event: KeyboardEvent): boolean {
  return event.key === '.' && (event.ctrlKey || event.metaKey) && !event.altKey
}

export function Palette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A window that is open asks for something first.
      if (!isPaletteKey(event) || document.querySelector('.veil')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <PaletteWindow onClose={() => setOpen(false)} />
    </Suspense>
  )
}
