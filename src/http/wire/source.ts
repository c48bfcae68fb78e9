/** The file-system view of a site as JSON. @see src/http/README.md (Conventions; Source) */

import { z } from 'zod'
import type { Entry, OwnedEntry } from '../../model/entry.js'
import { conflictOriginal } from '../../service/content/source.js'
import { downloadUrl, field, idSchema, named, stampSchema } from './common.js'
import { frontMatterErrorJson, frontMatterErrorSchema } from './document.js'
import { utcStamp } from './time.js'

const directorySchema = named(
  'SourceDirectory',
  'A folder of the source.',
  z.object({
    name: field(z.string(), 'Path from the site’s root.', '_posts'),
    type: z.literal('directory'),
    sha: z.null(),
    filesize: z.null(),
  }),
)

export const sourceFileSchema = named(
  'SourceFile',
  'A file of the source.',
  z.object({
    name: field(z.string(), 'Path from the site’s root.', 'about.md'),
    type: field(z.enum(['page', 'document', 'file', 'site']), '`site` is `_config.yml`.'),
    sha: field(z.string(), 'Id of the git blob.', '9e107d9d372bb6826bd81d3542a419d6e107d9d3'),
    url: field(
      z.string(),
      'For a page or document: its path on the built site.',
      '/about/',
    ).optional(),
    download_url: field(
      z.string(),
      'URL of its bytes.',
      'https://galley.example.org/v2/sites/66f1c2a0d4b9e83f5a7c1e20/source/about.md?download',
    ),
    filesize: field(z.int(), 'Bytes.', 512),
    conflict_of: field(
      z.string(),
      'For the second version of a file, kept because two changes could not be merged: the path of that file. It is not built; take over what you need, then delete it.',
      'about.md',
    ).optional(),
    front_matter_error: frontMatterErrorSchema,
    user_id: field(idSchema, 'The user who added it.'),
    created_at: stampSchema,
    updated_at: stampSchema,
  }),
)

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
    download_url: downloadUrl(publicUrl, 'source', entry),
    filesize: entry.size,
    ...conflictJson(entry),
    ...frontMatterErrorJson(entry.text?.frontMatterError ?? null),
    user_id: userId,
    created_at: utcStamp(entry.createdAt),
    updated_at: utcStamp(entry.updatedAt),
  }
}

function conflictJson(entry: Entry) {
  const conflictOf = conflictOriginal(entry)
  return conflictOf === null ? {} : { conflict_of: conflictOf }
}

function urlJson({ kind, url }: Entry) {
  return url !== null && (kind === 'page' || kind === 'document') ? { url } : {}
}
