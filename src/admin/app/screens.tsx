/** The table of screens by path, for those who have signed in. */

import { lazy, Suspense, type ReactNode } from 'react'
import type { Site } from '../api/types.js'
import { Waiting } from '../ui/page.js'
import { editorKey } from './editor-keys.js'
import { HomeShell } from './home-shell.js'
import { useSiteJobs } from './jobs.js'
import { usePath } from './router.js'
import { siteName } from './site-name.js'
import { SiteShell } from './site-shell.js'
import { SitesScreen } from '../screens/sites.js'
import { NotFound, NoPermission } from '../screens/not-found.js'

const AccountScreen = lazy(async () => ({
  default: (await import('../screens/account.js')).AccountScreen,
}))
const UsersScreen = lazy(async () => ({
  default: (await import('../people/users.js')).UsersScreen,
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
const ReplaceScreen = lazy(async () => ({
  default: (await import('../screens/replace.js')).ReplaceScreen,
}))
const SiteAuditScreen = lazy(async () => ({
  default: (await import('../screens/audit.js')).SiteAuditScreen,
}))
const ServerAuditScreen = lazy(async () => ({
  default: (await import('../screens/audit.js')).ServerAuditScreen,
}))
const ScheduleScreen = lazy(async () => ({
  default: (await import('../screens/schedule.js')).ScheduleScreen,
}))
const DeletedScreen = lazy(async () => ({
  default: (await import('../screens/deleted.js')).DeletedScreen,
}))
const SourceScreen = lazy(async () => ({
  default: (await import('../source/source-screen.js')).SourceScreen,
}))
const DataScreen = lazy(async () => ({
  default: (await import('../data/data-screen.js')).DataScreen,
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
const SetsScreen = lazy(async () => ({
  default: (await import('../sets/sets-screen.js')).SetsScreen,
}))
const SetScreen = lazy(async () => ({
  default: (await import('../sets/set-screen.js')).SetScreen,
}))
const SettingsScreen = lazy(async () => ({
  default: (await import('../screens/settings.js')).SettingsScreen,
}))

export function CurrentScreen() {
  const parts = usePath().split('/').slice(1).map(decode)
  const [first = '', siteId = ''] = parts
  if (first === '' || (first === 'sites' && siteId === '')) return inHome(<SitesScreen />)
  if (first === 'search') return inHome(<AllSearchScreen />)
  if (first === 'account') return inHome(<AccountScreen />)
  if (first === 'users') return inHome(<UsersScreen />)
  if (first === 'audit') return inHome(<ServerAuditScreen />)
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
  if (kind === 'replace') return ifAllowed('publish', <ReplaceScreen />)
  if (kind === 'schedule') return <ScheduleScreen />
  if (kind === 'source') return ifAllowed('edit_source', <SourceScreen />)
  if (kind === 'data') return ifAllowed('publish', <DataScreen />)
  if (kind === 'taxonomy') return <TaxonomyScreen />
  if (kind === 'find') return <FindScreen />
  if (kind === 'review') return ifAllowed('publish', <ReviewScreen />)
  if (kind === 'sets') return name === '' ? <SetsScreen /> : <SetScreen key={name} id={name} />
  if (kind === 'people') return <PeopleScreen />
  if (kind === 'import') return <ImportScreen />
  if (kind === 'audit') return ifAllowed('update', <SiteAuditScreen />)
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
