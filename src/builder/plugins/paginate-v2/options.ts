/** The settings of jekyll-paginate-v2: what a template page says over what the site says over the defaults. */

import { deepMerge } from '../../../content/deep-merge.js'
import { fromJson, isYamlMap, type YamlMap, type YamlValue } from '../../../content/yaml/value.js'
import { section, text } from '../../base/settings.js'
import type { Site } from '../../items/site.js'

const JSON_DEFAULTS = {
  enabled: false,
  collection: 'posts',
  offset: 0,
  per_page: 10,
  permalink: '/page:num/',
  title: ':title - page :num',
  page_num: 1,
  sort_reverse: false,
  sort_field: 'date',
  limit: 0,
  trail: { before: 0, after: 0 },
  indexpage: null,
  extension: 'html',
  debug: false,
  // The plugin's own, which templates see.
  legacy: false,
}

/** How one template is paginated. Counts of 0 mean "no bound". */
export interface PaginationOptions {
  readonly perPage: number
  /** Most pages. */
  readonly limit: number
  /** So many documents are left out at the end, before the order is reversed: the newest. */
  readonly offset: number
  readonly permalink: string
  readonly title: string
  /** Name of the files without extension; null where the settings have none. */
  readonly indexPage: string | null
  /** With its dot. */
  readonly extension: string
  /** Names of keys, from the outermost. */
  readonly sortField: readonly string[]
  readonly isReversed: boolean
  readonly collections: readonly string[]
  /** What documents must have all of, by the key of their front matter; in lower case. */
  readonly filters: ReadonlyMap<string, readonly string[]>
  readonly trail: { readonly before: number; readonly after: number }
}

/** `pagination` of the site over the defaults. */
export function sitePagination(site: Site): YamlMap {
  const defaults = fromJson(JSON_DEFAULTS)
  const own = section(site.settings.config, 'pagination')
  return isYamlMap(defaults) ? deepMerge(defaults, own) : own
}

/** Types the merged settings. */
export function readPagination(map: YamlMap): PaginationOptions {
  const trail = section(map, 'trail')
  const extension = text(map.get('extension')) ?? 'html'
  return {
    perPage: count(map.get('per_page')),
    limit: count(map.get('limit')),
    offset: count(map.get('offset')),
    permalink: text(map.get('permalink')) ?? '',
    title: text(map.get('title')) ?? '',
    indexPage: text(map.get('indexpage'))?.split('.')[0] ?? null,
    extension: extension.startsWith('.') ? extension : `.${extension}`,
    sortField: (text(map.get('sort_field')) ?? 'date').split(':').map((key) => key.trim()),
    isReversed: map.get('sort_reverse') === true,
    collections: words(map.get('collection'), /[;,\s]/),
    filters: new Map([
      ['categories', words(map.get('category')).filter((name) => name !== 'posts')],
      ['tags', words(map.get('tag'))],
      ['locale', words(map.get('locale'))],
    ]),
    trail: { before: count(trail.get('before')), after: count(trail.get('after')) },
  }
}

function count(value: YamlValue | undefined): number {
  return Math.max(0, Math.trunc(Number(text(value) ?? 0)) || 0)
}

/** The names of a list, or of a text with commas or semicolons, as they are compared. */
export function words(value: YamlValue | undefined, between = /[;,]/): string[] {
  const texts = Array.isArray(value) ? value.map(text) : (text(value) ?? '').split(between)
  return texts.map((word) => comparable(word ?? '')).filter((word) => word !== '')
}

/** A name as names are compared: trimmed, in lower case. */
export function comparable(name: string): string {
  return name.trim().toLowerCase()
}
