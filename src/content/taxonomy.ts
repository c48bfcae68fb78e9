/**
 * Tags and categories of a document, from its front matter, its defaults and its folders.
 *
 * @see jekyll/document.rb: populate_tags, populate_categories, merge_categories!
 */

import { displayText } from './yaml/value.js'
import type { YamlMap, YamlValue } from './yaml/value.js'

/** The sources of tags and categories, weakest first. */
interface TaxonomySources {
  readonly folderCategories: readonly string[]
  readonly defaults: YamlMap
  readonly frontMatter: YamlMap
}

/** Tags as texts. `tag` wins over `tags`. A text in `tags` is split at white space, one in `tag` is not. */
export function readTags(sources: TaxonomySources): string[] {
  return tagsAsWritten(sources).map(displayText)
}

/** As `readTags`, for templates: a number stays a number. */
export function tagsAsWritten(sources: TaxonomySources): YamlValue[] {
  return fromKeys(sources, 'tag', 'tags')
}

/** Categories as texts, each once: folders, then `categories` of defaults and front matter, then `category`. */
export function readCategories(sources: TaxonomySources): string[] {
  return [...new Set(categoriesAsWritten(sources).map(displayText))].filter((name) => name !== '')
}

/**
 * As `readCategories`, for templates: other values than texts in `categories` appear both as they are and as text. An
 * empty item appears as null and as an empty text.
 */
export function categoriesAsWritten(sources: TaxonomySources): YamlValue[] {
  const { folderCategories, defaults, frontMatter } = sources
  const plural = [defaults, frontMatter].flatMap((data) => splitWithNulls(data.get('categories')))
  const singular = overlaid(sources, 'category')
  const all = [...folderCategories, ...plural]
  const texts = [...all, ...flat(singular ?? null)].map(displayText)
  return [...new Set<YamlValue>([...all, ...texts])]
}

/** The value of a key in the front matter, else in the defaults. Merging all keys would be slow. */
function overlaid({ defaults, frontMatter }: TaxonomySources, key: string): YamlValue | undefined {
  const own = frontMatter.get(key)
  const isOpen = own === undefined || (own === null && defaults.has(key))
  return isOpen ? defaults.get(key) : own
}

function fromKeys(layers: TaxonomySources, singular: string, plural: string): YamlValue[] {
  const one = overlaid(layers, singular)
  const isGiven = one !== undefined && one !== null && one !== false
  return isGiven ? flat(one) : split(overlaid(layers, plural))
}

/** The words of a text or the items of a list; nothing for other values, as in Jekyll (`tags: 5`). */
function split(value: YamlValue | undefined): YamlValue[] {
  if (typeof value === 'string') return value.split(/\s+/).filter((word) => word !== '')
  return Array.isArray(value) ? flat(value) : []
}

function splitWithNulls(value: YamlValue | undefined): YamlValue[] {
  if (!Array.isArray(value)) return split(value)
  return value.flatMap((item) => (item === null ? [null] : flat(item)))
}

function flat(value: YamlValue): YamlValue[] {
  if (Array.isArray(value)) return value.flatMap(flat)
  return value === null ? [] : [value]
}
