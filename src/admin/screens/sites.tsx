/** The start screen: all sites of the user. */

import { useMemo, useState } from 'react'
import { useSites } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { useSession } from '../app/session.js'
import { navigate } from '../app/router.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Search } from '../ui/field.js'
import { Empty, Screen, WaitingList } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'
import { SiteTile } from './site-tile.js'

/** Up to this many sites there is no search field. */
const MAX_SITES_WITHOUT_SEARCH = 5

export function SitesScreen() {
  const { data, error } = useSites()
  const [search, setSearch] = useState('')
  const shown = useMemo(() => matching(data?.items ?? [], search), [data, search])
  const mayMake = useSession().session.can_create_sites
  const add = mayMake && (
    <Button look="primary" icon="plus" onPress={() => navigate('/sites/new')}>
      {t('sites.new')}
    </Button>
  )
  return (
    <Screen title={t('sites')} actions={data && data.total > 0 && add}>
      {error && <LoadError error={error} />}
      {!data && !error && <WaitingList look="tiles" rows={6} />}
      {data?.total === 0 && (
        <Empty icon="globe" title={t(mayMake ? 'sites.none' : 'sites.none.yet')} action={add}>
          {t(mayMake ? 'sites.none.text' : 'sites.none.yet.text')}
        </Empty>
      )}
      {data && data.total > MAX_SITES_WITHOUT_SEARCH && (
        <Search label={t('sites.search')} value={search} onChange={setSearch} />
      )}
      <ul className="tiles">
        {shown.map((site) => (
          <SiteTile key={site.id} site={site} />
        ))}
      </ul>
      {data && data.total > 0 && shown.length === 0 && (
        <Empty
          icon="search"
          title={t('search.none', { text: search })}
          action={<Button onPress={() => setSearch('')}>{t('filter.clear')}</Button>}
        />
      )}
    </Screen>
  )
}

function matching(sites: readonly Site[], search: string): readonly Site[] {
  const words = search.toLowerCase().split(/\s+/)
  return sites.filter(({ title, domain }) =>
    words.every((word) => `${title} ${domain}`.toLowerCase().includes(word)),
  )
}
