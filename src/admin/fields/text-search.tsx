/** A search for a text of the site, of which one is picked. */

import { useState } from 'react'
import { useCollections } from '../api/queries.js'
import { useTextSearch, type FoundText } from '../api/search.js'
import type { Site } from '../api/types.js'
import { t } from '../text/text.js'
import { PickList, type PickItem } from '../ui/pick-list.js'

interface SearchProps {
  readonly site: Site
  readonly label: string
  /** Shown until something is typed. */
  readonly begin: string
  readonly onText: (text: FoundText) => void
  /** Which texts may be picked; by default, all. */
  readonly isOffered?: (text: FoundText) => boolean
  readonly autoFocus?: boolean
  /** Picks an address that is typed in place of words. */
  readonly typed?: {
    /** Null for words. */
    readonly addressOf: (words: string) => string | null
    readonly onAddress: (address: string) => void
  }
}

/** Id of the pick for what was typed. */
const TYPED = 'typed'

export function TextSearch(props: SearchProps) {
  const { site, label, begin, onText, isOffered, typed, autoFocus = true } = props
  const [words, setWords] = useState('')
  const { data: collections = [] } = useCollections(site.id)
  const address = typed?.addressOf(words) ?? null
  const { data, isFetching } = useTextSearch(site.id, address === null ? words : '')
  const titles = new Map(collections.map(({ path, title }) => [path, title]))
  const isSearch = words.trim() !== '' && address === null
  const found = isSearch ? (data?.items ?? []).filter((text) => isOffered?.(text) ?? true) : []
  const picks = [
    ...(address === null ? [] : [{ id: TYPED, label: address, icon: 'external' } as const]),
    ...found.map((text): PickItem => {
      const place = text.collection === null ? t('pages') : titles.get(text.collection)
      const isShown = text.visibility === 'visible'
      const note = isShown ? place : t(`visibility.${text.visibility}`)
      return { id: text.id, label: text.title || text.basename, icon: 'page', note }
    }),
  ]
  const noMatch = isFetching ? '' : t('search.none', { text: words })
  const pick = (id: string) => {
    const text = found.find((one) => one.id === id)
    if (text) onText(text)
    else if (address !== null) typed?.onAddress(address)
  }
  return (
    <PickList
      label={label}
      autoFocus={autoFocus}
      value={words}
      onChange={setWords}
      picks={picks}
      onPick={pick}
      none={words.trim() === '' ? begin : noMatch}
    />
  )
}
