/** That writes keep to the fields that a collection declares. */

import { DOCUMENT_FIELDS } from '../../content/document.js'
import { declaredFields, fieldProblems } from '../../content/fields.js'
import { readFrontMatter } from '../../content/front-matter/read.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import { readAhead } from '../branch/long-yaml/long-yaml.js'

interface Written {
  readonly siteId: string
  readonly config: SiteConfig
  /** Null for pages, which have none. */
  readonly collection: string | null
  /** The text that stood there, null for a new document. */
  readonly before: string | null
}

/** @throws GalleyError `validation_failed` that names the fields */
export async function requireFields(
  text: string,
  { siteId, config, collection, before }: Written,
): Promise<void> {
  const fields = collection === null ? [] : declaredFields(config, collection)
  if (fields.length === 0) return
  for (const one of [before, text]) if (one !== null) await readAhead(one, { siteId })
  const old = before === null ? null : readFrontMatter(before).data
  const problems = fieldProblems(fields, readFrontMatter(text).data, old)
  const [first] = problems
  if (!first) return
  const details = problems.map(({ name, message }) => ({ field: fieldName(name), message }))
  throw new GalleyError('validation_failed', `${fieldName(first.name)}: ${first.message}`, {
    details,
  })
}

/** As the API calls a key of the front matter. */
function fieldName(key: string): string {
  if (key === 'published') return 'visibility'
  return DOCUMENT_FIELDS.includes(key) ? key : `metadata.${key}`
}
