/** Rows that are ordered by dragging their handles, or with the arrow keys on them. */

import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { d } from '../text/data-texts.js'
import { Icon } from '../ui/icons.js'

interface SortProps {
  /** One for each row; they go with the rows. */
  readonly ids: readonly (number | string)[]
  readonly nameOf: (index: number) => string
  readonly onMove: (from: number, to: number) => void
}

export type Sorting = ReturnType<typeof useSorting>

/** Where a dragged row would be dropped. */
interface Drop {
  readonly index: number
  readonly side: 'before' | 'after'
}

export function useSorting({ ids, nameOf, onMove }: SortProps) {
  const [said, setSaid] = useState('')
  const focused = useRef<number | string | null>(null)
  const list = useRef<HTMLElement | null>(null)
  // A row that moves in the page loses the focus.
  useEffect(() => {
    if (focused.current === null) return
    const grip = `:scope > * > * > [data-grip="${focused.current}"]`
    list.current?.querySelector<HTMLElement>(grip)?.focus()
    focused.current = null
  })
  const move = (from: number, to: number) => {
    if (to < 0 || to >= ids.length || to === from) return
    focused.current = ids[from] ?? null
    setSaid(d('moved', { name: nameOf(from), at: to + 1, count: ids.length }))
    onMove(from, to)
  }
  const dragging = useDragging(move)
  return {
    move,
    /** Says which row gets the focus when it is next shown: a removed one would leave it nowhere. */
    focusNext: (id: number | string | undefined) => {
      focused.current = id ?? null
    },
    beside: (index: number) => ids[index + 1] ?? ids[index - 1],
    said,
    nameOf,
    count: ids.length,
    list: (element: HTMLElement | null) => {
      list.current = element
    },
    row: dragging.row,
    grip: (index: number) => ({
      name: nameOf(index),
      id: ids[index] ?? index,
      ...dragging.grip(index, nameOf(index)),
      onKeyDown: (event: KeyboardEvent) => {
        const to = KEYS.get(event.key)?.(index, ids.length)
        if (to === undefined) return
        event.preventDefault()
        move(index, to)
      },
    }),
  }
}

type Target = (index: number, count: number) => number

/** Where the keys on a handle move its row. */
const KEYS: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['ArrowUp', (index) => index - 1],
  ['ArrowDown', (index) => index + 1],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
])

function useDragging(move: (from: number, to: number) => void) {
  const dragged = useRef<number | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const end = () => {
    dragged.current = null
    setDrop(null)
  }
  const onDragOver = (index: number, event: DragEvent<HTMLElement>) => {
    if (dragged.current === null) return
    event.preventDefault()
    event.stopPropagation()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const side = event.clientY < top + height / 2 ? 'before' : 'after'
    if (drop?.index !== index || drop.side !== side) setDrop({ index, side })
  }
  const onDrop = (event: DragEvent<HTMLElement>) => {
    const from = dragged.current
    if (from === null || drop === null) return
    event.preventDefault()
    event.stopPropagation()
    const before = drop.side === 'before' ? drop.index : drop.index + 1
    move(from, before > from ? before - 1 : before)
    end()
  }
  const onDragStart = (index: number, name: string, event: DragEvent<HTMLElement>) => {
    dragged.current = index
    event.stopPropagation()
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', name)
    const row = event.currentTarget.closest('[data-row]')
    if (row) event.dataTransfer.setDragImage(row, 16, 16)
  }
  return {
    row: (index: number) => ({
      'data-drop': drop?.index === index ? drop.side : undefined,
      onDragOver: (event: DragEvent<HTMLElement>) => onDragOver(index, event),
      onDrop,
    }),
    grip: (index: number, name: string) => ({
      onDragStart: (event: DragEvent<HTMLElement>) => onDragStart(index, name, event),
      onDragEnd: end,
    }),
  }
}

/** The handle of a row. */
export function Grip({ name, id, ...events }: ReturnType<Sorting['grip']>) {
  return (
    <button
      type="button"
      draggable
      className="button icon-only quiet grip"
      aria-label={d('move', { name })}
      title={d('move', { name })}
      data-grip={id}
      {...events}
    >
      <Icon name="grip" />
    </button>
  )
}

/** Says where a row has come to. */
export function SaidMove({ sorting }: { sorting: Sorting }) {
  return (
    <span className="visually-hidden" role="status">
      {sorting.said}
    </span>
  )
}
