/** Which rows of a list are chosen: one, all from the last one on (with Shift), or all. */

import { useCallback, useRef, type Dispatch, type SetStateAction } from 'react'
import type { EntryWindow } from '../../api/entry-list.js'
import type { Entry } from '../../api/types.js'
import { messageOf } from '../../text/text.js'
import { showToast } from '../../ui/toast.js'
import { mayDoWithSeveral, type Selected } from './selection-bar.js'

export const isChoosable = (entry: Entry | undefined): boolean =>
  entry !== undefined && mayDoWithSeveral(entry)

/** How many can be selected at once. */
export const MAX_CHOSEN = 2000

/** Choosing rows of a list. Stable functions, so that rows are not rendered again because of them. */
export function useToggle(list: EntryWindow, onSelect: Dispatch<SetStateAction<Selected>>) {
  const latest = useRef(list)
  latest.current = list
  /** The row that was chosen last: with Shift, all from there are. */
  const last = useRef<{ readonly index: number; readonly id: string | undefined } | null>(null)
  const choose = useCallback(
    (entries: readonly Entry[], isOn: boolean) =>
      onSelect((was) => {
        const next = new Map(was)
        for (const entry of entries.filter(isChoosable)) {
          if (!isOn) next.delete(entry.id)
          else if (next.size < MAX_CHOSEN) next.set(entry.id, entry)
        }
        return next
      }),
    [onSelect],
  )
  const chooseRows = useCallback(
    async (first: number, end: number, isOn: boolean) => {
      try {
        choose(await latest.current.read(first, end), isOn)
      } catch (error) {
        showToast('bad', messageOf(error))
      }
    },
    [choose],
  )
  const toggle = useCallback(
    (index: number, { isOn, isRange }: Toggling) => {
      const from = isRange && last.current ? placeNow(latest.current, last.current) : index
      const entry = latest.current.at(index)
      last.current = { index, id: entry?.id }
      if (entry) choose([entry], isOn)
      if (from !== index) void chooseRows(Math.min(from, index), Math.max(from, index), isOn)
    },
    [choose, chooseRows],
  )
  const toggleAll = useCallback(
    (isOn: boolean) => {
      const rows = Math.min(latest.current.total ?? 0, MAX_CHOSEN)
      if (isOn) void chooseRows(0, rows - 1, true)
      else onSelect(new Map())
    },
    [chooseRows, onSelect],
  )
  return { toggle, toggleAll }
}

export interface Toggling {
  readonly isOn: boolean
  /** True if all rows since the last one are meant. */
  readonly isRange: boolean
}

/** The row that a text is in now: it may have been moved since. */
function placeNow(
  { total, at }: EntryWindow,
  { index, id }: { readonly index: number; readonly id: string | undefined },
): number {
  if (id === undefined || at(index)?.id === id) return index
  for (let row = 0; row < (total ?? 0); row += 1) if (at(row)?.id === id) return row
  return index
}
