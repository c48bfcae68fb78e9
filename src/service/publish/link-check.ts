/**
 * Says before a publish which live addresses would be gone, and which links inside the site would lead nowhere. It goes
 * by what has changed since the live release: nothing is built, and a link that led nowhere before is not told again.
 * Where it is not certain, a link counts as good.
 */

import { text } from '../../builder/base/settings.js'
import { mayLinkTo } from '../../builder/links-in.js'
import { REDIRECT_FROM } from '../../builder/plugins/redirect-from.js'
import { decoded, redirectsOf } from '../../content/redirects.js'
import type { SiteConfig } from '../../content/site-config.js'
import type { Actor } from '../../model/user.js'
import type { EntryFacts, EntryKind } from '../../model/entry.js'
import type { Records } from '../../store/records/records.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { createYielder } from '../../system/yielding.js'
import { askerOf, type Access } from '../accounts/access.js'
import { configAt } from '../branch/config-state.js'
import type { Repositories } from '../branch/repositories.js'
import { pluginsOf } from '../content/rendered-files.js'
import { findGone, type GoneAddress } from './gone-addresses.js'
import { changedTexts, linksOf, templatesNaming, textsNaming } from './linking.js'
import type { Releases } from './releases.js'
import { openAddresses, type Publication, type SiteAddresses } from './site-addresses.js'

/** A link that would lead nowhere. */
interface BrokenLink {
  /** Where it leads, as an address of the site. */
  readonly url: string
  /** The file that has it, from the root of the sources. */
  readonly path: string
  readonly kind: EntryKind
  /** Id and title of the text that has it; null for templates, data and settings. */
  readonly id: string | null
  readonly title: string | null
}

/** What a publish would do to addresses and links. */
export interface LinkReport {
  /** Commit of the live release; null if nothing is live, or its commit is not in the history. */
  readonly from: string | null
  /** The commit that would be published; null for an empty site. */
  readonly to: string | null
  /** In the order of paths. */
  readonly gone: readonly GoneAddress[]
  readonly broken: readonly BrokenLink[]
  /** True if `redirect_from` in front matter makes a redirect. */
  readonly hasRedirects: boolean
  /** False if a limit was reached, so that there may be more. */
  readonly isComplete: boolean
}

/** Most addresses and links of a report. */
const MAX_GONE = 100
const MAX_BROKEN = 200

interface LinkCheckDependencies {
  readonly access: Pick<Access, 'onSite'>
  readonly index: SiteIndex
  readonly records: Pick<Records, 'releases' | 'entryIds'>
  readonly releases: Pick<Releases, 'current'>
  readonly repositories: Pick<Repositories, 'get'>
  readonly now: () => number
}

export type LinkCheck = ReturnType<typeof createLinkCheck>

export function createLinkCheck(dependencies: LinkCheckDependencies) {
  const { access, index } = dependencies
  return {
    /** For users who may see the history. */
    async get(actor: Actor, siteId: string): Promise<LinkReport> {
      const { site } = access.onSite(actor, siteId, 'history.read')
      const publication = await publicationOf(dependencies, site.id)
      if (publication !== null) return check(dependencies, publication, askerOf(actor))
      const nothing = { gone: [], broken: [], hasRedirects: false, isComplete: true }
      return { from: null, to: index.commitOf(site.id), ...nothing }
    },
  }
}

/** Null if there is nothing to compare. */
async function publicationOf(
  { index, records, releases, repositories, now }: LinkCheckDependencies,
  siteId: string,
): Promise<Publication | null> {
  const live = await releases.current(siteId, 'live')
  const to = index.commitOf(siteId)
  if (live === null || to === null) return null
  const { commit: from } = records.releases.get(live.id)
  if (index.commitAt(siteId, from) === null) return null
  const repository = await repositories.get(siteId)
  const changes = await repository.diff(from, to)
  return { siteId, repository, from, to, changes, live, now: now() }
}

