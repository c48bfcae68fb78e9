/** Jekyll's URL filters, and the functions behind them. */

// jekyll/filters/url_filters.rb

import type { YamlMap } from '../../../content/yaml/value.js'
import type { FilterDefinition } from '../../../liquid/definition.js'
import { toRubyString } from '../../../liquid/text.js'
import { Drop, type LiquidValue } from '../../../liquid/value.js'
import { text } from '../../base/settings.js'
import { isAbsoluteUri, normalizeUri } from '../../base/uri.js'
import { hostOf } from '../host.js'

/** The path of a URL below `baseurl`. */
export function relativeUrl(config: YamlMap, url: string): string {
  if (isAbsoluteUri(url)) return url
  const base = (text(config.get('baseurl')) ?? '').replace(/\/$/, '')
  return normalizeUri(withSlash(base) + withSlash(url))
}

/** The URL with `url` and `baseurl` in front. */
export function absoluteUrl(config: YamlMap, url: string): string {
  if (isAbsoluteUri(url)) return url
  const site = text(config.get('url')) ?? ''
  if (site === '') return relativeUrl(config, url)
  return normalizeUri(site + relativeUrl(config, url))
}

function withSlash(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`
}

function urlOf(input: LiquidValue): string {
  if (!(input instanceof Drop)) return toRubyString(input)
  return toRubyString(input.get('url') ?? null)
}

/** The filters. */
export const URL_FILTERS: readonly FilterDefinition[] = [
  {
    name: 'relative_url',
    arity: [0, 0],
    apply: (input, _args, { render }) =>
      input === null ? null : relativeUrl(hostOf(render).site.settings.config, urlOf(input)),
  },
  {
    name: 'absolute_url',
    arity: [0, 0],
    apply: (input, _args, { render }) =>
      input === null ? null : absoluteUrl(hostOf(render).site.settings.config, urlOf(input)),
  },
  {
    name: 'strip_index',
    arity: [0, 0],
    apply: (input) => {
      const url = toRubyString(input)
      return url === '' ? null : url.replace(/\/index\.html?$/m, '/')
    },
  },
]
