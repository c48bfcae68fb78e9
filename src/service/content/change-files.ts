/**
 * Applies a change of a file, as part of a change set. Admins may change any file of the source and move folders;
 * others only files of collections, by the same rules as for uploads.
 */

import { classify } from '../../content/classify.js'
import { impossiblePost } from '../../content/dated-names.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { Entry } from '../../model/entry.js'
import { mayOnSite, type EntryAction } from '../../model/policy.js'
import { forEachYielding } from '../../system/yielding.js'
import { requireOnEntry, requireOnUpload } from '../accounts/access.js'
import { siteConfigIn } from '../branch/long-yaml/long-yaml.js'
import type { Change, ChangeContext, Effect } from './change.js'
import { requireVersion } from './preconditions.js'
import { refuseRendered } from './rendered-files.js'
import { HEAD_BYTES, refuseFrontMatter, refuseWritersPost } from './upload-rules.js'

/** @throws GalleyError `forbidden`, `not_found`, `conflict`, `precondition_failed`, `validation_failed` */
export function fileChange(context: ChangeContext, change: Change): Promise<Effect> {
  switch (change.action) {
    case 'create':
      return create(context, change)
    case 'update':
      return update(context, change)
    case 'delete':
      return remove(context, change)
    case 'move':
      return move(context, change)
  }
}

async function create(context: ChangeContext, { path = '', content }: Change): Promise<Effect> {
  const { parts, actor, site } = context
  parts.access.onSite(actor, site.id, 'files.upload')
  const data = content ?? Buffer.alloc(0)
  await requirePlace(context, { path, data, field: 'path' })
  if (await context.isTaken(path)) throw taken('path', path)
  return { files: new Map([[path, { data }]]), path, id: null }
}

async function update(context: ChangeContext, change: Change): Promise<Effect> {
  const entry = find(context, change, 'change')
  const data = change.content ?? Buffer.alloc(0)
  await requirePlace(context, { path: entry.path, data, field: 'path' })
  return { files: new Map([[entry.path, { data }]]), path: entry.path, id: entry.id }
}

async function remove(context: ChangeContext, change: Change): Promise<Effect> {
  const entry = find(context, change, 'delete')
  if (entry.path === CONFIG_PATH) throw invalid('path', `is ${CONFIG_PATH}, which can't be deleted`)
  await refuseRenderedIn(context, entry.path)
  return { files: new Map([[entry.path, null]]), path: entry.path, id: entry.id }
}

async function move(context: ChangeContext, change: Change): Promise<Effect> {
  const { parts, site } = context
  const [from, to] = [change.path ?? '', (change.to ?? '').replace(/\/$/, '')]
  if (!parts.index.entryByPath(site.id, from) && isSourceUser(context)) {
    return moveFolder(context, from.replace(/\/$/, ''), to)
  }
  const entry = find(context, change, 'delete')
  if (from === CONFIG_PATH) throw invalid('path', `is ${CONFIG_PATH}, which can't be moved`)
  await refuseRenderedIn(context, from)
  const repository = await parts.repositories.get(site.id)
  const data = await repository.readBlob(entry.oid)
  await requirePlace(context, { path: to, data, field: 'to' })
  if (await context.isTaken(to, from)) throw taken('to', to)
  const mode = (await context.snapshot.entry(from))?.mode ?? '100644'
  const files = new Map<string, Edit>([
    [from, null],
    [to, { oid: entry.oid, mode }],
  ])
  return { files, hints: [{ id: entry.id, path: to }], path: to, id: entry.id }
}

/** Most files of a folder that is moved. */
const MAX_MOVED = 10_000

async function moveFolder(context: ChangeContext, from: string, to: string): Promise<Effect> {
  const { parts, site, snapshot } = context
  const heads = from === '' ? [] : await parts.index.entriesBelow(site.id, from)
  if (heads.length === 0) throw notFound('file or directory')
  if (heads.length > MAX_MOVED) {
    throw invalid('path', `has more than ${MAX_MOVED.toLocaleString('en-US')} files`)
  }
  if (to === '' || `${to}/`.startsWith(`${from}/`)) throw invalid('to', 'is inside the folder')
  if (await context.isTaken(to, from)) throw taken('to', to)
  const movedTo = (path: string) => to + path.slice(from.length)
  const files = new Map<string, Edit>()
  // The contents stay as they are, and none is read.
  await forEachYielding(await snapshot.entries(from), ({ path, oid, mode }) => {
    requireDay(movedTo(path), 'to')
    files.set(path, null)
    files.set(movedTo(path), { oid, mode })
  })
  return {
    files,
    hints: heads.map(({ id, path }) => ({ id, path: movedTo(path) })),
    path: to,
    id: null,
  }
}

function isSourceUser({ role }: ChangeContext): boolean {
  return mayOnSite(role, 'source.use')
}

function find(context: ChangeContext, change: Change, action: EntryAction): Entry {
  const { parts, actor, site, role } = context
  const entry = parts.index.entryByPath(site.id, change.path ?? '')
  if (!isSourceUser(context)) {
    if (entry?.kind !== 'file' || entry.collection === null) throw notFound('file')
    const isOwn = parts.authors.isOwn(actor, site, entry)
    const { visibility } = entry
    requireOnEntry(role, action, { noun: 'file', visibility, isOwn, name: 'file' })
  }
  if (!entry) throw notFound('file')
  const ifMatch = change.ifMatch === undefined ? null : [change.ifMatch]
  requireVersion(entry.oid, { ifMatch, ifNoneMatch: null })
  return entry
}

interface Placed {
  readonly path: string
  readonly data: Buffer
  /** The client's field for the path. */
  readonly field: 'path' | 'to'
}

/** Checks whether such a file is allowed there. */
async function requirePlace(context: ChangeContext, { path, data, field }: Placed): Promise<void> {
  if (path === '') throw invalid(field, 'must not be empty')
  requireDay(path, field)
  if (isSourceUser(context)) {
    if (path === CONFIG_PATH) await refuseBadConfig(data, context.site.id)
    return
  }
  const { role, state } = context
  const head = data.subarray(0, HEAD_BYTES)
  requireOnUpload(role, path)
  const readAll = async () => data.toString('utf8')
  await refuseFrontMatter({ role, head, readAll, field: 'content' })
  refuseWritersPost(role, { path, head }, state.config)
  await refuseRenderedIn(context, path)
  const { kind, collection } = classify(path, { hasFrontMatter: false }, state.config)
  if (kind === 'file' && collection !== null) return
  throw new GalleyError('forbidden', 'Your role allows files of collections only.')
}

async function refuseRenderedIn(
  { parts, site, role, snapshot, state }: ChangeContext,
  path: string,
): Promise<void> {
  const repository = await parts.repositories.get(site.id)
  await refuseRendered(role, path, { repository, snapshot, config: state.config })
}

/** A post with an impossible date in its name would break every build. */
function requireDay(path: string, field: Placed['field']): void {
  const reason = impossiblePost(path)
  if (reason !== null) throw invalid(field, reason)
}

async function refuseBadConfig(data: Buffer, siteId: string): Promise<void> {
  const text = data.toString('utf8')
  const { error } = await siteConfigIn(text, { siteId })
  if (error) throw invalid('content', `can't be read in line ${error.line}: ${error.reason}`)
}

function taken(field: string, path: string): GalleyError {
  return new GalleyError('conflict', `There is a file at ${path} already.`, {
    details: [{ field, message: 'is taken' }],
  })
}
