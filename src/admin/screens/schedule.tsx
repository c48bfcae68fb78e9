/** What is to come: the scheduled texts of a site by month, as its server publishes them. */

import { useQuery } from '@tanstack/react-query'
import { listEntries } from '../api/entries.js'
import { keys, useCollections } from '../api/queries.js'
import type { Entry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { isScheduled } from '../text/moments.js'
import { dateText, monthText, t, timeOf } from '../text/text.js'
import { LoadError } from '../ui/load-error.js'
import { Name } from '../ui/name.js'
import { Empty, Screen, WaitingList } from '../ui/page.js'

/** Most texts that are looked at in each collection, those of the latest dates. */
const MAX_LISTED = 200

export function ScheduleScreen() {
  const { site } = useSiteJobs()
  const { data, error } = useScheduled(site.id)
  const monthOf = ({ live_from: from }: Entry) => monthText(from ?? '', site.timezone)
  const months = [...new Set((data ?? []).map(monthOf))]
  return (
    <Screen title={t('schedule')} lead={t('schedule.lead', { zone: site.timezone })}>
      {error && <LoadError error={error} />}
      {!data && !error && <WaitingList look="lines" rows={4} />}
      {data?.length === 0 && (
        <Empty icon="calendar" title={t('schedule.none')}>
          {t('schedule.none.text')}
        </Empty>
      )}
      {months.map((month) => (
        <section key={month} className="stack" aria-label={month}>
          <h2>{month}</h2>
          <ol className="found">
            {(data ?? [])
              .filter((entry) => monthOf(entry) === month)
              .map((entry) => (
                <li key={entry.id}>
                  <Link to={`/sites/${site.id}/${entry.type}s/${entry.id}`} className="found-title">
                    <Name text={entry.title || entry.basename} />
                  </Link>
                  <p className="faint">{dateText(entry.live_from ?? '', site.timezone)}</p>
                </li>
              ))}
          </ol>
        </section>
      ))}
    </Screen>
  )
}

/** The scheduled texts of all collections, the next ones first. */
function useScheduled(siteId: string) {
  const { data: collections } = useCollections(siteId)
  return useQuery({
    queryKey: [...keys.entries(siteId), 'scheduled'],
    enabled: collections !== undefined,
    queryFn: async ({ signal }): Promise<readonly Entry[]> => {
      const query = { sort: 'date-desc', visibility: 'visible', per_page: MAX_LISTED } as const
      const places = (collections ?? []).map(({ path }) => ({ siteId, collection: path }))
      const lists = await Promise.all(places.map((place) => listEntries(place, query, signal)))
      return lists
        .flatMap(({ items }) => items.filter((entry) => isScheduled(entry)))
        .toSorted((a, b) => timeOf(a.live_from ?? '') - timeOf(b.live_from ?? ''))
    },
  })
}
