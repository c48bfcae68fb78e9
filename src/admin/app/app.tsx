/** The whole admin: query cache, session, and the table of screens by path. */

import { lazy, Suspense, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { ApiError, onServerWait, type ServerWait } from '../api/client.js'
import type { Site } from '../api/types.js'
import { clockText, language, t } from '../text/text.js'
import { showToastWhile, Toasts } from '../ui/toast.js'
import { Waiting } from '../ui/page.js'
import { editorKey } from './editor-keys.js'
import { Router, usePath } from './router.js'
import { SessionGate } from './session.js'
import { HomeShell } from './home-shell.js'
import { useSiteJobs } from './jobs.js'
import { siteName } from './site-name.js'
import { SiteShell } from './site-shell.js'
import { SitesScreen } from '../screens/sites.js'
import { NotFound, NoPermission } from '../screens/not-found.js'

const AccountScreen = lazy(async () => ({
  default: (await import('../screens/account.js')).AccountScreen,
}))
const FirstStart = lazy(async () => ({
  default: (await import('../setup/first-start.js')).FirstStart,
}))
const NewSiteScreen = lazy(async () => ({
  default: (await import('../setup/new-site.js')).NewSiteScreen,
}))
const EntriesScreen = lazy(async () => ({
  default: (await import('../screens/entries/entries.js')).EntriesScreen,
}))
const Entrance = lazy(async () => ({
  default: (await import('../screens/entries/entrance.js')).Entrance,
}))
const EditorScreen = lazy(async () => ({
  default: (await import('../screens/editor.js')).EditorScreen,
}))
const FilesScreen = lazy(async () => ({
  default: (await import('../screens/files/files.js')).FilesScreen,
}))
const ReleasesScreen = lazy(async () => ({
  default: (await import('../screens/releases.js')).ReleasesScreen,
}))
const PeopleScreen = lazy(async () => ({
  default: (await import('../screens/people.js')).PeopleScreen,
}))
const FindScreen = lazy(async () => ({ default: (await import('../screens/find.js')).FindScreen }))
const AllSearchScreen = lazy(async () => ({
  default: (await import('../screens/search.js')).AllSearchScreen,
}))
const SiteSearchScreen = lazy(async () => ({
  default: (await import('../screens/search.js')).SiteSearchScreen,
}))
const DeletedScreen = lazy(async () => ({
  default: (await import('../screens/deleted.js')).DeletedScreen,
}))
const SourceScreen = lazy(async () => ({
  default: (await import('../source/source-screen.js')).SourceScreen,
}))
const TaxonomyScreen = lazy(async () => ({
  default: (await import('../screens/taxonomy.js')).TaxonomyScreen,
}))
const ReviewScreen = lazy(async () => ({
  default: (await import('../screens/review.js')).ReviewScreen,
}))
const ImportScreen = lazy(async () => ({
  default: (await import('../setup/import-report.js')).ImportScreen,
}))
const ImportProgressScreen = lazy(async () => ({
  default: (await import('../setup/import-progress.js')).ImportProgressScreen,
}))
const SettingsScreen = lazy(async () => ({
  default: (await import('../screens/settings.js')).SettingsScreen,
}))

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A request that the server refused would be refused again.
      retry: (count, error) => !(error instanceof ApiError) && count < 2,
    },
  },
})

/** Shorter waits are not shown. */
const MIN_WAIT_MS = 1500

onServerWait(({ status, milliseconds, over }: ServerWait) => {
  if (milliseconds < MIN_WAIT_MS) return
  const time = clockText(Date.now() + milliseconds)
  showToastWhile(t(status === 429 ? 'error.waits' : 'error.waits-start', { time }), over)
})

export function App() {
  return (
    <I18nProvider locale={language()}>
      <QueryClientProvider client={cache}>
        <Router>
          <Suspense fallback={<Waiting />}>
            <Start />
          </Suspense>
          <Toasts />
        </Router>
      </QueryClientProvider>
    </I18nProvider>
  )
}

/** The setup screen needs no session: its link creates the first user. */
function Start() {
  if (usePath() === '/start') return <FirstStart />
  return (
    <SessionGate>
      <Suspense fallback={<Waiting />}>
        <CurrentScreen />
      </Suspense>
    </SessionGate>
  )
}

function CurrentScreen() {
  const parts = usePath().split('/').slice(1).map(decode)
  const [first = '', siteId = ''] = parts
  if (first === '' || (first === 'sites' && siteId === '')) return inHome(<SitesScreen />)
  if (first === 'search') return inHome(<AllSearchScreen />)
  if (first === 'account') return inHome(<AccountScreen />)
  if (first === 'imports') return inHome(<ImportProgressScreen key={siteId} id={siteId} />)
  if (first !== 'sites') return inHome(<NotFound />)
  if (siteId === 'new') return inHome(<NewSiteScreen />)
  return (
    <SiteShell key={siteId} siteId={siteId} parts={parts.slice(2)}>
      <Suspense fallback={<Waiting />}>{siteScreen(parts.slice(2))}</Suspense>
    </SiteShell>
  )
}

function inHome(screen: ReactNode) {
  return (
    <HomeShell>
      <Suspense fallback={<Waiting />}>{screen}</Suspense>
    </HomeShell>
  )
}

/** The screen for a path below a site, given as segments: `['c', 'posts', 'new']`. */
function siteScreen([kind = '', name = '', action = '']: readonly string[]): ReactNode {
  if (kind === '') return <Entrance />
  if (kind === 'c' && action === 'new') {
    const key = editorKey(name, null)
    return <EditorScreen key={key} type="document" collection={name} id={null} />
  }
  if (kind === 'c') return <EntriesScreen key={name} collection={name || 'posts'} />
  if (kind === 'pages' && name === 'new') {
    const key = editorKey('pages', null)
    return <EditorScreen key={key} type="page" collection={null} id={null} />
  }
  if (kind === 'pages' && name === '') return <EntriesScreen key="pages" collection={null} />
  if (kind === 'pages' || kind === 'documents') {
    const type = kind === 'pages' ? 'page' : 'document'
    return <EditorScreen key={editorKey('', name)} type={type} collection={null} id={name} />
  }
  if (kind === 'files') return <FilesScreen key={name} collection={name || 'uploads'} />
  if (kind === 'deleted') return ifAllowed('publish', <DeletedScreen />)
  if (kind === 'releases') return ifAllowed('publish', <ReleasesScreen />)
  if (kind === 'search') return <SiteSearchScreen />
  if (kind === 'source') return ifAllowed('edit_source', <SourceScreen />)
  if (kind === 'taxonomy') return <TaxonomyScreen />
  if (kind === 'find') return <FindScreen />
  if (kind === 'review') return ifAllowed('publish', <ReviewScreen />)
  if (kind === 'people') return <PeopleScreen />
  if (kind === 'import') return <ImportScreen />
  if (kind === 'settings') return ifAllowed('update', <SettingsScreen />)
  return <NotFound />
}

function ifAllowed(may: keyof Site['can'], screen: ReactNode) {
  return <Allowed may={may}>{screen}</Allowed>
}

/** Checks a permission. The navigation hides forbidden screens, but users can type their addresses. */
function Allowed({ may, children }: { may: keyof Site['can']; children: ReactNode }) {
  const { site } = useSiteJobs()
  if (site.can[may]) return children
  return <NoPermission next={{ to: `/sites/${site.id}`, label: siteName(site) }} />
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
