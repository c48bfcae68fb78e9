/** The file-system view of a site as JSON. @see src/http/README.md (Conventions; Source) */

import { z } from 'zod'
import type { Entry, OwnedEntry } from '../../model/entry.js'
import { encodePath, idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'

const directorySchema = z.object({
  name: z.string(),
  type: z.literal('directory'),
  sha: z.null(),
  filesize: z.null(),
})

export const sourceFileSchema = z.object({
  name: z.string(),
  type: z.enum(['page', 'document', 'file', 'site']),
  sha: z.string(),
  url: z.string().optional(),
  download_url: z.string(),
  filesize: z.number(),
  user_id: idSchema,
  created_at: stampSchema,
  updated_at: stampSchema,
})

export const sourceEntrySchema = z.union([sourceFileSchema, directorySchema])

export function directoryJson(path: string): z.output<typeof directorySchema> {
  return { name: path, type: 'directory', sha: null, filesize: null }
}

export function sourceFileJson(
  { entry, userId }: OwnedEntry,
  publicUrl: string,
): z.output<typeof sourceFileSchema> {
  return {
    name: entry.path,
    type: entry.kind === 'config' ? 'site' : entry.kind,
    sha: entry.oid,
    ...urlJson(entry),
    download_url: `${publicUrl}/v2/sites/${entry.siteId}/source/${encodePath(entry.path)}?download`,
    filesize: entry.size,
    user_id: userId,
    created_at: utcStamp(entry.createdAt),
    updated_at: utcStamp(entry.updatedAt),
  }
}

function urlJson({ kind, url }: Entry) {
  return url !== null && (kind === 'page' || kind === 'document') ? { url } : {}
}
