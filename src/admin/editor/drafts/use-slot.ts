/** The slot of an open editor. */

import { useEffect, useRef, useState } from 'react'
import type { StoredDraft } from './drafts.js'
import { takeSlot, type TakenSlot } from './slot.js'

/**
 * Takes a slot for as long as the editor is open; null until then. Changes of the arguments are ignored.
 *
 * @param isWanted which draft is wanted; any if left out
 */
export function useSlot<Draft extends StoredDraft>(
  name: string,
  isWanted?: (draft: Draft) => boolean,
): TakenSlot<Draft> | null {
  const first = useRef({ name, ...(isWanted && { isWanted }) })
  const [taken, setTaken] = useState<TakenSlot<Draft> | null>(null)
  useEffect(() => {
    const taking = takeSlot<Draft>(first.current.name, first.current)
    void taking.then(setTaken)
    return () => void taking.then(({ slot }) => slot.release())
  }, [])
  return taken
}
