/** Creates, changes and deletes sites, and reads data of a whole site. @see src/http/README.md (Sites) */

import { domainToUnicode } from 'node:url'
import type { AuthorKey } from '../../model/commit.js'
import type { NewId } from '../../model/ids.js'
import type { SiteRecord, SiteView } from '../../model/site.js'
import { SITE_SORTS } from '../../model/sort-fields.js'
import { fullname, maxSitesOf, type Actor, type SiteMaking } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { nameKey, queryWords, searchFold } from '../../store/index/fold.js'
import { GalleyError, invalid } from '../../errors.js'
import { byOf, personOf, type Access } from '../accounts/access.js'
import type { Advance, Advanced } from '../branch/advance.js'
import { stillBy, type By } from '../accounts/commit-as.js'
import { changeConfig } from '../content/collections.js'
import type { Authors } from '../branch/authors.js'
import type { Locks } from '../branch/locks.js'
import { afterCommit } from '../branch/failures.js'
import { changed, siteConfigIn } from '../branch/long-yaml/long-yaml.js'
import {
  checkContent,
  checkDomain,
  type CreateSiteInput,
  type SiteContent,
  type UpdateSiteInput,
} from './site-input.js'
import { contentEdit } from './content-edit.js'
import { requireFreeDomain } from './free-domain.js'
import type { SiteMaker } from './site-maker.js'
import { changedPlaces, type CheckOptions } from './place-options.js'
import type { SiteOptions } from './site-options.js'
import type { SiteRemover } from './site-remover.js'
import type { SiteViews } from './site-views.js'
import { parseSort } from '../content/entry-lists.js'
import { partOf } from '../../store/page.js'
import type { Page, Window } from '../branch/views.js'

interface SitesParts {
  readonly records: Records
  readonly index: SiteIndex
  readonly access: Access
  readonly authors: Pick<Authors, 'keysFor'>
  readonly advance: Advance
  readonly locks: Locks
  readonly views: SiteViews
  readonly maker: SiteMaker
  readonly remover: SiteRemover
  readonly options: SiteOptions
  /** Validates hosting and sync options and adds defaults. */
  readonly checkOptions: CheckOptions
  readonly allowJekyll: boolean
  readonly siteMaking: SiteMaking
  /** Host name of the API. */
  readonly apiHost: string
  /** Called for a site that is left out of a list because it cannot be read. */
  readonly onUnreadable: (siteId: string, error: unknown) => void
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
  readonly now: () => number
  readonly newId: NewId
}

interface SiteChange {
  readonly input: UpdateSiteInput
  /** Throws if the client started from another version. */
  readonly check: (view: SiteView) => void
}

export type Sites = ReturnType<typeof createSites>

export function createSites(parts: SitesParts) {
  return { ...createReaders(parts), ...createWriters(parts), ...createOwning(parts) }
}

function createReaders({ records, index, access, views, authors, onUnreadable }: SitesParts) {
  /** Writers see tags and categories of visible documents and of their own. */
  const seenKeys = (actor: Actor, siteId: string): readonly AuthorKey[] | undefined => {
    const { role } = access.onSite(actor, siteId, 'documents.list')
    return authors.keysFor(actor, role)
  }
  return {
    list(
      actor: Actor,
      query: {
        /** Words that must all occur in the title or the domain. */
        readonly q?: string | undefined
        readonly sort?: string | undefined
        readonly window: Window
      },
    ): Page<SiteView> {
      const sort = parseSort(query.sort ?? 'title-asc', SITE_SORTS)
      const seesAll = actor.kind === 'server' || actor.user.isAdmin
      const visible = records.sites
        .listVisibleTo(seesAll ? null : actor.user.id, onUnreadable)
        // A token may see some of them only.
        .filter(({ id }) => access.roleOn(actor, id) !== null)
      const words = queryWords(query.q ?? '')
      const all = sorted(views.ofMany(actor, visible).filter(hasWords(words)), sort)
      const placeOf = (view: SiteView) => [shortKey(view, sort.field), view.record.domain]
      return partOf(all, query.window, { placeOf, direction: sort.direction })
    },

    get(actor: Actor, siteId: string): SiteView {
      const { site } = access.onSite(actor, siteId, 'site.read')
      return views.ofOne(actor, site)
    },

    async tags(actor: Actor, siteId: string): Promise<string[]> {
      return index.tags(siteId, seenKeys(actor, siteId))
    },

    async categories(actor: Actor, siteId: string): Promise<string[]> {
      return index.categories(siteId, seenKeys(actor, siteId))
    },
  }
}

function createWriters(parts: SitesParts) {
  const { records, access, views } = parts
  return {
    /**
     * Creates a site. The creator becomes owner and admin. @throws GalleyError `conflict` for a domain that is taken
     */
    async create(actor: Actor, input: CreateSiteInput): Promise<SiteView> {
      personOf(actor)
      checkContent(input)
      const domain = checkDomain(input.domain)
      const site = await parts.maker.create(actor, { ...input, domain })
      return views.ofOne(actor, site)
    },

    async update(actor: Actor, siteId: string, { input, check }: SiteChange): Promise<SiteView> {
      const on = access.onSite(actor, siteId, 'site.change')
      checkContent(input)
      const checkCurrent = () => check(views.ofOne(actor, records.sites.get(siteId)))
      checkCurrent()
      // Checked before anything is written.
      await changedRecord(parts, on.site, input)
      const by = { actor, ...on }
      const made = await changeContent(parts, by, { input, checkCurrent })
      return afterCommit(made, () =>
        parts.locks.run(siteId, async () => {
          // The commit has checked these, and has changed the version.
          if (!made.changed) {
            stillBy(access, by)
            checkCurrent()
          }
          await changeRecord(parts, siteId, input)
          return views.ofOne(actor, records.sites.get(siteId))
        }),
      )
    },

    /** Deletes a site: stops its jobs and removes everything but its repository, which is kept for a while. */
    async delete(actor: Actor, siteId: string, check: (view: SiteView) => void): Promise<void> {
      const on = access.onSite(actor, siteId, 'site.delete')
      const checkCurrent = () => check(views.ofOne(actor, records.sites.get(siteId)))
      checkCurrent()
      await parts.remover.remove(on.site, () => {
        stillBy(access, { actor, ...on })
        checkCurrent()
      })
      parts.note({ siteId, domain: on.site.domain, ...byOf(actor) }, 'a site was deleted')
    },
  }
}

