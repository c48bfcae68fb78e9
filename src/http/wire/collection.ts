/** Collections and their static files as JSON. @see src/http/README.md (Conventions; Content) */

import { posix } from 'node:path'
import { z } from 'zod'
import { withoutSet } from '../../model/change-set.js'
import type { PermittedEntry } from '../../model/entry.js'
import type { CollectionView } from '../../model/site.js'
import { collectionCan, collectionCanSchema, fileCan, fileCanSchema } from './can.js'
import {
  downloadUrl,
  field,
  flagText,
  hashSchema,
  idSchema,
  named,
  pathInput,
  stampSchema,
  textInput,
  titleInput,
} from './common.js'
import { contentType } from '../../system/media-type.js'
import { utcStamp } from './time.js'

const metadata = field(hashSchema, 'Other keys of its entry in `_config.yml`.', { icon: 'pen' })
const permalink = field(z.string().nullable(), 'URL pattern of its documents.', '/notes/:title/')
const output = field(z.boolean(), 'Whether its documents become pages of the site.')

export const collectionSchema = named(
  'Collection',
  'A folder of documents and static files.',
  z.object({
    id: idSchema,
    title: field(z.string(), 'Title of the collection.', 'Notes'),
    directory: field(z.string(), 'Folder that contains the folder of the collection.', '.'),
    path: field(
      z.string(),
      'Its name in URLs; its folder has this name after an underscore.',
      'notes',
    ),
    output,
    permalink,
    metadata,
    site_id: idSchema,
    user_id: idSchema,
    created_at: stampSchema,
    updated_at: stampSchema,
    can: collectionCanSchema,
  }),
)

export const fileSchema = named(
  'CollectionFile',
  'A static file of a collection.',
  z.object({
    filename: field(z.string(), 'Path from the site’s root.', '_uploads/photo.jpg'),
    content_type: field(z.string(), 'Media type, by the file name.', 'image/jpeg'),
    directory: field(z.string(), 'Folder.', '_uploads'),
    basename: field(z.string(), 'File name.', 'photo.jpg'),
    url: field(z.string(), 'Path on the published site.', '/uploads/photo.jpg'),
    filesize: field(z.int(), 'Bytes.', 48213),
    sha: field(
      z.string(),
      'Its version: the id of its git blob.',
      '9e107d9d372bb6826bd81d3542a419d6e107d9d3',
    ),
    download_url: field(
      z.string(),
      'URL of its bytes.',
      'https://galley.example.org/v2/sites/66f1c2a0d4b9e83f5a7c1e20/files/_uploads/photo.jpg?download',
    ),
    site_id: idSchema,
    user_id: field(idSchema, 'The user who added it.'),
    edited_by_id: field(idSchema.nullable(), 'The user who changed it last, if any.'),
    created_at: stampSchema,
    updated_at: stampSchema,
    can: fileCanSchema,
  }),
)

const title = field(titleInput, 'Title of the collection.', 'Notes')

const shared = {
  path: field(
    pathInput,
    'Its name in URLs; by default derived from the title.',
    'notes',
  ).optional(),
  permalink: field(
    textInput(2000).nullable(),
    'URL pattern of its documents.',
    '/notes/:title/',
  ).optional(),
  output: output.optional(),
  metadata: metadata.optional(),
}

export const createCollectionInput = named(
  'CreateCollection',
  'A new collection.',
  z.object({ title, ...shared }),
)

export const updateCollectionInput = named(
  'UpdateCollection',
  'Changes to a collection.',
  z.object({ title: title.optional(), ...shared }),
)

export const fileFields = z.object({
  path: field(
    pathInput.normalize(),
    'Path in the collection; by default the name of the file.',
    'images/photo.jpg',
  ).optional(),
  replace: flagText('Whether to replace an existing file.'),
})

export function collectionJson(view: CollectionView): z.output<typeof collectionSchema> {
  const { facts } = view
  return {
    id: withoutSet(view.id),
    title: facts.title,
    directory: facts.directory,
    path: facts.path,
    output: facts.output,
    permalink: facts.permalink,
    metadata: { ...facts.metadata },
    site_id: withoutSet(view.siteId),
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
    directory: posix.dirname(entry.path),
    basename: posix.basename(entry.path),
    url: entry.url ?? '',
    filesize: entry.size,
    sha: entry.oid,
    download_url: downloadUrl(publicUrl, 'files', entry),
    site_id: withoutSet(entry.siteId),
    user_id: owned.userId,
    edited_by_id: owned.editedById,
    created_at: utcStamp(entry.createdAt),
    updated_at: utcStamp(entry.updatedAt),
    can: fileCan(owned.rights),
  }
}
