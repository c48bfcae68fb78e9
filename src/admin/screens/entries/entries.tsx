/** The list of a collection's documents, or of the pages: search, filters, order, and actions on several. */

import { lazy, Suspense, useState, type Dispatch, type SetStateAction } from 'react'
import { useCollections } from '../../api/queries.js'
import {
  useDraftsFirst,
  useOrderedEntries,
  windowOf,
  type EntryWindow,
} from '../../api/entry-list.js'
import { useListSearch } from '../../api/search.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link, useParameter } from '../../app/router.js'
import { t } from '../../text/text.js'
import { Button, Toggle } from '../../ui/button.js'
import { Empty, Screen, WaitingList } from '../../ui/page.js'
import { LoadError } from '../../ui/load-error.js'
import { Found } from '../found.js'
import { EntryTable } from './entry-table.js'
import { EntryTree } from './entry-tree.js'
import { Filters, useFilters } from './filters.js'
import { languagesIn } from './language-marks.js'
import { NewButton } from './new-button.js'
import { SelectionBar, type Selected } from './selection-bar.js'
import { UnsavedNew } from './unsaved-new.js'

const OrderList = lazy(async () => ({ default: (await import('./order-list.js')).OrderList }))

/** Most texts that are ordered by hand: each move is compared with all of them. */
const MAX_ORDERED = 300

export function EntriesScreen({ collection }: { collection: string | null }) {
  const { site } = useSiteJobs()
  const { data: collections = [] } = useCollections(site.id)
  const known = collections.find(({ path }) => path === collection)
  const filters = useFilters(site, collection)
  const list = useDraftsFirst(filters.filter, filters.isDraftsFirst)
  const texts = useTexts(filters, list)
  const [selected, setSelected] = useState<Selected>(new Map())
  const tree = useTree(list)
  const order = useOrder(filters, list, tree.isOn)
  const title = collection === null ? t('pages') : (known?.title ?? collection)
  const target = collection === null ? 'pages' : `c/${encodeURIComponent(collection)}`
  const mayAdd = site.can.create_documents
  const add = mayAdd && (
    <NewButton {...{ site, collection }} to={`/sites/${site.id}/${target}/new`} />
  )
  const isEmpty = list.total === 0 && !filters.isFiltered
  return (
    <Screen title={title} actions={isEmpty ? undefined : add}>
      {!isEmpty && <Filters {...filters} first={tree.toggle} languages={languagesIn(list)} />}
      {filters.search !== '' && (
        <p className="faint">
          <Link to={`/sites/${site.id}/search?q=${encodeURIComponent(filters.search)}`}>
            {t('entries.search-texts', { text: filters.search })}
          </Link>
        </p>
      )}
      {mayAdd && <UnsavedNew collection={collection} target={`/sites/${site.id}/${target}/new`} />}
      {list.error !== null && <LoadError error={list.error} />}
      {list.total === null && list.error === null && <WaitingList look="table" rows={12} />}
      {isEmpty && (
        <Empty icon="post" title={t('entries.none')} action={add}>
          {t('entries.none.text')}
        </Empty>
      )}
      {list.total === 0 && filters.isFiltered && texts.isNone && (
        <Empty
          icon="search"
          title={t('entries.no-match')}
          action={<Button onPress={filters.clear}>{t('filter.clear')}</Button>}
        />
      )}
      {list.total !== null && list.total > 0 && (
        <Rows
          {...{ list, filters, title, collection, selected, setSelected, order }}
          total={list.total}
          isTree={tree.isOn}
        />
      )}
      <InTexts found={texts.found} />
      <SelectionBar
        selected={selected}
        list={order.saved ? windowOf(order.saved) : list}
        isWaiting={order.isMoving}
        onDone={() => setSelected(new Map())}
      />
    </Screen>
  )
}

