/** jekyll-last-modified-at: when the file of a page was last changed, as its source knows it. */

import { YamlTime } from '../../content/yaml/value.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import type { TagDefinition } from '../../liquid/definition.js'
import { DATE_FILTERS } from '../../liquid/filters/date.js'
import type { LiquidValue } from '../../liquid/value.js'
import { field, hostOf, pageOf } from '../render/host.js'
import { section, text } from '../base/settings.js'
import { documentsOf } from '../items/site.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'
import { toRubyString } from '../../liquid/text.js'

const DEFAULT_FORMAT = '%d-%b-%y'

async function generate({ site }: GeneratorContext): Promise<void> {
  const items: Item[] = [...documentsOf(site), ...site.pages]
  for (const item of items) {
    if (item.data.has('last_modified_at') || (item instanceof Page && item.isGenerated)) continue
    const epochMs = await site.source.modifiedAt?.(item.sourcePath)
    if (epochMs === undefined) continue
    item.data.set('last_modified_at', new YamlTime('', Math.floor(epochMs / 1000) * 1000, null))
  }
}

const tag: TagDefinition = {
  name: 'last_modified_at',
  kind: 'inline',
  parse: (markup) => (context, out) => {
    const host = hostOf(context)
    const options = section(host.site.settings.config, 'last-modified-at')
    const format = markup.trim() || (text(options.get('date-format')) ?? DEFAULT_FORMAT)
    out.write(
      formatted(field(pageOf(context), 'last_modified_at'), format, {
        render: context,
        clock: host.values.clock,
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
  generators: [{ priority: 0, run: generate }],
}
