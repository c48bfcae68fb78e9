/**
 * Renders the page of an unsaved text, as the builder would write it, for its author. Nothing is committed, and
 * nothing that is served changes.
 */

import { classify } from '../../content/classify.js'
import { GalleyError, notFound } from '../../errors.js'
import { setOf, withoutSet } from '../../model/change-set.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import { mayRead, type Viewer } from '../branch/authors.js'
import { configAt } from '../branch/config-state.js'
import { translating } from '../branch/failures.js'
import { takenIn } from '../branch/path-collisions.js'
import { freeOrTaken, requireCollection } from '../content/documents.js'
import {
  edit,
  type EditableEntries,
  type EditableEntriesParts,
  requireKind,
  type Subject,
} from '../content/editable-entries.js'
import { newText, type TextInput, zoned } from '../content/entry-edit.js'
import { newPath } from '../content/entry-path.js'
import type { PreviewRefresh } from '../publish/preview-refresh.js'
import type { Releases } from '../publish/releases.js'
import type { SiteUrls } from '../sites/site-urls.js'
import type { RenderCaller } from './render-queue.js'
import type { RenderSessions } from './render-sessions.js'

interface UnsavedParts extends EditableEntriesParts {
  readonly sessions: RenderSessions
  readonly urls: SiteUrls
  readonly releases: Pick<Releases, 'current'>
  readonly refresh: Pick<PreviewRefresh, 'wanted' | 'changed'>
}

/** A rendered page of an unsaved text. */
export interface ShownPage {
  readonly text: string
  /** Path from the destination's root, which gives the media type; null if the page's URL has no file. */
  readonly outputPath: string | null
}

/** A text that has no file yet. */
interface NewDraft {
  /** Null for a page. */
  readonly collection: string | null
  readonly input: TextInput & { readonly title: string }
}

export type UnsavedPages = ReturnType<typeof createUnsavedPages>

export function createUnsavedPages(parts: UnsavedParts, entries: EditableEntries) {
  const show = async (target: Target, signal: AbortSignal): Promise<ShownPage> => {
    const { viewer, path, hidesTexts } = target
    const { site } = viewer
    const file = { path, content: Buffer.from(target.text), hidesTexts }
    const report = await parts.sessions.render(site, { file, caller: target.caller, signal })
    if (report.page === null) throw noPage(parts, target, report.diagnostics)
    await keepPreview(parts, site)
    const { output, url, outputPath } = report.page
    const isHtml = outputPath === null || /\.html?$/i.test(outputPath)
    const address = new URL(url.replace(/^\/+/, ''), parts.urls.preview(site)).href
    return { text: isHtml ? withBase(output, address) : output, outputPath }
  }
  return {
    /**
     * Renders an existing document with another text; for users who may read it. @throws GalleyError
     * `validation_failed` with the line
     */
    async ofEntry(actor: Actor, subject: Subject, ask: EntryAsk): Promise<ShownPage> {
      const { site, role, entry } = entries.find(actor, subject, 'read')
      const repository = await parts.repositories.get(site.id)
      const current = (await repository.readBlob(entry.oid)).toString('utf8')
      // Rendered at its current path and visibility; changing these is for the user who saves it.
      const input = { ...ask.input, path: undefined, visibility: undefined, isDraft: undefined }
      const { config } = await configAt(repository, await repository.head())
      const own = zoned(input, config.timezone)
      const text = await translating(() => edit(current, { entry, base: entry, input: own }))
      const caller = callerOf(actor, entry.id)
      // Nobody has read a writer's draft yet: a script in it could send what it includes to its author.
      const { userId } = parts.authors.ownedOne(site, entry)
      const isWriters =
        entry.visibility !== 'visible' && isWriter(parts.access.roleOfUser(userId, site.id))
      // The same holds for what a set changes.
      const hidesTexts = isWriter(role) || isWriters || setOf(site.id) !== null
      const viewer = { actor, site, role }
      return show({ viewer, hidesTexts, path: entry.path, text, caller }, ask.signal)
    },

    /** @throws GalleyError `validation_failed` with the line, or if no such text can be there */
    async ofNew(
      actor: Actor,
      siteId: string,
      { collection, input, signal }: NewAsk,
    ): Promise<ShownPage> {
      const { site, role } = parts.access.onSite(actor, siteId, 'documents.create')
      if (collection !== null) requireCollection(parts, { siteId, collection })
      const repository = await parts.repositories.get(site.id)
      const commit = await repository.head()
      const { config } = await configAt(repository, commit)
      const isDraft = collection === 'posts' && input.visibility === 'draft'
      const visibility = isDraft ? 'draft' : 'visible'
      const wanted = newPath({ input, collection, visibility, config, now: parts.now() })
      const kind = collection === null ? 'page' : 'document'
      requireKind(classify(wanted.path, { hasFrontMatter: true }, config), { kind, collection })
      const path = await freeOrTaken(wanted, takenIn(repository.snapshot(commit)))
      const text = await translating(() =>
        newText(zoned(input, config.timezone), { siteId: site.id }),
      )
      const by = { hidesTexts: isWriter(role), caller: callerOf(actor, 'new') }
      return show({ viewer: { actor, site, role }, path, text, ...by }, signal)
    },
  }
}

