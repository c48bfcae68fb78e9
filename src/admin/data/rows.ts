/** The rows of a form, with ids that stay with them, and what can be done with the entries of a list or mapping. */

import { useState } from 'react'
import type { Hash } from '../api/types.js'
import { emptyLike, isHash } from '../fields/metadata.js'
import type { DataPath, OnEdit } from './data-value.js'

type Asked = { readonly kind: 'add' | 'copy' | 'rename'; readonly index: number }

export type RowIds = ReturnType<typeof useRowIds>
export type Rows = ReturnType<typeof useRows>

/** Ids for the rows of a list, which stay with them. New ones if the list has become another one. */
export function useRowIds(count: number) {
  const numbered = () => Array.from({ length: count }, (_, index) => index)
  const [known, setIds] = useState<readonly number[]>(numbered)
  const ids = known.length === count ? known : numbered()
  return {
    ids,
    /** @returns the id of the new row */
    insert: (index: number) => {
      const id = Math.max(-1, ...ids) + 1
      setIds(ids.toSpliced(index, 0, id))
      return id
    },
    remove: (index: number) => setIds(ids.toSpliced(index, 1)),
    move: (from: number, to: number) =>
      setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? -1)),
  }
}

interface RowsProps {
  readonly value: readonly unknown[] | Hash
  readonly at: DataPath
  readonly onEdit: OnEdit
}

export function useRows({ value, at, onEdit }: RowsProps) {
  const isList = Array.isArray(value)
  const items: readonly unknown[] = isList ? value : Object.values(value)
  const names = isList ? null : Object.keys(value)
  const rowIds = useRowIds(items.length)
  const { ids } = rowIds
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  // The window that asks for a name.
  const [asked, setAsked] = useState<Asked | null>(null)
  const pathOf = (index: number) => [...at, names?.[index] ?? index]
  const insert = (index: number) => {
    const id = rowIds.insert(index)
    setOpen(new Set([...open, id]))
  }
  const named = (name: string) => {
    if (asked?.kind === 'add') {
      insert(items.length)
      onEdit({ op: 'set', at: [...at, name], value: blankLike(items.at(-1)) })
    } else if (asked?.kind === 'copy') {
      insert(asked.index + 1)
      onEdit({ op: 'copy', at: pathOf(asked.index), as: name })
    } else if (asked) onEdit({ op: 'rename', at: pathOf(asked.index), as: name })
    setAsked(null)
  }
  return {
    items,
    names,
    ids,
    asked,
    setAsked,
    named,
    // In the browser, keys that are numbers come first in every object, whatever the order of the file.
    canMove: names === null || !names.some((name) => /^\d+$/.test(name)),
    isOpen: (index: number) => open.has(ids[index] ?? -1),
    toggle: (index: number) => {
      const id = ids[index] ?? -1
      setOpen(
        open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]),
      )
    },
    add: () => {
      if (names) return setAsked({ kind: 'add', index: -1 })
      insert(items.length)
      return onEdit({ op: 'insert', at: [...at, items.length], value: blankLike(items.at(-1)) })
    },
    copy: (index: number) => {
      if (names) return setAsked({ kind: 'copy', index })
      insert(index + 1)
      return onEdit({ op: 'copy', at: pathOf(index) })
    },
    remove: (index: number) => {
      rowIds.remove(index)
      onEdit({ op: 'remove', at: pathOf(index) })
    },
    move: (from: number, to: number) => {
      rowIds.move(from, to)
      onEdit({ op: 'move', at: pathOf(from), to })
    },
  }
}

/** A new entry like another one, with nothing in it. */
function blankLike(item: unknown): unknown {
  if (isHash(item) || item === undefined) return emptyLike(item)
  if (Array.isArray(item)) return []
  return typeof item === 'number' || typeof item === 'boolean' ? emptyLike({ item })['item'] : ''
}
