/** `include`, `include_relative` and jekyll-include-cache's `include_cached`. */

import type { Output, RenderContext } from '../../../liquid/context.js'
import type { TagDefinition } from '../../../liquid/definition.js'
import { LiquidError } from '../../../liquid/error.js'
import type { Template } from '../../../liquid/engine.js'
import { cleanFolder } from '../../base/settings.js'
import { folderOf, Item } from '../../items/item.js'
import { toJson } from '../filters/json.js'
import { hostOf, type Host } from '../host.js'
import { checkFileName, includeScope, parseInclude, type IncludeMarkup } from './include-markup.js'

/** Finds the template of a file for the tag. */
type Locate = (host: Host, file: string, context: RenderContext) => Template

function includeTag(name: string, locate: Locate): TagDefinition {
  return {
    name,
    kind: 'inline',
    parse(markup, parser) {
      const include = parseInclude(markup, parser)
      return (context, out) => {
        const template = locate(hostOf(context), fileName(include, context, name), context)
        renderInclude(include, template, { context, out })
      }
    },
  }
}

function fileName(include: IncludeMarkup, context: RenderContext, tagName: string): string {
  const { file, isDynamic } = include
  const name = isDynamic ? hostOf(context).template('include', file).render(context) : file
  checkFileName(name, tagName)
  return name
}

function renderInclude(
  { params }: IncludeMarkup,
  template: Template,
  { context, out }: { context: RenderContext; out: Output },
): void {
  const scope = params === null ? new Map() : includeScope(params, context)
  context.withScope(scope, () => out.write(template.render(context)))
}

function fromIncludes(host: Host, file: string): Template {
  const { includes, settings } = host.site
  const path = file.replace(/^\//, '')
  host.reads?.fact('include', path)
  const source = includes.get(path)
  if (source === undefined) throw notFound(file, `/${settings.includesDir}`)
  return host.template(`${settings.includesDir}/${path}`, source)
}

// jekyll/tags/include.rb: the folder is that of the page, in nested files too
function fromFolder(host: Host, file: string, context: RenderContext): Template {
  const { item } = context.registers
  const folder = item instanceof Item ? folderOf(item.sourcePath) : ''
  const path = cleanFolder(`${folder}/${file}`)
  const source = host.sourceText(path)
  if (source === null) throw notFound(file, `/${folder}`)
  return host.template(path, source)
}

function notFound(file: string, folder: string): LiquidError {
  return new LiquidError(
    'host',
    `Could not locate the included file '${file}' in any of ["${folder}"]. ` +
      'Ensure it exists in one of those directories and, if it is a symlink, ' +
      'does not point outside your site source.',
  )
}

const includeCached: TagDefinition = {
  name: 'include_cached',
  kind: 'inline',
  parse(markup, parser) {
    const include = parseInclude(markup, parser)
    return (context, out) => {
      const host = hostOf(context)
      const file = fileName(include, context, 'include_cached')
      const scope = includeScope(include.params ?? [], context)
      const key = `include_cached ${file} ${toJson(scope.get('include') ?? null)}`
      let html = host.cache.get(key)
      if (html === undefined) {
        html = context.withScope(scope, () => fromIncludes(host, file).render(context))
        host.cache.set(key, html)
        host.reads?.remembered(key, 'made')
      } else host.reads?.remembered(key, 'taken')
      out.write(html)
    }
  },
}

/** The tags. */
export const INCLUDE_TAGS: readonly TagDefinition[] = [
  includeTag('include', fromIncludes),
  includeTag('include_relative', fromFolder),
]

/** The tag of jekyll-include-cache. */
export const INCLUDE_CACHED_TAG = includeCached