interface EntryAsk {
  readonly input: TextInput
  readonly signal: AbortSignal
}

interface NewAsk extends NewDraft {
  readonly signal: AbortSignal
}

interface Target {
  readonly viewer: Viewer
  /** Whether templates are kept from the sources of other texts. */
  readonly hidesTexts: boolean
  readonly path: string
  readonly text: string
  readonly caller: Omit<RenderCaller, 'siteId'>
}

/** Null, for somebody who has left the site, counts too. */
function isWriter(role: RoleKind | null): boolean {
  return role === null || role === 'writer'
}

function callerOf(actor: Actor, page: string): Target['caller'] {
  return { userId: actor.kind === 'user' ? actor.user.id : 'server', page }
}

/** Images and styles come from the preview, so a preview is made and kept up to date. */
async function keepPreview({ releases, refresh }: UnsavedParts, { id }: SiteRecord): Promise<void> {
  const siteId = withoutSet(id)
  refresh.wanted(siteId)
  if ((await releases.current(siteId, 'preview')) === null) refresh.changed(siteId)
}

interface Problem {
  readonly path: string | null
  readonly line: number | null
  readonly message: string
}

const UNSEEN = 'a text that you may not see has an error, which has to be corrected first'

/** Errors of texts that the viewer may not see are not described. */
function noPage(
  { index, authors }: Pick<UnsavedParts, 'index' | 'authors'>,
  { viewer, path: shown }: Target,
  diagnostics: readonly Problem[],
): GalleyError {
  if (diagnostics.length === 0) return notFound('page: the site leaves this file out')
  const details = diagnostics.map(({ path, line, message }) => {
    const entry = path === null ? null : index.entryByPath(viewer.site.id, path)
    const isSeen = entry === null || path === shown || mayRead(authors, viewer, entry)
    if (!isSeen) return { field: 'site', message: UNSEEN }
    const field = [path ?? 'site', line].filter((part) => part !== null).join(':')
    return { field, message }
  })
  const [first] = details
  const message = `${first?.field ?? ''}: ${first?.message ?? ''}`
  return new GalleyError('validation_failed', message, { details })
}

/**
 * Adds a `<base>` at the beginning of the head, before everything that it applies to. A page with its own `<base>` is
 * left unchanged.
 */
function withBase(html: string, address: string): string {
  if (/<base\s[^<>]*href/i.test(html)) return html
  const base = `<base href="${escapeAttribute(address)}">`
  const head = /<head(?:\s[^<>]*)?>/i.exec(html)
  if (head) return inserted(html, head.index + head[0].length, base)
  const root = /<html(?:\s[^<>]*)?>/i.exec(html) ?? /^\s*<!doctype[^<>]*>/i.exec(html)
  return inserted(html, root ? root.index + root[0].length : 0, base)
}

function inserted(text: string, at: number, more: string): string {
  return text.slice(0, at) + more + text.slice(at)
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
