/** The palette: commands of the screen, the screens of the site, and its texts, all found by typing. */

import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listEntries } from '../api/entries.js'
import { keys, useCollections } from '../api/queries.js'
import { useTextSearch } from '../api/search.js'
import type { Entry, Site } from '../api/types.js'
import { t, timeOf } from '../text/text.js'
import { Window } from '../ui/dialog.js'
import type { IconName } from '../ui/icons.js'
import { PickList } from '../ui/pick-list.js'
import { currentCommands, type Command } from './commands.js'
import { useSiteJobs } from './jobs.js'
import { navigate } from './router.js'

interface Offer extends Command {
  readonly note?: string
}

/** Texts that are offered at most. */
const MAX_TEXTS = 8

export function PaletteWindow({ onClose }: { onClose: () => void }) {
  const { site } = useSiteJobs()
  const [words, setWords] = useState('')
  // Those of the screen behind the window, which stays as it is.
  const [commands] = useState(currentCommands)
  const screens = useScreens(site)
  const { texts, isFetching } = useTexts(site, words)
  const offers: readonly Offer[] = [...matching([...commands, ...screens], words), ...texts]
  const pick = (id: string) => {
    const offer = offers.find((one) => one.id === id)
    onClose()
    // The window gives the focus back first.
    if (offer) requestAnimationFrame(() => offer.run())
  }
  return (
    <Window title={t('palette')} isOpen onClose={onClose}>
      <PickList
        label={t('palette.search')}
        value={words}
        onChange={setWords}
        picks={offers}
        onPick={pick}
        none={isFetching ? '' : t('search.none', { text: words })}
      />
    </Window>
  )
}

/** Those whose label has all the words. */
function matching(offers: readonly Offer[], words: string): readonly Offer[] {
  const parts = words.toLowerCase().split(/\s+/)
  return offers.filter(({ label }) => {
    const text = label.toLowerCase()
    return parts.every((part) => text.includes(part))
  })
}

function useScreens(site: Site): readonly Offer[] {
  const { data: collections = [] } = useCollections(site.id)
  const to = (label: string, path: string, icon: IconName): Offer => ({
    id: `go ${path}`,
    label,
    icon,
    note: t('palette.screen'),
    run: () => navigate(path),
  })
  const base = `/sites/${site.id}`
  const { publish, edit_source: source, update } = site.can
  const listed = collections.filter(({ path }) => path !== 'uploads')
  return [
    ...listed.map(({ path, title }) => to(title, `${base}/c/${encodeURIComponent(path)}`, 'post')),
    to(t('pages'), `${base}/pages`, 'page'),
    to(t('search.texts'), `${base}/search`, 'search'),
    ...(site.can.publish ? [to(t('replace.title'), `${base}/replace`, 'search')] : []),
    to(t('tags'), `${base}/taxonomy`, 'tag'),
    to(t('files'), `${base}/files`, 'image'),
    to(t('schedule'), `${base}/schedule`, 'calendar'),
    ...(publish ? [to(t('deleted.title'), `${base}/deleted`, 'trash')] : []),
    ...(publish ? [to(t('review'), `${base}/review`, 'check')] : []),
    ...(publish ? [to(t('releases'), `${base}/releases`, 'history')] : []),
    to(t('people'), `${base}/people`, 'people'),
    ...(source ? [to(t('source'), `${base}/source`, 'source')] : []),
    ...(update ? [to(t('settings'), `${base}/settings`, 'settings')] : []),
    to(t('account'), '/account', 'user'),
    to(t('sites.all'), '/sites', 'globe'),
  ]
}

type Text = Pick<Entry, 'id' | 'type' | 'title' | 'basename'>

/** The texts with the words; those that were changed last if there are none. */
function useTexts(site: Site, words: string) {
  const isAsked = words.trim() !== ''
  const { data: found, isFetching } = useTextSearch(site.id, words)
  const { data: recent = [] } = useQuery({
    queryKey: [...keys.entries(site.id), 'recent'],
    queryFn: ({ signal }) => readRecent(site.id, signal),
  })
  const texts: readonly Text[] = isAsked ? (found?.items ?? []) : recent
  const offers = texts.slice(0, MAX_TEXTS).map(({ id, type, title, basename }): Offer => ({
    id: `text ${id}`,
    label: title || basename,
    icon: type === 'page' ? 'page' : 'post',
    note: t(isAsked ? 'palette.text' : 'palette.recent'),
    run: () => navigate(`/sites/${site.id}/${type}s/${id}`),
  }))
  return { texts: offers, isFetching }
}

async function readRecent(siteId: string, signal: AbortSignal): Promise<readonly Text[]> {
  const query = { sort: 'updated_at-desc', per_page: MAX_TEXTS } as const
  const lists = await Promise.all(
    ['posts', null].map((collection) => listEntries({ siteId, collection }, query, signal)),
  )
  return lists
    .flatMap(({ items }) => items)
    .toSorted((a, b) => timeOf(b.updated_at) - timeOf(a.updated_at))
}
