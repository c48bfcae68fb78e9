/** The frame of the screens outside of a site. */

import type { ReactNode } from 'react'
import { t } from '../text/text.js'
import { Icon } from '../ui/icons.js'
import { Link } from './router.js'
import { AccountMenu } from './account-menu.js'
import { Bell } from './bell.js'
import mark from './mark.svg'

export function HomeShell({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="top">
        <Link to="/sites" className="brand">
          <img src={mark} alt="" width="28" height="28" />
          Galley
        </Link>
        <span className="grow" />
        <Link to="/search" className="button icon-only quiet" label={t('search.everywhere')}>
          <Icon name="search" />
        </Link>
        <Bell />
        <AccountMenu />
      </header>
      <main id="main" className="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** A link for keyboard users that skips the navigation. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      {t('skip')}
    </a>
  )
}
