/** The frame of the screens of a site: navigation and publish bar. */

import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { useCollections, useDataFiles, useKnownEntry, useSite } from '../api/queries.js'
import { useWaiting } from '../api/pending.js'
import type { Site } from '../api/types.js'
import { SET } from '../api/view.js'
import { collectionOfEntry } from '../editor/place.js'
import { shownText } from '../text/shown.js'
import { numberText, t } from '../text/text.js'
import { IconButton } from '../ui/button.js'
import { Icon, type IconName } from '../ui/icons.js'
import { Waiting } from '../ui/page.js'
import { NotLoaded } from '../screens/not-found.js'
import { AccountMenu } from './account-menu.js'
import { Bell } from './bell.js'
import { HomeShell, SkipLink } from './home-shell.js'
import { LiveProvider } from './live.js'
import { SiteJobsProvider } from './jobs.js'
import { Palette } from './palette.js'
import { PublishBar } from './publish-bar.js'
import { Link } from './router.js'
import { SiteMark } from './site-mark.js'
import { siteName } from './site-name.js'

const SetBar = lazy(async () => ({ default: (await import('../sets/frame.js')).SetBar }))
const SetSwitch = lazy(async () => ({ default: (await import('../sets/frame.js')).SetSwitch }))
const ReadOnlyNotice = lazy(async () => ({
  default: (await import('./read-only.js')).ReadOnlyNotice,
}))
const InSet = lazy(async () => ({ default: (await import('../sets/frame.js')).InSet }))

interface ShellProps {
  readonly siteId: string
  /** The path segments after the site's id. */
  readonly parts: readonly string[]
  readonly children: ReactNode
}

export function SiteShell({ siteId, parts, children }: ShellProps) {
  const { data: site, error } = useSite(siteId)
  if (error && !site) {
    return (
      <HomeShell>
        <NotLoaded error={error} next={{ to: '/sites', label: t('sites.all') }} />
      </HomeShell>
    )
  }
  if (!site) return <WaitingSite />
  return (
    <SiteJobsProvider site={site}>
      <LiveProvider>
        <SkipLink />
        <Palette />
        <div className="site">
          <nav className="side" aria-label={t('site')}>
            <Navigation site={site} parts={parts} />
          </nav>
          <div className="site-body">
            <header className="top">
              <Drawer site={site} parts={parts} />
              <span className="grow" />
              {SET === null ? (
                <PublishBar parts={parts} />
              ) : (
                <Suspense>
                  <SetBar id={SET} />
                </Suspense>
              )}
              <Bell />
              <AccountMenu />
            </header>
            <Suspense>
              <ReadOnlyNotice siteId={site.id} />
            </Suspense>
            <main id="main" className="main" tabIndex={-1}>
              {SET === null ? (
                children
              ) : (
                <Suspense fallback={<Waiting />}>
                  <InSet id={SET} kind={parts[0]}>
                    {children}
                  </InSet>
                </Suspense>
              )}
            </main>
          </div>
        </div>
      </LiveProvider>
    </SiteJobsProvider>
  )
}

/** The frame while the site is loading; same layout, so that nothing moves afterwards. */
function WaitingSite() {
  return (
    <div className="site">
      <div className="side" />
      <div className="site-body">
        <div className="top" />
        <Waiting />
      </div>
    </div>
  )
}

type NavigationProps = Pick<ShellProps, 'parts'> & { readonly site: Site }

/** The navigation on small screens, as a drawer. */
function Drawer({ site, parts }: NavigationProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="only-small">
      <IconButton icon="menu" label={t('menu')} onPress={() => setOpen(true)} />
      <ModalOverlay
        className="veil drawer-veil"
        isOpen={isOpen}
        onOpenChange={setOpen}
        isDismissable
      >
        <Modal className="drawer">
          <Dialog className="dialog" aria-label={t('menu')}>
            <div onClick={() => setOpen(false)} role="presentation">
              <Navigation site={site} parts={parts} />
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  )
}

function Navigation(props: NavigationProps) {
  const { site } = props
  return (
    <>
      <Link to="/sites" className="side-back">
        <Icon name="back" />
        {t('sites.all')}
      </Link>
      <p className="side-site" dir="auto" title={shownText(siteName(site))}>
        <SiteMark title={siteName(site)} />
        <bdi className="cut">{shownText(siteName(site))}</bdi>
      </p>
      <Suspense fallback={<p className="side-item" />}>
        <SetSwitch siteId={site.id} />
      </Suspense>
      <p className="side-head">{t('content')}</p>
      <ContentItems {...props} />
      <p className="side-head">{t('site')}</p>
      <SiteItems {...props} />
    </>
  )
}

