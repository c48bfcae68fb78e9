/** All texts of a list in the order of their `position`, which is made by dragging them, or with the keyboard. */

import { useRef, useState, type KeyboardEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { listEntries, type Change, type ListPlace } from '../../api/entries.js'
import { keys, refreshContent } from '../../api/queries.js'
import type { Entry } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link } from '../../app/router.js'
import { Grip, SaidMove, useSorting, type Sorting } from '../../data/sortable.js'
import { d } from '../../text/data-texts.js'
import { messageOf, t } from '../../text/text.js'
import { IconButton } from '../../ui/button.js'
import { LoadError } from '../../ui/load-error.js'
import { Name, PathName } from '../../ui/name.js'
import { WaitingList } from '../../ui/page.js'
import { showToast } from '../../ui/toast.js'
import { Marks } from './entry-table.js'
import { movedTo, newPositions, type Placed } from './positions.js'
import '../../style/data.css'

/** What the API has on one page. */
const PER_PAGE = 1000

interface ListProps {
  readonly place: ListPlace
  readonly label: string
}

export function OrderList({ place, label }: ListProps) {
  const { data, error } = useQuery({
    queryKey: [...keys.entries(place.siteId), 'ordered', place],
    queryFn: ({ signal }) =>
      listEntries(place, { sort: 'position-asc', per_page: PER_PAGE }, signal),
  })
  if (error) return <LoadError error={error} />
  if (!data) return <WaitingList look="lines" rows={8} />
  return <Ordered key={place.collection} label={label} saved={data.items} />
}

interface OrderedProps {
  readonly label: string
  /** In the order that the server knows. */
  readonly saved: readonly Entry[]
}

function Ordered({ label, saved }: OrderedProps) {
  const { texts, move } = useOrder(saved)
  const sorting = useSorting({
    ids: texts.map(({ id }) => id),
    nameOf: (index) => titleOf(texts[index]),
    onMove: move,
  })
  return (
    <div className="stack-small">
      <p className="faint">{t('entries.order')}</p>
      <ol className="data-list" aria-label={label} ref={sorting.list}>
        {texts.map((text, index) => (
          <Row key={text.id} {...{ text, index, sorting }} />
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
}

function Row({ text, index, sorting }: RowProps) {
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
    <li className="data-item" data-row {...sorting.row(index)} onKeyDown={onKeyDown}>
      <div className="data-head">
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
  return { texts: made ?? saved, move }
}

function numbered(text: Entry, position: number | undefined): Entry {
  if (position === undefined) return text
  return { ...text, metadata: { ...text.metadata, position } }
}

/** Its number, as the server reads it. */
function placed({ id, metadata: { position } }: Entry): Placed {
  return { id, position: typeof position === 'number' ? position : null }
}
