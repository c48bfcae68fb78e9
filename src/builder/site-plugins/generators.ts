/** Pages that the plugins of a site make. */

import { ContentError } from '../../content/error.js'
import type { LiquidMap, LiquidValue } from '../../liquid/value.js'
import type { Document } from '../items/document.js'
import type { Page } from '../items/page.js'
import { makePage } from '../plugins/made-page.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'
import { toJson } from '../render/filters/json.js'
import { field } from '../render/host.js'
import { BuildError } from '../base/build-error.js'
import { said } from './answers.js'
import type { Answer, Guest, Registered } from './guest.js'
import { PluginError } from './plugin-error.js'

/** Of one generator. */
const MAX_PAGES = 20_000
const MAX_PATH_LENGTH = 1000

/** The generator of the build that runs one of a plugin. */
export function generatorOf(
  registered: Registered,
  start: () => Guest,
): NonNullable<Plugin['generators']>[number] {
  return {
    priority: 0,
    run: (context) => {
      try {
        const guest = start()
        const answer = siteAnswers(context, registered.file)
        const made = guest.call({ registered, given: '{}', answer })
        guest.close()
        context.site.pages = [...context.site.pages, ...pagesOf(made, context, registered.file)]
      } catch (error) {
        throw asBuildError(error, registered)
      }
    },
  }
}

function asBuildError(error: unknown, { file }: Registered): unknown {
  // JSON of the site that is longer or deeper than a text can be.
  if (error instanceof RangeError)
    return new BuildError('It reads too much of the site at once', { path: file }, { cause: error })
  if (!(error instanceof PluginError)) return error
  const { reason, path, line } = error
  return new BuildError(reason, { path: path ?? file, line }, { cause: error })
}

function siteAnswers(context: GeneratorContext, path: string): Answer {
  return (what, text) => {
    if (what === 'say') return said(context.site.reporter, { path, text })
    if (what === 'site') return toJson(partOf(context, text))
    throw new PluginError('Only tags and filters of a page can read this, not a generator', path)
  }
}

function partOf({ site, host }: GeneratorContext, key: string): LiquidValue {
  switch (key) {
    case 'config':
      return host.values.of(site.settings.config)
    case 'posts':
      return [...(site.collections.get('posts')?.docs ?? [])]
        .toSorted((a, b) => b.compareTo(a))
        .map((doc) => itemValue(doc, host.drops.document(doc)))
    case 'pages':
      return site.pages.map((page) => itemValue(page, host.drops.page(page)))
    case 'collections':
      return new Map(
        Array.from(site.collections.values(), ({ label, docs }) => [
          label,
          docs.map((doc) => itemValue(doc, host.drops.document(doc))),
        ]),
      )
    default:
      return field(host.siteDrop, key)
  }
}

/** Not there before something is rendered, or all other documents. */
const LEFT_OUT = new Set(['content', 'output', 'excerpt', 'next', 'previous'])

/** Front matter and fields of an item, with its text as it was written. */
function itemValue(
  item: Document | Page,
  drop: {
    readonly keys: () => Iterable<string>
    readonly get: (key: string) => LiquidValue | undefined
  },
): LiquidMap {
  const kept = [...drop.keys()].filter((key) => !LEFT_OUT.has(key))
  const value: LiquidMap = new Map()
  for (const key of kept) value.set(key, drop.get(key) ?? null)
  return value.set('content', item.content)
}

function pagesOf(made: unknown, { site }: GeneratorContext, file: string): Page[] {
  if (!Array.isArray(made)) throw new PluginError('A generator must return an array of pages', file)
  if (made.length > MAX_PAGES) {
    const [count, most] = [made.length, MAX_PAGES].map((number) => number.toLocaleString('en-US'))
    throw new PluginError(`It makes ${count} pages; one generator may make ${most}`, file)
  }
  return made.map((page: unknown) => {
    const { path, content, data } = fieldsOf(page, file)
    try {
      return makePage(site, path, { content, data, defaultsType: 'pages' })
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      throw new PluginError(`The data of the page "${path}" cannot be kept: ${error.message}`, file)
    }
  })
}

interface MadeFields {
  readonly path: string
  readonly content: string
  readonly data: Readonly<Record<string, unknown>>
}

function fieldsOf(page: unknown, file: string): MadeFields {
  if (!isRecord(page)) throw new PluginError('A page must be an object with a path', file)
  const { path, content = '', layout, data = {} } = page
  if (typeof path !== 'string' || !isPath(path)) {
    const shown = JSON.stringify(path ?? null).slice(0, 100)
    throw new PluginError(
      `${shown} is not a valid path of a page: write names with / between them, such as a/b.html`,
      file,
    )
  }
  if (typeof content !== 'string')
    throw new PluginError(`The content of the page "${path}" must be text`, file)
  if (!isRecord(data))
    throw new PluginError(`The data of the page "${path}" must be an object`, file)
  return { path, content, data: layout === undefined ? data : { layout, ...data } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPath(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH || /[\0-\x1f\x7f\\]/.test(path)) return false
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
}
