/** Shown instead of a screen: unknown address, missing object, or no permission. */

import { ApiError } from '../api/client.js'
import { messageOf, t } from '../text/text.js'
import { Link } from '../app/router.js'
import { Empty, Screen } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'

/** A link to continue with. */
export interface NextLink {
  readonly to: string
  readonly label: string
}

export function NotFound() {
  return (
    <Screen title={t('not-found')}>
      <Empty
        icon="search"
        title={t('not-found.title')}
        action={<NextButton to="/sites" label={t('sites.all')} />}
      >
        {t('not-found.text')}
      </Empty>
    </Screen>
  )
}

/** Shown if the user may not use the screen. */
export function NoPermission({ next }: { next: NextLink }) {
  return (
    <Screen title={t('error.not-yours.title')}>
      <Empty icon="key" title={t('error.not-yours')} action={<NextButton {...next} />}>
        {t('error.not-yours.text')}
      </Empty>
    </Screen>
  )
}

/** Shown if the screen's object cannot be loaded. */
export function NotLoaded({ error, next }: { error: unknown; next: NextLink }) {
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Screen title={isGone ? t('not-found') : t('error.unknown')}>
      {isGone ? (
        <Empty icon="search" title={t('not-found.title')} action={<NextButton {...next} />}>
          {messageOf(error)}
        </Empty>
      ) : (
        <LoadError error={error} />
      )}
    </Screen>
  )
}

function NextButton({ to, label }: NextLink) {
  return (
    <Link to={to} className="button">
      {label}
    </Link>
  )
}
