/** An address that leads nowhere. */

import { t } from '../text/text.js'
import { Link } from '../app/router.js'
import { Empty, Screen } from '../ui/page.js'

export function NotFound() {
  return (
    <Screen title={t('not-found')} isNarrow>
      <Empty
        icon="search"
        title={t('not-found.title')}
        action={<Link to="/sites">{t('sites.all')}</Link>}
      >
        {t('not-found.text')}
      </Empty>
    </Screen>
  )
}
