/** All texts of a list in the order of their `position`, which is made by dragging them, or with the keyboard. */

import {
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
} from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import type { Change } from '../../api/entries.js'
import { windowOf } from '../../api/entry-list.js'
import { refreshContent } from '../../api/queries.js'
import type { Entry } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link } from '../../app/router.js'
import { Grip, SaidMove, useSorting, type Sorting } from '../../data/sortable.js'
import { d } from '../../text/data-texts.js'
import { messageOf, t } from '../../text/text.js'
import { IconButton } from '../../ui/button.js'
import { Checkbox } from '../../ui/field.js'
import { Name, PathName } from '../../ui/name.js'
import { showToast } from '../../ui/toast.js'
import { isChoosable, useToggle, type Toggling } from './choosing.js'
import { Marks } from './entry-table.js'
import { movedTo, newPositions, type Placed } from './positions.js'
import type { Selected } from './selection-bar.js'
import '../../style/data.css'

interface OrderedProps {
  readonly label: string
  /** In the order that the server knows. */
  readonly saved: readonly Entry[]
  readonly selected: Selected
  readonly onSelect: Dispatch<SetStateAction<Selected>>
  /** Told whether moves are on their way: until they are saved, nothing else may change the texts. */
  readonly onMoving: (isMoving: boolean) => void
}

export function OrderList({ label, saved, selected, onSelect, onMoving }: OrderedProps) {
  const { texts, isMoving, move } = useOrder(saved)
  useEffect(() => onMoving(isMoving), [isMoving, onMoving])
  const { toggle, toggleAll } = useToggle(windowOf(texts), onSelect)
  const sorting = useSorting({
    ids: texts.map(({ id }) => id),
    nameOf: (index) => titleOf(texts[index]),
    onMove: move,
  })
  return (
    <div className="stack-small">
      <p className="faint">{t('entries.order')}</p>
      <div className="row faint order-head">
        <Checkbox
          label={t('entries.choose-all')}
          isOn={selected.size > 0 && selected.size >= texts.filter(isChoosable).length}
          onChange={toggleAll}
        />
        {t('entries.count', { count: texts.length })}
      </div>
      <ol className="data-list order-list" aria-label={label} ref={sorting.list}>
        {texts.map((text, index) => (
          <Row
            key={text.id}
            {...{ text, index, sorting }}
            isChosen={selected.has(text.id)}
            onToggle={toggle}
          />
        ))}
      </ol>
      <SaidMove sorting={sorting} />
    </div>
  )
}

const titleOf = (text: Entry | undefined) => text?.title || (text?.basename ?? '')

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

interface RowProps {
  readonly text: Entry
  readonly index: number
  readonly sorting: Sorting
  readonly isChosen: boolean
  readonly onToggle: (index: number, toggling: Toggling) => void
}

function Row({ text, index, sorting, isChosen, onToggle }: RowProps) {
  const { site } = useSiteJobs()
  const { move, count } = sorting
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    // The handle has arrow keys of its own.
    if (!event.altKey || step === undefined || event.defaultPrevented) return
    event.preventDefault()
    move(index, index + step)
  }
  return (
    <li
      className="data-item"
      data-row
      data-chosen={isChosen || undefined}
      {...sorting.row(index)}
      onKeyDown={onKeyDown}
    >
      <div className="data-head">
        <Checkbox
          label={t('entries.choose', { title: titleOf(text) })}
          isOn={isChosen}
          onChange={(isOn, isRange) => onToggle(index, { isOn, isRange })}
        />
        <Grip {...sorting.grip(index)} />
        <span className="grow stack-small">
          <Link to={`/sites/${site.id}/${text.type}s/${text.id}`} className="cut">
            <Name text={titleOf(text)} />
          </Link>
          <span className="faint row table-badges">
            <Marks entry={text} />
            <PathName className="cut" text={text.path} />
          </span>
        </span>
        <IconButton
          icon="up"
          label={d('move.up')}
          isDisabled={index === 0}
          onPress={() => move(index, index - 1)}
        />
        <IconButton
          icon="down"
          label={d('move.down')}
          isDisabled={index === count - 1}
          onPress={() => move(index, index + 1)}
        />
      </div>
    </li>
  )
}

/** The texts after a move, and the change of each: all must be as they were seen, few get a number. */
function changesOf(texts: readonly Entry[], numbers: ReadonlyMap<string, number>): Change[] {
  return texts.map(({ type, id, sha, metadata }) => {
    const which = { action: 'update', type, id, if_match: sha } as const
    return numbers.has(id) ? { ...which, metadata } : which
  })
}

interface Move {
  /** In the order that is wished. */
  readonly texts: readonly Entry[]
  /** The new ones, by ids. */
  readonly numbers: ReadonlyMap<string, number>
  /** Moves of one round are made upon each other. */
  readonly round: number
}

/**
 * The order, at once as it was made, and sent one move after the other, each as one commit. If anybody has changed one
 * of the texts meanwhile, that is said, and the order is that of the server again.
 */
function useOrder(saved: readonly Entry[]) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  /** Null while all moves are saved. */
  const [made, setMade] = useState<readonly Entry[] | null>(null)
  const latest = useRef({ made, shas: new Map<string, string>(), waiting: 0, round: 0 })
  const queue = useRef(Promise.resolve())
  const send = async ({ texts, numbers }: Move) => {
    const { shas } = latest.current
    const seen = texts.map((text) => ({ ...text, sha: shas.get(text.id) ?? text.sha }))
    const changes = changesOf(seen, numbers)
    const { results } = await call('changeSite', { path: { site_id: site.id }, body: { changes } })
    for (const [at, { id }] of texts.entries()) shas.set(id, results[at]?.sha ?? '')
  }
  const run = async (one: Move) => {
    const now = latest.current
    try {
      // After one that failed, those that were made upon it are not sent.
      if (one.round === now.round) await send(one)
    } catch (error) {
      now.round += 1
      showToast('bad', messageOf(error))
    }
    if (now.waiting === 1) await refreshContent(cache, site.id)
    now.waiting -= 1
    if (now.waiting > 0) return
    latest.current = { made: null, shas: new Map(), waiting: 0, round: 0 }
    setMade(null)
  }
  const move = (from: number, to: number) => {
    const now = latest.current
    const texts = now.made ?? saved
    const order = movedTo(texts, from, to)
    const numbers = newPositions(order.map(placed), texts[from]?.id ?? '')
    now.made = order.map((text) => numbered(text, numbers.get(text.id)))
    now.waiting += 1
    setMade(now.made)
    const one = { texts: now.made, numbers, round: now.round }
    queue.current = queue.current.then(() => run(one))
  }
  return { texts: made ?? saved, isMoving: made !== null, move }
}

function numbered(text: Entry, position: number | undefined): Entry {
  if (position === undefined) return text
  return { ...text, metadata: { ...text.metadata, position } }
}

/** Its number, as the server reads it. */
function placed({ id, metadata: { position } }: Entry): Placed {
  return { id, position: typeof position === 'number' ? position : null }
}
