/** `link` and `post_url`: URLs of what a tag names; a build with a dead one fails. */

// jekyll/tags/link.rb, jekyll/tags/post_url.rb

import type { RenderContext } from '../../../liquid/context.js'
import type { TagDefinition } from '../../../liquid/definition.js'
import { LiquidError } from '../../../liquid/error.js'
import type { Document } from '../../items/document.js'
import { documentsOf, isWritten, postsOf, type Site } from '../../items/site.js'
import { relativeUrl } from '../filters/urls.js'
import { hostOf } from '../host.js'

/** Everything that has a URL, by its path: pages first, then static files, then documents. */
// By the list of pages, which an incremental build makes anew.
const targets = new WeakMap<Site['pages'], Map<string, { readonly url: string }>>()

function targetsOf(site: Site): Map<string, { readonly url: string }> {
  const known = targets.get(site.pages)
  if (known !== undefined) return known
  const byPath = new Map<string, { readonly url: string }>()
  const written = documentsOf(site).filter((doc) => isWritten(site, doc))
  for (const item of [...site.pages, ...site.staticFiles.filter((f) => f.isWritten), ...written]) {
    const path = item.path.replace(/^\//, '')
    if (!byPath.has(path)) byPath.set(path, item)
  }
  targets.set(site.pages, byPath)
  return byPath
}

/** The URL of what has a path; null where nothing has. */
export function linkedUrl(site: Site, path: string): string | null {
  return targetsOf(site).get(path.replace(/^\//, ''))?.url ?? null
}

const linkTag: TagDefinition = {
  name: 'link',
  kind: 'inline',
  parse(markup) {
    const written = markup.trim()
    return (context, out) => {
      const path = resolved(context, written)
      const { site, reads } = hostOf(context)
      reads?.target('link', path)
      const url = linkedUrl(site, path)
      if (url === null) {
        throw new LiquidError(
          'host',
          `Could not find document '${path}' in tag 'link'. ` +
            'Make sure the document exists and the path is correct.',
        )
      }
      out.write(writtenUrl(site, url))
    }
  },
}

/** Jekyll 3.10 knows no `baseurl` here. */
function writtenUrl({ settings }: Site, url: string): string {
  return settings.jekyll === '3.10' ? url : relativeUrl(settings.config, url)
}

function resolved(context: RenderContext, written: string): string {
  if (!written.includes('{{') && !written.includes('{%')) return written
  return hostOf(context).template('link', written).render(context)
}

const POST_NAME = /^(.+\/)?(\d+-\d+-\d+)-(.*)$/

const postUrlTag: TagDefinition = {
  name: 'post_url',
  kind: 'inline',
  parse(markup, parser) {
    const written = markup.trim()
    if (!written.includes('{{') && !isPostName(written)) {
      parser.fail(
        `Could not parse name of post "${written}" in tag 'post_url'. ` +
          'Make sure the post exists and the name is correct.',
      )
    }
    return (context, out) => {
      const { site, reads } = hostOf(context)
      const name = resolved(context, written)
      reads?.target('post', name)
      const { post, isLoose } = findPost(site, name) ?? notFound(name)
      if (isLoose) {
        site.reporter.warn(
          `A call to '{% post_url ${name} %}' did not match a post by path, date and name; change it to the post's name exactly.`,
        )
      }
      out.write(writtenUrl(site, post.url))
    }
  },
}

function isPostName(name: string): boolean {
  return POST_NAME.test(name.replace(/^\//, ''))
}

interface FoundPost {
  readonly post: Document
  /** Whether only its date and its slug are those of the name. */
  readonly isLoose: boolean
}

/** The post of a name; null where there is none. */
export function findPost(site: Site, name: string): FoundPost | null {
  const [, folder = '', date = '', slug = ''] = POST_NAME.exec(name.replace(/^\//, '')) ?? []
  const posts = postsOf(site)
  const exact = posts.find((post) => isNamed(post, folder, `${date}-${slug}`))
  if (exact !== undefined) return { post: exact, isLoose: false }
  const loose = posts.find((post) => isLike(site, post, { date, slug }))
  return loose === undefined ? null : { post: loose, isLoose: true }
}

function notFound(name: string): never {
  throw new LiquidError(
    'host',
    `Could not find post "${name}" in tag 'post_url'. Make sure the post exists and the name is correct.`,
  )
}

// Jekyll's pattern asks that the path begins with the one form or holds the other at its beginning.
function isNamed(post: Document, folder: string, name: string): boolean {
  const begins = (prefix: string) =>
    post.path.startsWith(prefix) && post.path.slice(prefix.length).startsWith('.')
  return begins(`_posts/${folder}${name}`) || begins(`${folder}_posts/${name}`)
}

function isLike(
  site: Site,
  post: Document,
  { date, slug }: { date: string; slug: string },
): boolean {
  if (post.data.get('slug') !== slug) return false
  const { offsetSeconds } = site.zone.at(post.date.epochMs)
  const day = new Date(post.date.epochMs + offsetSeconds * 1000)
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return (
    day.getUTCFullYear() === year &&
    day.getUTCMonth() + 1 === month &&
    day.getUTCDate() === dayOfMonth
  )
}

/** The tags. */
export const LINK_TAGS: readonly TagDefinition[] = [linkTag, postUrlTag]