async function check(
  { index, records: { entryIds } }: LinkCheckDependencies,
  publication: Publication,
  asker: string | undefined,
): Promise<LinkReport> {
  const { repository, from, to } = publication
  const { config } = await configAt(repository, to)
  const plugins = await pluginsOf({ repository, snapshot: repository.snapshot(to), config })
  const hasRedirects = plugins.has(REDIRECT_FROM.name)
  const changed = await changedTexts(index, publication)
  const { former, tell } = formerLinks(changed.items, config)
  const candidates = await findGone({ index, entryIds }, publication, tell)
  const addresses = openAddresses(index, {
    publication,
    lost: new Set(candidates.gone.flatMap(({ files }) => files)),
    redirects: hasRedirects ? redirectsIn(index, publication, changed.items) : [],
    baseUrl: (text(config.raw.get('baseurl')) ?? '').replace(/(?<!\/)\/+$/, ''),
  })
  const gone = await reallyGone(addresses, candidates.gone)
  const naming = await textsNaming(index, { publication, gone, asker })
  const templates = await templatesNaming(publication, gone, config)
  const linking = { publication, addresses, gone, former, config }
  const broken = await brokenLinks(index, {
    ...linking,
    changed: changed.items,
    naming: naming.items,
  })
  const all = [
    ...broken,
    ...templates.items.map((one) => ({ ...one, kind: 'file' as const, id: null, title: null })),
  ]
  const lists = [changed, candidates, naming, templates]
  return {
    from,
    to,
    gone: gone.slice(0, MAX_GONE),
    broken: all.slice(0, MAX_BROKEN),
    hasRedirects,
    isComplete:
      lists.every(({ isComplete }) => isComplete) &&
      gone.length <= MAX_GONE &&
      all.length <= MAX_BROKEN,
  }
}

/** Collects which links the live versions of some texts have, by the paths that these have now. */
function formerLinks(paths: readonly string[], config: SiteConfig) {
  const wanted = new Set(paths)
  const former = new Map<string, ReadonlySet<string>>()
  const tell = (facts: EntryFacts, path: string) => {
    if (wanted.has(path)) former.set(path, new Set(linksOf(facts, config)))
  }
  return { former, tell }
}

function redirectsIn(
  index: Pick<SiteIndex, 'entryByPath'>,
  { siteId }: Publication,
  paths: readonly string[],
): string[] {
  return paths.flatMap((path) =>
    redirectsOf(index.entryByPath(siteId, path)?.text?.metadata['redirect_from']),
  )
}

/** Without those that another text, a file or a redirect takes over. */
async function reallyGone(
  addresses: SiteAddresses,
  candidates: readonly GoneAddress[],
): Promise<GoneAddress[]> {
  const gone: GoneAddress[] = []
  for (const one of candidates) {
    const taken = await Promise.all(one.files.map((file) => addresses.isTaken(file)))
    if (!taken.includes(true)) gone.push(one)
  }
  return gone
}

interface Linking {
  readonly publication: Publication
  readonly addresses: SiteAddresses
  readonly gone: readonly GoneAddress[]
  /** Paths of texts: those that have changed, and those that may link to what would be gone. */
  readonly changed: readonly string[]
  readonly naming: readonly string[]
  /** Links of their live versions, by path. */
  readonly former: ReadonlyMap<string, ReadonlySet<string>>
  readonly config: SiteConfig
}

/** Each once, those of texts that have changed first; of very many, one more than a report has. */
async function brokenLinks(
  index: Pick<SiteIndex, 'entryByPath'>,
  { publication, addresses, gone, former, config, ...paths }: Linking,
): Promise<BrokenLink[]> {
  const yieldIfDue = createYielder()
  const changed = new Set(paths.changed)
  const names = gone.flatMap(({ url }) => lastNames(url))
  const broken = new Map<string, BrokenLink>()
  for (const path of new Set([...changed, ...paths.naming])) {
    await yieldIfDue()
    const entry = index.entryByPath(publication.siteId, path)
    if (!entry?.text || entry.url === null) continue
    const { id, kind, title, url: own } = entry
    // Reading its Markdown takes longer.
    if (!changed.has(path) && !mayLinkTo(entry.text.body, names)) continue
    for (const link of linksOf(entry, config)) {
      const nowhere = await addresses.findNowhere(link, { url: own, path })
      const isNew = changed.has(path) && former.get(path)?.has(link) !== true
      if (nowhere?.isLost || (nowhere && isNew))
        broken.set(`${path} ${nowhere.url}`, { url: nowhere.url, path, kind, id, title })
      if (broken.size > MAX_BROKEN) return [...broken.values()]
    }
  }
  return [...broken.values()]
}

/** The last part of an address, as it may be written. */
function lastNames(url: string): string[] {
  const name = url.replace(/\/$/, '').split('/').at(-1) ?? ''
  return [name, decoded(name)]
}
