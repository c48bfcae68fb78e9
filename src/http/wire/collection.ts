/** Collections and their static files as JSON. @see src/http/README.md (Conventions; Content) */

import { z } from 'zod'
import type { PermittedEntry } from '../../model/entry.js'
import type { CollectionView } from '../../model/site.js'
import { collectionCan, collectionCanSchema, fileCan, fileCanSchema } from './can.js'
import { encodePath, hashSchema, idSchema, stampSchema, titleInput } from './common.js'
import { contentType } from './content-type.js'
import { basename, dirname } from './path-parts.js'
import { utcStamp } from './time.js'

export const collectionSchema = z.object({
  id: idSchema,
  title: z.string(),
  directory: z.string(),
  path: z.string(),
  output: z.boolean(),
  permalink: z.string().nullable(),
  metadata: hashSchema,
  site_id: idSchema,
  user_id: idSchema,
  created_at: stampSchema,
  updated_at: stampSchema,
  can: collectionCanSchema,
})

export const fileSchema = z.object({
  filename: z.string(),
  content_type: z.string(),
  directory: z.string(),
  basename: z.string(),
  url: z.string(),
  filesize: z.number(),
  sha: z.string(),
  download_url: z.string(),
  site_id: idSchema,
  user_id: idSchema,
  edited_by_id: idSchema.nullable(),
  created_at: stampSchema,
  updated_at: stampSchema,
  can: fileCanSchema,
})

const shared = {
  path: z.string().min(1, 'must not be empty').optional(),
  permalink: z.string().nullable().optional(),
  output: z.boolean().optional(),
  metadata: hashSchema.optional(),
}

export const createCollectionInput = z.object({ title: titleInput, ...shared })

export const updateCollectionInput = z.object({ title: titleInput.optional(), ...shared })

export const fileFields = z.object({
  path: z.string().min(1, 'must not be empty').optional(),
  replace: z.enum(['true', 'false']).optional(),
})

export function collectionJson(view: CollectionView): z.output<typeof collectionSchema> {
  const { facts } = view
  return {
    id: view.id,
    title: facts.title,
    directory: facts.directory,
    path: facts.path,
    output: facts.output,
    permalink: facts.permalink,
    metadata: { ...facts.metadata },
    site_id: view.siteId,
    user_id: view.userId,
    created_at: utcStamp(facts.createdAt),
    updated_at: utcStamp(facts.updatedAt),
    can: collectionCan(view.rights),
  }
}

/** A static file of a collection. */
export function fileJson(owned: PermittedEntry, publicUrl: string): z.output<typeof fileSchema> {
  const { entry } = owned
  return {
    filename: entry.path,
    content_type: contentType(entry.path),
    directory: dirname(entry.path),
    basename: basename(entry.path),
    url: entry.url ?? '',
    filesize: entry.size,
    sha: entry.oid,
    download_url: `${publicUrl}/v2/sites/${entry.siteId}/files/${encodePath(entry.path)}?download`,
    site_id: entry.siteId,
    user_id: owned.userId,
    edited_by_id: owned.editedById,
    created_at: utcStamp(entry.createdAt),
    updated_at: utcStamp(entry.updatedAt),
    can: fileCan(owned.rights),
  }
}
