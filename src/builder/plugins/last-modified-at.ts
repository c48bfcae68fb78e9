/** jekyll-last-modified-at: when the file of a page was last changed, as its source knows it. */

import { YamlTime } from '../../content/yaml/value.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { TagDefinition } from '../../liquid/definition.js'
import { DATE_FILTERS } from '../../liquid/filters/date.js'
import type { LiquidValue } from '../../liquid/value.js'
import { field, hostOf, pageOf } from '../render/host.js'
import { SourceError } from '../base/source.js'
import { section, text } from '../base/settings.js'
import { documentsOf, type Site } from '../items/site.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'
import { toRubyString } from '../../liquid/text.js'

const DEFAULT_FORMAT = '%d-%b-%y'

/** Of each site: paths of its pages and documents -> the time of their file, which the tag prints. */
const TIMES = new WeakMap<Site, ReadonlyMap<string, YamlTime>>()

// A document's own time comes before that of its file, a page's does not: its front matter is read first
// (jekyll-last-modified-at: hook.rb).
async function generate({ site, only }: GeneratorContext): Promise<void> {
  const times = new Map(only === undefined ? [] : TIMES.get(site))
  const items: Item[] = only === undefined ? [...documentsOf(site), ...site.pages] : [only]
  for (const item of items) {
    if (item instanceof Page && item.isGenerated) continue
    const epochMs = await changedAt(site, item)
    if (epochMs === undefined) continue
    const time = new YamlTime('', Math.floor(epochMs / 1000) * 1000, null)
    times.set(item.path, time)
    if (item instanceof Page || !item.data.has('last_modified_at'))
      item.data.set('last_modified_at', time)
  }
  TIMES.set(site, times)
}

// A file of the theme is none of the source.
async function changedAt({ source }: Site, { sourcePath }: Item): Promise<number | undefined> {
  try {
    return await source.modifiedAt?.(sourcePath)
  } catch (error) {
    if (error instanceof SourceError && error.code === 'missing') return undefined
    throw error
  }
}

const tag: TagDefinition = {
  name: 'last_modified_at',
  kind: 'inline',
  parse: (markup) => (context, out) => {
    const host = hostOf(context)
    const page = pageOf(context)
    const options = section(host.site.settings.config, 'last-modified-at')
    const format = markup.trim() || (text(options.get('date-format')) ?? DEFAULT_FORMAT)
    const shown = field(page, 'last_modified_at')
    const time = TIMES.get(host.site)?.get(toRubyString(field(page, 'path')))
    const { clock } = host.values
    out.write(
      formatted(time === undefined ? shown : host.values.of(time), format, {
        render: context,
        clock,
      }),
    )
  },
}

type Context = Parameters<(typeof DATE_FILTERS)[number]['apply']>[2]

function formatted(value: LiquidValue, format: string, context: Context): string {
  const date = DATE_FILTERS.find(({ name }) => name === 'date')
  return toRubyString(date?.apply(value, [format], context) ?? null)
}

/** The plugin. */
export const LAST_MODIFIED_AT: Plugin = {
  name: 'jekyll-last-modified-at',
  tags: [tag],
  generators: [{ priority: 0, isByItem: true, run: generate }],
}
