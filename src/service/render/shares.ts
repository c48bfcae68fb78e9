/**
 * Links by which people without an account see a preview: of the whole site, or of one text as it is saved. A link ends by
 * itself, when it is revoked, and when whoever made it may no longer see what it shows.
 *
 * The address of a link names it, but its secret is not in the host name: that would be in records of names and certificates.
 * The site's preview has an address that lasts, so that address is taken out of everything that a link shows.
 *
 * @see src/http/README.md (Shared previews), SECURITY.md
 */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { GalleyError, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import { mayOnSite } from '../../model/policy.js'
import { MAX_SHARES, type Share } from '../../model/share.js'
import type { SiteRecord } from '../../model/site.js'
import type { Entry } from '../../model/entry.js'
import { fullname, type Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { askerOf, byOf, personOf } from '../accounts/access.js'
import type { Vault } from '../accounts/vault.js'
import type { EditableEntries, EditableEntriesParts } from '../content/editable-entries.js'
import type { PreviewRefresh } from '../publish/preview-refresh.js'
import type { Releases, StoredRelease } from '../publish/releases.js'
import type { SiteUrls } from '../sites/site-urls.js'
import type { RenderSessions } from './render-sessions.js'

interface SharesParts extends EditableEntriesParts {
  readonly records: Pick<Records, 'shares' | 'sites' | 'users' | 'releases'>
  readonly vault: Pick<Vault, 'digest'>
  readonly newId: NewId
  readonly urls: SiteUrls
  readonly releases: Pick<Releases, 'current'>
  readonly refresh: Pick<PreviewRefresh, 'wanted' | 'changed'>
  readonly sessions: RenderSessions
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** A link with its address, which has its secret and is shown this once. */
interface MadeShare extends NamedShare {
  readonly url: string
}

interface NamedShare extends Share {
  /** Of the text that it shows; null for the whole site, and for a text that is gone. */
  readonly title: string | null
  /** Of who made it. */
  readonly userName: string
}

interface NewShare {
  /** Null for the whole site. */
  readonly entryId: string | null
  readonly days: number
}

/** What the holder of a link sees. */
export interface OpenedShare {
  readonly share: Share
  /** The text, as it is saved; null for the whole site. */
  readonly page: SavedPage | null
  /** The preview of the site; null if there is none yet, or for a whole site if it is not up to date. */
  readonly release: Pick<StoredRelease, 'fileOf' | 'manifest'> | null
  /** Whether a file of the preview may be made of a text, so that it could show others than the one that is shared. */
  readonly mayBeOfText: (path: string) => boolean
  /** The commit that is shown. */
  readonly version: string
  /** Host names of the preview, which the holder must not learn, and that of the link. */
  readonly concealed: readonly string[]
  readonly host: string
  /** Whether its address has TLS. */
  readonly isSecure: boolean
}

export type Shares = ReturnType<typeof createShares>

const DAY_MS = 24 * 60 * 60_000
/** Uses are stored to the minute. */
const USED_MS = 60_000
const SECRET_BYTES = 24
const SECRET = /^[\w-]{32}$/

export function createShares(parts: SharesParts, entries: EditableEntries) {
  const { records, vault, urls, now } = parts
  const named = (share: Share): NamedShare => {
    const entry = share.entryId === null ? null : parts.index.entryById(share.entryId)
    const user = records.users.find(share.userId)
    const userName = user === null ? '' : fullname(user)
    return { ...share, title: entry && (entry.title ?? entry.path), userName }
  }
  const show = createShowing(parts)
  const requireOwn = (actor: Actor, siteId: string, id: string): void => {
    const share = listFor(parts, actor, siteId).find((one) => one.id === id)
    if (!share) throw notFound('link')
  }
  return {
    /** @throws GalleyError `not_found` for a text that the actor may not read; `conflict` if the site has too many */
    create(actor: Actor, siteId: string, { entryId, days }: NewShare): MadeShare {
      const user = personOf(actor)
      const { site } = findShown(parts, entries, { actor, siteId, entryId })
      const at = now()
      records.shares.deleteEnded(at)
      if (records.shares.listOfSite(siteId, at).length >= MAX_SHARES) {
        throw new GalleyError(
          'conflict',
          `The site has ${MAX_SHARES} links, which is the limit: revoke one that is no longer used.`,
        )
      }
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const expiresAt = at + days * DAY_MS
      const id = parts.newId()
      const share = { id, siteId, userId: user.id, entryId, createdAt: at, expiresAt }
      const made = { ...share, lastUsedAt: null }
      records.shares.create({ ...made, secretHmac: vault.digest(secret) })
      parts.note({ shareId: id, siteId, entryId, ...byOf(actor) }, 'a preview was shared')
      // Styles and pictures come from the preview, also those of a single text.
      parts.refresh.wanted(site.id)
      parts.refresh.changed(site.id)
      return { ...named(made), url: `${urls.shared(id)}?share=${secret}` }
    },

    /** Those that have not ended, newest first; for writers, their own. */
    list: (actor: Actor, siteId: string): NamedShare[] => listFor(parts, actor, siteId).map(named),

    /** Ends a link at once. @throws GalleyError `not_found` */
    revoke(actor: Actor, siteId: string, id: string): void {
      requireOwn(actor, siteId, id)
      records.shares.delete(id)
      parts.note({ shareId: id, siteId, ...byOf(actor) }, 'a shared preview was revoked')
    },

    /** The id in the host name of a link; null for other names. */
    idOf: (hostname: string): string | null => urls.parseShared(hostname),

    /**
     * @returns null if the link has ended, or never existed
     * @throws GalleyError `unavailable` while the site is not ready; others if its page can't be made
     */
    async open(id: string, secret: string): Promise<OpenedShare | null> {
      const share = SECRET.test(secret) ? records.shares.find(id) : null
      if (!share || !timingSafeEqual(share.secretHmac, vault.digest(secret))) return null
      const found = share.expiresAt > now() ? findStillShown(parts, entries, share) : null
      if (!found) return null
      if (now() - (share.lastUsedAt ?? 0) >= USED_MS) records.shares.touch(id, now())
      return show(share, found)
    },
  }
}

interface Shown {
  readonly site: SiteRecord
  /** Null for the whole site. */
  readonly entry: Entry | null
}

/** @throws GalleyError `not_found`, `forbidden` if the actor may not share it; `unavailable` */
function findShown(
  { access, index }: SharesParts,
  entries: EditableEntries,
  { actor, siteId, entryId }: { readonly actor: Actor } & Pick<Share, 'siteId' | 'entryId'>,
): Shown {
  const right = entryId === null ? 'preview.share' : 'preview.request'
  const { site } = access.onSite(actor, siteId, right)
  if (entryId === null) return { site, entry: null }
  const kind = index.entryById(entryId)?.kind === 'page' ? 'page' : 'document'
  const { entry } = entries.find(actor, { kind, id: entryId }, 'read')
  if (entry.siteId !== siteId) throw notFound('text')
  return { site, entry }
}

function createShowing(parts: SharesParts) {
  const { records, releases, refresh, urls } = parts
  const pageOf = createKeptPages(parts)
  return async (share: Share, { site, entry }: Shown): Promise<OpenedShare> => {
    refresh.wanted(site.id)
    const repository = await parts.repositories.get(site.id)
    const head = await repository.head()
    const release = await releases.current(site.id, 'preview')
    const built = release && records.releases.find(release.id)
    const isCurrent = built?.commit === head
    if (!isCurrent) refresh.changed(site.id)
    const address = new URL(urls.shared(share.id))
    const hosts = [urls.preview(site), built?.address ?? ''].filter((url) => URL.canParse(url))
    return {
      share,
      page: entry && (await pageOf(share, { site, entry, head })),
      // One from before may have texts that have been hidden since.
      release: entry === null && !isCurrent ? null : release,
      mayBeOfText: (path) => mayBeOfText(parts, site.id, path),
      version: head ?? '',
      concealed: hosts.map((url) => new URL(url).hostname),
      host: address.hostname,
      isSecure: address.protocol === 'https:',
    }
  }
}

/** What a link shows, if whoever made it may still see that; else null. @throws GalleyError `unavailable` */
function findStillShown(parts: SharesParts, entries: EditableEntries, share: Share): Shown | null {
  const user = parts.records.users.find(share.userId)
  if (!user) return null
  try {
    return findShown(parts, entries, { ...share, actor: { kind: 'user', user } })
  } catch (error) {
    if (error instanceof GalleyError && ENDED.has(error.code)) return null
    throw error
  }
}

const ENDED: ReadonlySet<string> = new Set(['not_found', 'forbidden'])

/** The links of a site that an actor may see and revoke. */
function listFor({ access, records, now }: SharesParts, actor: Actor, siteId: string): Share[] {
  const { role } = access.onSite(actor, siteId, 'preview.request')
  const all = records.shares.listOfSite(siteId, now())
  if (mayOnSite(role, 'preview.share')) return all
  return all.filter(({ userId }) => userId === askerOf(actor))
}

/**
 * True for a file of the preview that has the path of a text: a script or feed with front matter. And for a script that is no
 * file of the site: it may be a list of texts that a theme has, or that has another path than its text.
 */
function mayBeOfText({ index }: SharesParts, siteId: string, path: string): boolean {
  const kind = index.entryByPath(siteId, path)?.kind
  if (/\.m?js$/i.test(path)) return kind !== 'file'
  return kind === 'page' || kind === 'document'
}

/** The page of a saved text. */
interface SavedPage {
  readonly text: string
  /** Of its URL, with a slash at the beginning. */
  readonly path: string
  /** Of its file, which gives the media type; null if its URL has none. */
  readonly name: string | null
}

/**
 * Renders a text as it is saved, whatever its visibility, for people who may see nothing else.
 *
 * @param userId whose turn it is in the queue
 * @throws GalleyError `validation_failed`, without a reason
 */
async function renderSaved(
  { repositories, sessions }: SharesParts,
  { site, entry }: Pick<Wanted, 'site' | 'entry'>,
  userId: string,
): Promise<SavedPage> {
  const repository = await repositories.get(site.id)
  const content = await repository.readBlob(entry.oid)
  const file = { path: entry.path, content, hidesTexts: true }
  const { signal } = new AbortController()
  const caller = { userId, page: entry.id }
  const { page } = await sessions.render(site, { file, caller, signal })
  if (page === null) throw new GalleyError('validation_failed', 'The page can’t be made.')
  return { text: page.output, path: `/${page.url.replace(/^\/+/, '')}`, name: page.outputPath }
}

/** Pages of links that are kept, so that visitors cause one rendering of each version. */
const MAX_PAGES = 20

type Wanted = Shown & { readonly entry: Entry; readonly head: string | null }

function createKeptPages(parts: SharesParts) {
  const kept = new Map<
    string,
    { readonly head: string | null; readonly page: Promise<SavedPage> }
  >()
  return async ({ id }: Share, { head, ...shown }: Wanted): Promise<SavedPage> => {
    const known = kept.get(id)
    const page = known?.head === head ? known.page : renderSaved(parts, shown, `share ${id}`)
    kept.delete(id)
    kept.set(id, { head, page })
    const [oldest] = kept.keys()
    if (kept.size > MAX_PAGES && oldest !== undefined) kept.delete(oldest)
    try {
      return await page
    } catch (error) {
      if (kept.get(id)?.page === page) kept.delete(id)
      throw error
    }
  }
}
