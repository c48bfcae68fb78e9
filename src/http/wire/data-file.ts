/** Data files as JSON. @see src/http/README.md (Data) */

import { z } from 'zod'
import { MAX_DATA_EDITS, MAX_DATA_SOURCE_BYTES } from '../../model/limits.js'
import {
  DATA_FORMATS,
  SOURCE_REASONS,
  type DataFile,
  type DataFileHead,
  type DataUpdate,
} from '../../service/content/data-files.js'
import { field, longText, named, stampSchema, textInput } from './common.js'
import { utcStamp } from './time.js'

const head = {
  name: field(z.string(), 'Path from the site’s root.', '_data/navigation.yml'),
  format: z.enum(DATA_FORMATS),
  sha: field(z.string(), 'Id of the git blob.', '9e107d9d372bb6826bd81d3542a419d6e107d9d3'),
  filesize: field(z.int(), 'Bytes.', 512),
  for_publishers: field(z.boolean(), 'Whether publishers may read and change it.'),
  updated_at: stampSchema,
}

export const dataFileHeadSchema = named('DataFileHead', 'A data file in a list.', z.object(head))

export const dataFileSchema = named(
  'DataFile',
  'A data file as a value, or as source.',
  z.object({
    ...head,
    value: field(
      z.unknown(),
      'The list or mapping that it holds; of a table, its rows as lists of texts, the header first. Null if it can only be shown as source.',
      [{ title: 'Home', url: '/' }],
    ),
    source_reason: field(
      z
        .object({
          why: z.enum(SOURCE_REASONS),
          line: field(z.int().nullable(), 'For `broken`: the line.', null),
          text: field(
            z.string().nullable(),
            'For `broken`, what is wrong; for `repeated_key`, the path of the key.',
            null,
          ),
        })
        .nullable(),
      'Why it has no value: `unusual` has anchors, tags, several documents or bytes that are no UTF-8.',
      null,
    ),
    text: field(
      z.string().nullable(),
      'Its source, if it has no value; null if it is too large to be sent, or no UTF-8.',
      null,
    ),
  }),
)

const MAX_NAME = 1000

const pathSchema = field(
  z
    .array(z.union([textInput(MAX_NAME), z.int().min(0), z.null()]))
    .min(1, 'must not be empty')
    .max(100, 'has too many levels'),
  'Keys, and indices of lists from 0, from the outside in. Of a table: row, then column. Null, before the last one, is every item of a list, or row of a table: `[null, "url"]` is a column.',
  [0, 'title'],
)
const name = textInput(MAX_NAME)
const at = { at: pathSchema }

const editSchema = named(
  'DataEdit',
  'A change of a data file: `set` a key or an item, `insert` before an index, `remove`, `move` to an index, `copy` behind itself (a key with a new name `as`), `rename` a key. All but `set` and `copy` change a column as well.',
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('set'), ...at, value: z.unknown() }),
    z.object({ op: z.literal('insert'), ...at, value: z.unknown() }),
    z.object({ op: z.literal('remove'), ...at }),
    z.object({ op: z.literal('move'), ...at, to: z.int().min(0) }),
    z.object({ op: z.literal('copy'), ...at, as: name.optional() }),
    z.object({ op: z.literal('rename'), ...at, as: name }),
  ]),
)

export const dataFileInput = z
  .object({
    edits: field(
      z
        .array(editSchema)
        .min(1, 'must not be empty')
        .max(MAX_DATA_EDITS, `may have at most ${MAX_DATA_EDITS} entries`),
      'Changes, made in order.',
      [{ op: 'set', at: [0, 'title'], value: 'Start' }],
    ).optional(),
    text: field(
      longText(MAX_DATA_SOURCE_BYTES),
      'Instead of `edits`: the whole source.',
    ).optional(),
    broken: field(z.boolean(), 'Saves `text` even if it is broken.').optional(),
    sha: field(
      z.string().max(100),
      'The version that you started from: later changes of others are merged.',
    ).optional(),
  })
  .refine(({ edits, text }) => (edits === undefined) !== (text === undefined), {
    path: ['edits'],
    message: 'are needed, or a text, but not both',
  })

export function dataChangeOf({
  edits,
  text = '',
  broken = false,
}: z.output<typeof dataFileInput>): DataUpdate['change'] {
  return edits === undefined ? { text, mayBeBroken: broken } : { edits }
}

export function dataFileHeadJson(file: DataFileHead): z.output<typeof dataFileHeadSchema> {
  return {
    name: file.path,
    format: file.format,
    sha: file.oid,
    filesize: file.size,
    for_publishers: file.isForPublishers,
    updated_at: utcStamp(file.updatedAt),
  }
}

export function dataFileJson({
  reading,
  text,
  ...file
}: DataFile): z.output<typeof dataFileSchema> {
  const isForm = reading.kind === 'form'
  return {
    ...dataFileHeadJson(file),
    value: isForm ? reading.value : null,
    source_reason: isForm ? null : reading.reason,
    text,
  }
}
