/** The search screens, for one site and for all sites. */

import { useTextSearch, type FoundText } from '../api/search.js'
import { useCollections, useSites } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link, useParameter } from '../app/router.js'
import { t } from '../text/text.js'
import { Search } from '../ui/field.js'
import { Empty, Screen, WaitingList } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'
import { Found } from './found.js'

/** Searches the current site. Must be inside `SiteJobsProvider`. */
export function SiteSearchScreen() {
  const { site } = useSiteJobs()
  const { data: collections = [] } = useCollections(site.id)
  const titles = new Map(collections.map(({ path, title }) => [path, title]))
  const placeOf = ({ collection }: FoundText) =>
    collection === null ? t('pages') : (titles.get(collection) ?? collection)
  const replace = site.can.publish ? `/sites/${site.id}/replace` : null
  return <SearchScreen siteId={site.id} title={t('search.texts')} {...{ placeOf, replace }} />
}

/** Searches all sites of the user. */
export function AllSearchScreen() {
  const { data: sites } = useSites()
  const titles = new Map((sites?.items ?? []).map(({ id, title }) => [id, title]))
  const placeOf = ({ site_id }: FoundText) => titles.get(site_id) ?? ''
  return <SearchScreen siteId={null} title={t('search.everywhere')} placeOf={placeOf} />
}

interface SearchProps {
  readonly siteId: string | null
  readonly title: string
  /** Describes the place of a document. */
  readonly placeOf: (found: FoundText) => string
  /** The path of the screen that replaces words; null for none. */
  readonly replace?: string | null
}

function SearchScreen({ siteId, title, placeOf, replace = null }: SearchProps) {
  const [words, setWords] = useParameter('q')
  const { data, error, isFetching } = useTextSearch(siteId, words)
  const isAsked = words.trim() !== ''
  const isNone = data?.total === 0 && !isFetching
  const actions = replace !== null && (
    <Link to={`${replace}?q=${encodeURIComponent(words)}`} className="button">
      {t('replace.title')}
    </Link>
  )
  return (
    <Screen title={title} {...(actions && { actions })}>
      <Search autoFocus label={title} value={words} onChange={setWords} />
      {error && <LoadError error={error} />}
      {!isAsked && (
        <Empty icon="search" title={t('search.begin')}>
          {t('search.begin.text')}
        </Empty>
      )}
      {isAsked && !data && !error && <WaitingList look="lines" rows={6} />}
      {isAsked && data && (
        <>
          {isNone && <Empty icon="search" title={t('search.none', { text: words })} />}
          <p className={isNone ? 'visually-hidden' : 'faint'} role="status">
            {isNone ? t('search.none', { text: words }) : t('entries.count', { count: data.total })}
          </p>
          <ol className="found">
            {data.items.map((found) => (
              <Found key={found.id} found={found} place={placeOf(found)} />
            ))}
          </ol>
        </>
      )}
    </Screen>
  )
}
