/** Checks writes against the fields that a collection declares. */

import { DOCUMENT_FIELDS } from '../../content/document.js'
import { declaredFields, fieldProblems } from '../../content/fields.js'
import type { FrontMatter } from '../../content/front-matter/read.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import { frontMatterIn } from '../branch/long-yaml/long-yaml.js'

interface Written {
  readonly siteId: string
  readonly config: SiteConfig
  /** Null for pages, which have none. */
  readonly collection: string | null
  /** Parses the earlier front matter; null for a new document. */
  readonly before: (() => Promise<FrontMatter>) | null
}

/** @throws GalleyError `validation_failed` that names the fields */
export async function requireFields(
  text: string,
  { siteId, config, collection, before }: Written,
): Promise<void> {
  const fields = collection === null ? [] : declaredFields(config, collection)
  if (fields.length === 0) return
  const old = await before?.()
  const { data } = await frontMatterIn(text, { siteId })
  const problems = fieldProblems(fields, data, old?.data ?? null)
  const [first] = problems
  if (!first) return
  const details = problems.map(({ name, message }) => ({ field: fieldName(name), message }))
  throw new GalleyError('validation_failed', `${fieldName(first.name)}: ${first.message}`, {
    details,
  })
}

/** The API's name for a key of the front matter. */
function fieldName(key: string): string {
  if (key === 'published') return 'visibility'
  return DOCUMENT_FIELDS.includes(key) ? key : `metadata.${key}`
}