function createOwning(parts: SitesParts) {
  const { records, access, views } = parts
  return {
    /**
     * Gives a site another owner: one of its admins. Whoever owned it keeps the role. For the owner and server administrators.
     *
     * @throws GalleyError `forbidden`; `validation_failed` for nobody and for who is no admin of the site; `conflict` for
     *   somebody who owns as many sites as they may
     */
    giveTo(actor: Actor, siteId: string, userId: string): SiteView {
      const { site } = access.onSite(actor, siteId, 'roles.manage')
      if (actor.kind === 'user' && !actor.user.isAdmin && actor.user.id !== site.userId) {
        const message =
          'Only the owner of a site and administrators of the server can give it away.'
        throw new GalleyError('forbidden', message)
      }
      if (userId !== site.userId) {
        requireHeir(parts, site, userId)
        records.sites.update({ ...site, userId, updatedAt: parts.now() })
        parts.note(
          { siteId, userId, before: site.userId, ...byOf(actor) },
          'a site has a new owner',
        )
      }
      return views.ofOne(actor, records.sites.get(siteId))
    },
  }
}

function requireHeir(
  { records, access, siteMaking }: SitesParts,
  site: SiteRecord,
  userId: string,
) {
  const user = records.users.find(userId)
  if (!user || access.roleOfUser(userId, site.id) !== 'admin') {
    throw invalid('user_id', 'must be an admin of the site: give that role first')
  }
  const most = maxSitesOf(user, siteMaking)
  if (records.sites.countOwned(userId) < most) return
  const message = `${fullname(user)} owns as many sites as may be: ${most}.`
  throw new GalleyError('conflict', message)
}

/** Changes the settings that are not in `_config.yml`. Those that others have changed meanwhile stay. */
async function changeRecord(
  parts: SitesParts,
  siteId: string,
  input: UpdateSiteInput,
): Promise<void> {
  const { sites } = parts.records
  const current = sites.get(siteId)
  const changed = await changedRecord(parts, current, input)
  const isSame = JSON.stringify(changed) === JSON.stringify(current)
  if (!isSame) sites.update({ ...changed, updatedAt: parts.now() })
}

async function changedRecord(
  parts: SitesParts,
  site: SiteRecord,
  input: UpdateSiteInput,
): Promise<SiteRecord> {
  if (input.generator === 'jekyll' && !parts.allowJekyll && site.generator !== 'jekyll') {
    throw invalid('generator', 'must not be jekyll on this server: its operator has not allowed it')
  }
  const domain = input.domain === undefined ? site.domain : checkDomain(input.domain)
  if (domain !== site.domain) requireFreeDomain(parts, domain)
  return {
    ...site,
    ...(await changedPlaces(parts, site, input)),
    domain,
    generator: input.generator ?? site.generator,
  }
}

interface ContentChange {
  readonly input: SiteContent
  readonly checkCurrent: () => void
}

async function changeContent(
  parts: SitesParts,
  by: By,
  { input, checkCurrent }: ContentChange,
): Promise<Advanced> {
  const { title, timezone, jekyll_version, defaults, metadata } = input
  if ([title, timezone, jekyll_version, defaults, metadata].every((field) => field === undefined)) {
    return { commit: null, changed: false }
  }
  return changeConfig(parts, by, async (text) => {
    checkCurrent()
    const turn = { siteId: by.site.id }
    const facts = parts.index.siteFacts(by.site.id)
    const changes = contentEdit(input, facts, await siteConfigIn(text, turn))
    return {
      text: await changed({ kind: 'site', text, edit: changes }, turn),
      message: `Update site settings: ${Object.keys(changes).join(', ')}`,
    }
  })
}

interface SiteSort {
  readonly field: (typeof SITE_SORTS)[number]
  readonly direction: 'asc' | 'desc'
}

/** True for a site with all words, anywhere in its title or its domain. */
function hasWords(words: readonly string[]): (view: SiteView) => boolean {
  return ({ facts, record }) => {
    const names = [facts.title, record.domain, domainToUnicode(record.domain)]
    const texts = names.map(searchFold)
    return words.every((word) => texts.some((text) => text.includes(word)))
  }
}

function sorted(views: readonly SiteView[], { field, direction }: SiteSort): SiteView[] {
  const sign = direction === 'asc' ? 1 : -1
  const keyed = views.map((view) => ({ view, key: sortKey(view, field) }))
  keyed.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -sign : sign
    return a.view.record.domain < b.view.record.domain ? -1 : 1
  })
  return keyed.map(({ view }) => view)
}

/** Cursors repeat it, so it is not longer than those of documents. */
function shortKey(view: SiteView, field: SiteSort['field']): string | number {
  const key = sortKey(view, field)
  return typeof key === 'string' ? key.slice(0, 200).toWellFormed() : key
}

function sortKey(view: SiteView, field: SiteSort['field']): string | number {
  switch (field) {
    case 'title':
      return nameKey(view.facts.title)
    case 'domain':
      return view.record.domain
    case 'created_at':
      return view.record.createdAt
    case 'updated_at':
      return view.updatedAt
  }
}
