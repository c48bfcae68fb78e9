/**
 * Tags and categories of a document, from its front matter, its defaults and its folders.
 *
 * @see jekyll/document.rb: populate_tags, populate_categories, merge_categories!
 */

import { displayText } from './yaml/value.js'
import type { YamlMap, YamlValue } from './yaml/value.js'

/** Where the data of a document comes from, the weakest first. */
interface TaxonomySources {
  readonly folderCategories: readonly string[]
  readonly defaults: YamlMap
  readonly frontMatter: YamlMap
}

/** `tag` wins over `tags`; a text in `tags` is split at blanks, one in `tag` is not. */
export function readTags(sources: TaxonomySources): string[] {
  return tagsAsWritten(sources).map(displayText)
}

/** As `readTags`, for templates: a number stays one, and is found under that. */
export function tagsAsWritten(sources: TaxonomySources): YamlValue[] {
  return fromKeys(sources, 'tag', 'tags')
}

/** Folders first, then those of defaults and front matter, then `category`; each once. */
export function readCategories(sources: TaxonomySources): string[] {
  return [...new Set(categoriesAsWritten(sources).map(displayText))].filter((name) => name !== '')
}

/**
 * As `readCategories`, for templates: what is no text in the plural is there as it is and as text; an empty item is
 * null and an empty text.
 */
export function categoriesAsWritten(sources: TaxonomySources): YamlValue[] {
  const { folderCategories, defaults, frontMatter } = sources
  const plural = [defaults, frontMatter].flatMap((data) => splitWithNulls(data.get('categories')))
  const singular = overlaid(sources, 'category')
  const all = [...folderCategories, ...plural]
  const texts = [...all, ...flat(singular ?? null)].map(displayText)
  return [...new Set<YamlValue>([...all, ...texts])]
}

/** The value of a key, of the defaults where the front matter has none: there may be thousands of others. */
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

/** A text at blanks; items of lists; nothing for what is neither, as Jekyll has it for `tags: 5`. */
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
