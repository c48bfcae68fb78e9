/** The input for references to other documents, by their file names without extension: `2026-11-20-hello`. */

import { useDeferredValue } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listEntries } from '../api/entries.js'
import { keys } from '../api/queries.js'
import type { Entry, Site } from '../api/types.js'
import { SuggestField } from '../ui/suggest.js'
import { WordsField } from '../ui/words.js'

interface ReferenceProps {
  readonly site: Site
  readonly label: string
  /** One name, or several for a list. */
  readonly value: string | readonly string[]
  readonly onChange: (value: string | string[]) => void
  readonly collection: string
  readonly help: string | undefined
  readonly error: string | undefined
}

const MAX_SUGGESTIONS = 30

export function ReferenceField({ site, collection, value, onChange, ...field }: ReferenceProps) {
  const isSeveral = typeof value !== 'string'
  const q = useDeferredValue(isSeveral ? '' : value) || undefined
  const place = { siteId: site.id, collection }
  const { data, isFetching } = useQuery({
    queryKey: [...keys.entries(site.id), 'references', collection, q],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await listEntries(place, { q, per_page: MAX_SUGGESTIONS, sort: 'updated_at-desc' }, signal))
        .items,
  })
  const found = (data ?? []).map((entry) => ({ id: nameOf(entry), label: entry.title }))
  if (isSeveral) {
    const known = found.map(({ id }) => id)
    return <WordsField {...field} value={value} known={known} onChange={onChange} />
  }
  const suggesting = { suggestions: found, isLoading: isFetching }
  return <SuggestField {...field} {...suggesting} value={value} onChange={onChange} />
}

function nameOf({ path }: Entry): string {
  return path.replace(/\.[^./]+$/, '')
}