function ContentItems({ site, parts }: NavigationProps) {
  const { data: collections = [] } = useCollections(site.id)
  const { data: dataFiles = [] } = useDataFiles(site)
  const [kind = '', name = ''] = parts
  const open = useKnownEntry(kind === 'documents' ? name : '')
  const current = kind === 'c' ? name || 'posts' : open && collectionOfEntry(open)
  const base = `/sites/${site.id}`
  const texts = collections.filter(({ path }) => path !== 'uploads')
  return (
    <ul aria-label={t('content')}>
      <Item to={`${base}/search`} icon="search" label={t('search')} isCurrent={kind === 'search'} />
      {texts.map(({ path, title }) => (
        <Item
          key={path}
          to={`${base}/c/${encodeURIComponent(path)}`}
          icon="post"
          label={title}
          isCurrent={current === path}
        />
      ))}
      <Item to={`${base}/pages`} icon="page" label={t('pages')} isCurrent={kind === 'pages'} />
      <Item to={`${base}/taxonomy`} icon="tag" label={t('tags')} isCurrent={kind === 'taxonomy'} />
      <Item to={`${base}/files`} icon="image" label={t('files')} isCurrent={kind === 'files'} />
      {dataFiles.length > 0 && SET === null && (
        <Item to={`${base}/data`} icon="table" label={t('data')} isCurrent={kind === 'data'} />
      )}
      <Item
        to={`${base}/schedule`}
        icon="calendar"
        label={t('schedule')}
        isCurrent={kind === 'schedule'}
      />
      {site.can.publish && SET === null && (
        <Item
          to={`${base}/deleted`}
          icon="trash"
          label={t('deleted.title')}
          isCurrent={kind === 'deleted'}
        />
      )}
    </ul>
  )
}

function SiteItems({ site, parts: [kind] }: NavigationProps) {
  const base = `/sites/${site.id}`
  // A change set has content only.
  const can: Partial<Site['can']> = SET === null ? site.can : { edit_source: site.can.edit_source }
  return (
    <ul aria-label={t('site')}>
      <Item to={`${base}/sets`} icon="branch" label={t('sets')} isCurrent={kind === 'sets'} />
      {can.publish && (
        <ReviewItem site={site} to={`${base}/review`} isCurrent={kind === 'review'} />
      )}
      {can.publish && (
        <Item
          to={`${base}/releases`}
          icon="history"
          label={t('releases')}
          isCurrent={kind === 'releases'}
        />
      )}
      {SET === null && (
        <Item
          to={`${base}/people`}
          icon="people"
          label={t('people')}
          isCurrent={kind === 'people'}
        />
      )}
      {can.edit_source && (
        <Item
          to={`${base}/source`}
          icon="source"
          label={t('source')}
          isCurrent={kind === 'source'}
        />
      )}
      {can.update && (
        <Item to={`${base}/audit`} icon="history" label={t('audit')} isCurrent={kind === 'audit'} />
      )}
      {can.update && (
        <Item
          to={`${base}/settings`}
          icon="settings"
          label={t('settings')}
          isCurrent={kind === 'settings'}
        />
      )}
    </ul>
  )
}

/** The link to the reviews, with the number of waiting documents; hidden if the site has no writers. */
function ReviewItem({ site, to, isCurrent }: Pick<ItemProps, 'to' | 'isCurrent'> & { site: Site }) {
  const { data: waiting } = useWaiting(site)
  const count = waiting?.length ?? 0
  if (count === 0 && !isCurrent) return null
  return <Item to={to} icon="check" label={t('review')} isCurrent={isCurrent} count={count} />
}

interface ItemProps {
  readonly to: string
  readonly icon: IconName
  readonly label: string
  readonly isCurrent: boolean
  readonly count?: number
}

function Item({ to, icon, label, isCurrent, count = 0 }: ItemProps) {
  return (
    <li>
      <Link to={to} className="side-item" isCurrent={isCurrent}>
        <Icon name={icon} />
        <span className="cut" dir="auto">
          {shownText(label)}
        </span>
        {count > 0 && <span className="side-count">{numberText(count)}</span>}
      </Link>
    </li>
  )
}
