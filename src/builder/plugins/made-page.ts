/** Pages that plugins make. */

import { fromJson, isYamlMap, type YamlMap } from '../../content/yaml/value.js'
import { Page } from '../items/page.js'
import { fileDefaults } from '../read/reading.js'
import { madeText } from '../read/text.js'
import type { Site } from '../items/site.js'

interface MadePage {
  readonly content: string
  readonly data?: Readonly<Record<string, unknown>>
  /** The output as it is: nothing renders it. */
  readonly isFinal?: boolean
  /** `page.name`, where it is not that of the path. */
  readonly name?: string
  /** The type that scopes of front-matter defaults know it by, `pages` as a file there; none without it. */
  readonly defaultsType?: string
}

/** A page at a path that no file stands for. */
export function makePage(site: Site, path: string, made: MadePage): Page {
  const plain = fromJson(made.data ?? {})
  const data: YamlMap = isYamlMap(plain) ? plain : new Map()
  const { settings } = site
  const type = made.defaultsType
  const page = new Page(path.replace(/^\//, ''), madeText(made.content, data), {
    config: settings.content,
    isGenerated: true,
    ...(type === undefined ? {} : { defaults: fileDefaults(settings, path, type) }),
    ...(made.name === undefined ? {} : { name: made.name }),
  })
  if (made.isFinal === true) page.output = made.content
  return page
}
