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
export function tagsAsWritten({ defaults, frontMatter }: TaxonomySources): YamlValue[] {
  return fromKeys(overlaid(defaults, frontMatter), 'tag', 'tags')
}

/** Folders first, then those of defaults and front matter, then `category`; each once. */
export function readCategories(sources: TaxonomySources): string[] {
  return [...new Set(categoriesAsWritten(sources).map(displayText))]
}

/** As `readCategories`, for templates: what is no text in the plural is there as it is and as text. */
export function categoriesAsWritten(sources: TaxonomySources): YamlValue[] {
  const { folderCategories, defaults, frontMatter } = sources
  const plural = [defaults, frontMatter].flatMap((data) => split(data.get('categories')))
  const singular = overlaid(defaults, frontMatter).get('category')
  const all = [...folderCategories, ...plural]
  const texts = [...all, ...flat(singular ?? null)].map(displayText)
  return [...new Set<YamlValue>([...all, ...texts])]
}

function overlaid(under: YamlMap, over: YamlMap): YamlMap {
  return new Map([
    ...under,
    ...[...over].filter(([key, value]) => value !== null || !under.has(key)),
  ])
}

function fromKeys(data: YamlMap, singular: string, plural: string): YamlValue[] {
  const one = data.get(singular)
  const isGiven = one !== undefined && one !== null && one !== false
  return isGiven ? flat(one) : split(data.get(plural))
}

/** A text at blanks; items of lists; nothing for what is neither, as Jekyll has it for `tags: 5`. */
function split(value: YamlValue | undefined): YamlValue[] {
  if (typeof value === 'string') return value.split(/\s+/).filter((word) => word !== '')
  return Array.isArray(value) ? flat(value) : []
}

function flat(value: YamlValue): YamlValue[] {
  if (Array.isArray(value)) return value.flatMap(flat)
  return value === null ? [] : [value]
}
