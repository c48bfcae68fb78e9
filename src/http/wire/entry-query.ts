/** The query of the lists of documents and pages. @see src/http/README.md (Conventions) */

import type { z } from 'zod'
import { VISIBILITIES, type Visibility } from '../../model/entry.js'
import { ENTRY_SORTS } from '../../model/sort-fields.js'
import type { EntryQuery } from '../../service/branch/views.js'
import { pageQuery } from '../pagination.js'
import { documentedAs, field, flagText, isDay, onceText, searchQuery, sortQuery } from './common.js'

/** A time must have a zone. */
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

function termQuery(description: string, example: string) {
  return field(
    onceText.max(200, 'may have at most 200 characters'),
    description,
    example,
  ).optional()
}

function dayQuery(description: string, example: string) {
  const day = onceText.refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text), {
    message: 'must be a day, such as 2026-11-20',
  })
  return documentedAs(field(day, description, example), {
    type: 'string',
    format: 'date',
  }).optional()
}

const updatedSince = onceText
  .refine((text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)), {
    message: 'must be an ISO 8601 time with a zone, such as 2026-11-20T12:00:00Z',
  })
  .transform((text) => Math.ceil(Date.parse(text) / 1000))

const ANY_VISIBILITY = `(${VISIBILITIES.join('|')})`

const isVisibility = (name: string): name is Visibility =>
  VISIBILITIES.some((visibility) => visibility === name)

const visibilities = onceText
  .max(100, 'may have at most 100 characters')
  .transform((text, context) => {
    const names = text.split(',')
    const input = names.find((name) => !isVisibility(name))
    if (input !== undefined) {
      context.issues.push({ code: 'invalid_value', values: [...VISIBILITIES], input })
    }
    return names.filter(isVisibility)
  })

/** Query of the lists of documents and pages. */
export const textQuery = pageQuery.extend({
  summary: flagText('Leaves out `body`, which is faster.'),
  tag: termQuery('Only entries with this tag.', 'news'),
  category: termQuery('Only entries with this category.', 'blog'),
  language: termQuery('Only entries in this language.', 'de'),
  author: field(
    onceText.max(24),
    'Only entries created by this user.',
    '66f1c2b7d4b9e83f5a7c1e34',
  ).optional(),
  date_from: dayQuery(
    'Only entries whose `date`, as shown, is on this day or later.',
    '2026-01-01',
  ),
  date_to: dayQuery(
    'Only entries whose `date`, as shown, is on this day or earlier.',
    '2026-12-31',
  ),
  updated_since: documentedAs(
    field(
      updatedSince,
      'Only entries changed at this time or later (ISO 8601 with a zone).',
      '2026-11-20T12:00:00Z',
    ),
    { type: 'string' },
  ).optional(),
  q: searchQuery,
  sort: sortQuery(ENTRY_SORTS, 'filename-asc'),
  visibility: documentedAs(
    field(
      visibilities,
      'Only entries with one of these visibilities, separated by commas.',
      'visible',
    ),
    { type: 'string', pattern: `^${ANY_VISIBILITY}(,${ANY_VISIBILITY})*$` },
  ).optional(),
  extensions: field(
    onceText.max(500, 'may have at most 500 characters'),
    'Only files with one of these extensions, separated by commas; `markdown` stands for markdown, ' +
      'md, mkdown, mkdn, mkd.',
    'markdown,html',
  ).optional(),
})

/** Converts the query for the service. */
export function entryQueryOf(query: z.output<typeof textQuery>): Omit<EntryQuery, 'window'> {
  return {
    q: query.q,
    sort: query.sort,
    visibilities: query.visibility,
    extensions: extensionList(query.extensions),
    tag: query.tag,
    category: query.category,
    language: query.language,
    author: query.author,
    dateFrom: query.date_from,
    dateTo: query.date_to,
    updatedSince: query.updated_since,
  }
}

function extensionList(text: string | undefined): readonly string[] | undefined {
  const names = text?.split(',').map((name) => name.trim().replace(/^\./, '').toLowerCase())
  const given = names?.filter((name) => name !== '')
  return given && given.length > 0 ? given : undefined
}
