/**
 * `{% github_edit_link "text" %}` of jekyll-github-metadata: where the source of the page is edited on GitHub. Without text
 * it is the URL alone. Which branch GitHub serves is not known here: it is what the site says under `github: source:`.
 *
 * @see https://jekyll.github.io/github-metadata/edit-on-github-link/; edit-link-tag.rb
 */

import type { TagDefinition } from '../../liquid/definition.js'
import { toRubyString } from '../../liquid/text.js'
import type { LiquidValue } from '../../liquid/value.js'
import type { Plugin } from '../render/plugin.js'
import { GITHUB_METADATA } from './github-metadata.js'

const PARTS = [
  'site.github.repository_url',
  'site.github.source.branch',
  'site.github.source.path',
  'page.path',
] as const

const editLinkTag: TagDefinition = {
  name: 'github_edit_link',
  kind: 'inline',
  parse(markup, parser) {
    const [, double, single] = /"(.*)"|'(.*)'/.exec(markup) ?? []
    const text = double ?? single
    const parts = PARTS.map((name) => parser.parseExpression(name))
    return (context, out) => {
      const url = urlOf(parts.map((part) => part(context)))
      out.write(text === undefined ? url : `<a href="${url}">${text}</a>`)
    }
  },
}

/** Empty where something is not known, as in the gem. */
function urlOf(values: readonly LiquidValue[]): string {
  if (values.some((value) => value === null || value === false)) return ''
  const [repository = '', branch = '', folder = '', page = ''] = values.map((value) =>
    toRubyString(value).replace(/^\//, ''),
  )
  const whole = [repository, 'edit', branch, folder].map(withSlash).join('') + page
  return URL.canParse(whole) ? new URL(whole).href : whole
}

function withSlash(part: string): string {
  return part === '' || part.endsWith('/') ? part : `${part}/`
}

/** What the plugin adds beside its settings. */
export const GITHUB_EDIT_LINK: Plugin = { name: GITHUB_METADATA, tags: [editLinkTag] }
