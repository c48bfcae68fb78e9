/** What can be done on the screen that is shown, for the palette of commands. */

import { useEffect, useRef } from 'react'
import type { IconName } from '../ui/icons.js'

export interface Command {
  readonly id: string
  readonly label: string
  readonly icon: IconName
  readonly run: () => void
}

const lists = new Set<() => readonly Command[]>()

/** The commands of all parts of the screen, as they are now. */
export function currentCommands(): readonly Command[] {
  return [...lists].flatMap((list) => list())
}

/** Offers commands while the caller is shown. */
export function useCommands(list: () => readonly Command[]): void {
  const current = useRef(list)
  useEffect(() => {
    current.current = list
  })
  useEffect(() => {
    const own = () => current.current()
    lists.add(own)
    return () => void lists.delete(own)
  }, [])
}