/** The texts that are put in order by hand, where that is done. */
function useOrder(
  { filter, isOrdered, site }: ReturnType<typeof useFilters>,
  { total }: EntryWindow,
  isTree: boolean,
) {
  const isOn = isOrdered && !isTree && site.can.publish && total !== null && total <= MAX_ORDERED
  const { data, error } = useOrderedEntries(filter.place, isOn)
  const [isMoving, setMoving] = useState(false)
  return {
    isOn,
    saved: isOn ? data?.items : undefined,
    error,
    isMoving: isOn && isMoving,
    setMoving,
  }
}

/** Documents with the words in their body; nothing if there are none. */
function InTexts({ found }: { found: ReturnType<typeof useTexts>['found'] }) {
  if (found.length === 0) return null
  return (
    <section className="stack" aria-label={t('entries.in-texts')}>
      <h2>{t('entries.in-texts')}</h2>
      <ol className="found">
        {found.map((one) => (
          <Found key={one.id} found={one} place={one.path} />
        ))}
      </ol>
    </section>
  )
}

/** Rows of the list that are compared, so that its documents are not shown twice. */
const MAX_LISTED = 100

/** A full-text search beside the list, which searches titles. Off while other filters are set. */
function useTexts(
  { filter, search, isOnlySearch }: ReturnType<typeof useFilters>,
  list: EntryWindow,
) {
  const { data, error, isFetching } = useListSearch(filter.place, isOnlySearch ? search : '')
  const rows = Math.min(list.total ?? 0, MAX_LISTED)
  const listed = new Set(Array.from({ length: rows }, (_, index) => list.at(index)?.id))
  const isAsked = isOnlySearch && search.trim() !== ''
  const found = isAsked ? (data?.items ?? []).filter(({ id }) => !listed.has(id)) : []
  return { found, isNone: found.length === 0 && !(isAsked && isFetching && !error) }
}

/** Whether the date column is shown; judged by the first rows. */
function isDated(list: EntryWindow): boolean {
  return Array.from({ length: 50 }, (_, index) => list.at(index)).some((entry) => entry?.date)
}

interface RowsProps {
  readonly list: EntryWindow
  readonly total: number
  readonly filters: ReturnType<typeof useFilters>
  readonly title: string
  readonly collection: string | null
  readonly selected: Selected
  readonly setSelected: Dispatch<SetStateAction<Selected>>
  readonly isTree: boolean
  readonly order: ReturnType<typeof useOrder>
}

/** The rows, as a table, a tree, or a list that is put in order. */
function Rows(props: RowsProps) {
  const { list, total, filters, title, collection, selected, setSelected, isTree, order } = props
  const { place, query } = filters.filter
  if (isTree) {
    return (
      <EntryTree
        key={JSON.stringify(query)}
        {...{ place, query }}
        label={title}
        isFiltered={filters.isFiltered}
      />
    )
  }
  if (order.isOn) {
    const waiting = <WaitingList look="lines" rows={8} />
    if (order.error) return <LoadError error={order.error} />
    if (!order.saved) return waiting
    return (
      <Suspense fallback={waiting}>
        <OrderList
          key={collection}
          label={title}
          saved={order.saved}
          selected={selected}
          onSelect={setSelected}
          onMoving={order.setMoving}
        />
      </Suspense>
    )
  }
  return (
    <EntryTable
      {...{ list, total, selected }}
      label={title}
      isDated={collection === 'posts' || isDated(list)}
      isTagged={collection === 'posts'}
      onSelect={setSelected}
    />
  )
}

const TREE = 'tree'
/** Number of rows that are checked for folders. */
const MAX_CHECKED = 200

/** Whether the tree is shown, and a function to switch; offered only if there are folders. */
function useTree(list: EntryWindow) {
  const [view, setView] = useParameter('view')
  const isOn = view === TREE
  const toggle = (isOn || hasFolders(list)) && (
    <Toggle
      icon="folder"
      label={t('entries.tree')}
      isOn={isOn}
      onChange={(next) => setView(next ? TREE : null)}
    />
  )
  return { isOn, toggle }
}

function hasFolders(list: EntryWindow): boolean {
  const count = Math.min(list.total ?? 0, MAX_CHECKED)
  return Array.from({ length: count }, (_, index) => list.at(index)).some((entry) =>
    entry?.path.includes('/'),
  )
}
