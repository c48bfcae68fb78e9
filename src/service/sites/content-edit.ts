/** Turns a change of a site's settings into an edit of `_config.yml`. */

import type { SiteConfigEdit } from '../../content/site-config-edit.js'
import type { SiteConfig } from '../../content/site-config.js'
import { fromJson, type YamlMap } from '../../content/yaml/value.js'
import { METADATA_BUDGET } from '../../model/limits.js'
import type { SiteFacts } from '../../model/site.js'
import type { SiteContent } from './site-input.js'

/** The edit for the settings that change. Dates in `before` stay dates. */
export function contentEdit(
  input: SiteContent,
  facts: SiteFacts | null,
  { metadata, raw }: Pick<SiteConfig, 'metadata' | 'raw'>,
): SiteConfigEdit {
  const differs = (key: keyof SiteContent) =>
    input[key] !== undefined && JSON.stringify(input[key]) !== JSON.stringify(facts?.[key])
  return {
    ...(input.title !== undefined && differs('title') && { title: input.title }),
    ...(input.timezone !== undefined && differs('timezone') && { timezone: input.timezone }),
    ...(input.jekyll_version !== undefined &&
      differs('jekyll_version') && { jekyll_version: input.jekyll_version }),
    ...(input.defaults !== undefined &&
      differs('defaults') && {
        defaults: fromJson(input.defaults, raw.get('defaults'), METADATA_BUDGET),
      }),
    ...(input.metadata !== undefined &&
      differs('metadata') && { metadata: yamlMap(input.metadata, metadata) }),
  }
}

function yamlMap(json: Readonly<Record<string, unknown>>, previous: YamlMap): YamlMap {
  const value = fromJson(json, previous, METADATA_BUDGET)
  return value instanceof Map ? value : new Map()
}
