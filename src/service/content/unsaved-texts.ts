/**
 * What users have typed and not saved: kept outside of git, for nobody but themselves, so that they can go on on another
 * machine. The server does not look into it; the browser has the version that the change was begun from in it, and merges as
 * if it had been kept there.
 *
 * @see src/http/README.md (Unsaved texts)
 */

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { GalleyError, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import {
  MAX_UNSAVED_BYTES_OF_USER,
  MAX_UNSAVED_DAYS,
  MAX_UNSAVED_OF_USER,
  type UnsavedText,
} from '../../model/unsaved.js'
import type { Actor } from '../../model/user.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { UnsavedPlace } from '../../store/records/unsaved.js'
import { personOf, type Access } from '../accounts/access.js'
import type { Precondition } from '../branch/views.js'
import type { EditableEntries } from './editable-entries.js'
import { requireVersion } from './preconditions.js'

interface UnsavedTextsParts {
  readonly records: Pick<Records, 'unsaved'>
  readonly access: Pick<Access, 'onSite'>
  readonly index: Pick<SiteIndex, 'entryById'>
  readonly now: () => number
  readonly newId: NewId
}

/** What a client keeps. */
interface UnsavedInput extends Pick<UnsavedText, 'entryId' | 'collection' | 'title'> {
  readonly content: string
  /** Who has typed it, where somebody else may have signed in meanwhile; undefined for the actor. */
  readonly userId: string | undefined
}

interface UnsavedWithContent extends UnsavedText {
  readonly content: string
}

export type UnsavedTexts = ReturnType<typeof createUnsavedTexts>

const DAY_MS = 24 * 60 * 60_000

/** A window over 4 MB: the text and the version that it was begun from are mostly the same. */
const PACKING = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 22 },
}
const pack = promisify<string, typeof PACKING, Buffer>(brotliCompress)
const unpack = promisify<Buffer, Buffer>(brotliDecompress)

export function createUnsavedTexts(parts: UnsavedTextsParts, entries: EditableEntries) {
  const { records, access, now } = parts
  const { unsaved } = records
  const placeOf = (actor: Actor, siteId: string, id: string): UnsavedPlace => {
    access.onSite(actor, siteId, 'documents.list')
    return { userId: personOf(actor).id, siteId, id }
  }
  const oldest = () => now() - MAX_UNSAVED_DAYS * DAY_MS
  return {
    /** Those of the actor, newest first. */
    list(actor: Actor, siteId: string): UnsavedText[] {
      const { userId } = placeOf(actor, siteId, '')
      return unsaved.list(userId, siteId).filter(({ updatedAt }) => updatedAt >= oldest())
    },

    /** @throws GalleyError `not_found` */
    async get(actor: Actor, siteId: string, id: string): Promise<UnsavedWithContent> {
      const place = placeOf(actor, siteId, id)
      const found = unsaved.find(place)
      const packed = unsaved.read(place)
      if (!found || !packed || found.updatedAt < oldest()) throw notFound('unsaved text')
      return { ...found, content: (await unpack(packed)).toString('utf8') }
    },

    /** @throws GalleyError `precondition_failed`; `not_found` for a text that the actor may not read; `conflict` at a limit */
    async put(
      actor: Actor,
      place: Pick<UnsavedPlace, 'siteId' | 'id'>,
      { input, basis }: { readonly input: UnsavedInput; readonly basis: Precondition },
    ): Promise<UnsavedText> {
      const { siteId, id } = place
      const own = placeOf(actor, siteId, id)
      const { content, userId, ...facts } = input
      if (userId !== undefined && userId !== own.userId) {
        throw new GalleyError('forbidden', 'Somebody else has typed this.')
      }
      if (facts.entryId !== null) requireText(parts, entries, { actor, siteId, id: facts.entryId })
      const packed = await pack(content, PACKING)
      // Meanwhile, the site may have begun to move to another server.
      placeOf(actor, siteId, id)
      const before = unsaved.find(own)
      requireVersion(before?.version ?? null, basis)
      unsaved.deleteBefore(oldest())
      requireSpace(unsaved.usageOf(own.userId), { before, bytes: packed.length })
      const version = parts.newId()
      const text = { ...own, ...facts, version, bytes: packed.length, updatedAt: now() }
      unsaved.put({ ...text, content: packed })
      return text
    },

    /** @throws GalleyError `not_found`, `precondition_failed` */
    delete(actor: Actor, { siteId, id }: Omit<UnsavedPlace, 'userId'>, basis: Precondition): void {
      const place = placeOf(actor, siteId, id)
      const before = unsaved.find(place)
      if (!before) throw notFound('unsaved text')
      requireVersion(before.version, basis)
      unsaved.delete(place)
    },
  }
}

/** @throws GalleyError `not_found` */
function requireText(
  { index }: UnsavedTextsParts,
  entries: EditableEntries,
  { actor, siteId, id }: { readonly actor: Actor } & Pick<UnsavedPlace, 'siteId' | 'id'>,
): void {
  const kind = index.entryById(id)?.kind === 'page' ? 'page' : 'document'
  const { site } = entries.find(actor, { kind, id }, 'read')
  if (site.id !== siteId) throw notFound(kind)
}

function requireSpace(
  { count, bytes: used }: { readonly count: number; readonly bytes: number },
  { before, bytes }: { readonly before: UnsavedText | null; readonly bytes: number },
): void {
  const isTooMany = before === null && count >= MAX_UNSAVED_OF_USER
  if (!isTooMany && used - (before?.bytes ?? 0) + bytes <= MAX_UNSAVED_BYTES_OF_USER) return
  throw new GalleyError(
    'conflict',
    `You have ${count} unsaved texts with ${Math.ceil(used / 1_000_000)} MB; ${MAX_UNSAVED_OF_USER} with 20 MB are the limit: save or discard some.`,
  )
}
