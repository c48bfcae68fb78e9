/** The documents of a collection, or the pages: search, filters, order, and several at once. */

import { useDeferredValue, useState } from 'react'
import { useCollections } from '../api/queries.js'
import { useEntryWindow } from '../api/entry-list.js'
import type { Site } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { navigate, useParameter } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Search, Select } from '../ui/field.js'
import { Notice } from '../ui/notice.js'
import { Empty, Screen, Waiting } from '../ui/page.js'
import { EntryTable } from './entry-table.js'
import { SelectionBar } from './selection-bar.js'

const SORTS = ['date-desc', 'date-asc', 'updated_at-desc', 'title-asc', 'title-desc'] as const
const PAGE_SORTS = ['path-asc', 'updated_at-desc', 'title-asc', 'title-desc'] as const
const VISIBILITIES = ['visible', 'hidden', 'draft'] as const
/** No choice: a list box needs a name for it. */
const ALL = 'all'

export function EntriesScreen({ collection }: { collection: string | null }) {
  const { site, rights } = useSiteJobs()
  const { data: collections = [] } = useCollections(site.id)
  const known = collections.find(({ path }) => path === collection)
  const filters = useFilters(site, collection)
  const list = useEntryWindow(filters.filter)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const title = collection === null ? t('pages') : (known?.title ?? collection)
  const target = collection === null ? 'pages' : `c/${encodeURIComponent(collection)}`
  const mayAdd = rights.site.create_documents
  const add = mayAdd && (
    <Button look="primary" icon="plus" onPress={() => navigate(`/sites/${site.id}/${target}/new`)}>
      {collection === null ? t('entries.new-page') : t('entries.new')}
    </Button>
  )
  const isEmpty = list.total === 0 && !filters.isFiltered
  return (
    <Screen title={title} actions={isEmpty ? undefined : add}>
      {!isEmpty && filters.controls}
      {list.error !== null && <Notice tone="bad">{messageOf(list.error)}</Notice>}
      {list.total === null && list.error === null && <Waiting />}
      {isEmpty && (
        <Empty icon="post" title={t('entries.none')} action={add}>
          {t('entries.none.text')}
        </Empty>
      )}
      {list.total === 0 && filters.isFiltered && <p className="soft">{t('entries.no-match')}</p>}
      {list.total !== null && list.total > 0 && (
        <EntryTable
          list={list}
          total={list.total}
          label={title}
          selected={selected}
          onSelect={setSelected}
        />
      )}
      <SelectionBar selected={selected} list={list} onDone={() => setSelected(new Set())} />
    </Screen>
  )
}

function useFilters(site: Site, collection: string | null) {
  const [search, setSearch] = useParameter('q')
  const [visibility, setVisibility] = useParameter('visibility')
  const [sort, setSort] = useParameter('sort')
  const q = useDeferredValue(search)
  const sorts = collection === null ? PAGE_SORTS : SORTS
  const order = sorts.find((name) => name === sort) ?? sorts[0]
  const filter = { siteId: site.id, collection, q, sort: order, visibility }
  const controls = (
    <div className="filters">
      <Search label={t('entries.search')} value={search} onChange={setSearch} />
      <Select
        isBare
        label={t('visibility')}
        value={visibility || ALL}
        choices={[
          { id: ALL, label: t('visibility.all') },
          ...VISIBILITIES.filter((id) => id !== 'draft' || collection === 'posts').map((id) => ({
            id,
            label: t(`visibility.${id}`),
          })),
        ]}
        onChange={(value) => setVisibility(value === ALL ? null : value)}
      />
      <Select
        isBare
        label={t('sort')}
        value={order}
        choices={sorts.map((id) => ({ id, label: t(`sort.${id}`) }))}
        onChange={setSort}
      />
    </div>
  )
  return { filter, controls, isFiltered: search !== '' || visibility !== '' }
}
