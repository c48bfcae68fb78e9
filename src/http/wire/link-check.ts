/** What a publish would do to addresses and links, as JSON. */

import { z } from 'zod'
import type { LinkReport } from '../../service/publish/link-check.js'
import { field, idSchema, named } from './common.js'

const OID = '3f786850e387550fdab836ed7e6dc881de23001b'
const KIND = z.enum(['document', 'page', 'file'])
const PATH = 'Its path from the site’s root.'

const movedSchema = z.object({
  type: z.enum(['document', 'page']),
  id: idSchema,
  title: z.string(),
  url: field(z.string(), 'Its address now.', '/about-us/'),
})

const goneSchema = named(
  'GoneAddress',
  'An address that is live and would be gone.',
  z.object({
    url: field(z.string(), 'The address, without the base URL.', '/about/'),
    type: KIND,
    path: field(z.string(), `${PATH} As it was published.`, 'about.md'),
    title: field(z.string(), 'Its title as it was published.', 'About'),
    moved_to: field(
      movedSchema.nullable(),
      'The text that was there, if it has another address now.',
      null,
    ),
  }),
)

const brokenSchema = named(
  'BrokenLink',
  'A link inside the site that would lead nowhere.',
  z.object({
    url: field(z.string(), 'Where it leads, without the base URL.', '/about/'),
    type: field(KIND, 'What has the link; `file` for templates, data and settings.'),
    id: field(idSchema.nullable(), 'Id of the text; null for a file.'),
    path: field(z.string(), PATH, '_posts/2026-11-20-hello.md'),
    title: field(z.string(), 'Title of the text; empty for a file.', 'Hello'),
  }),
)

export const linkCheckSchema = named(
  'LinkCheck',
  'What the next publish would do to addresses and links.',
  z.object({
    from: field(z.string().nullable(), 'The commit that is live; null if that is unknown.', OID),
    to: field(z.string().nullable(), 'The commit that would be published; null for none.', OID),
    gone: field(z.array(goneSchema), 'At most 100.'),
    broken: field(z.array(brokenSchema), 'At most 200.'),
    redirects: field(
      z.boolean(),
      'Whether `redirect_from` in front matter makes a redirect: if `jekyll-redirect-from` is among the plugins.',
      true,
    ),
    complete: field(z.boolean(), 'False if a limit was reached, so that there may be more.', true),
  }),
)

export function linkCheckJson(report: LinkReport): z.output<typeof linkCheckSchema> {
  return {
    from: report.from,
    to: report.to,
    gone: report.gone.map(({ url, path, kind, title, movedTo }) => ({
      url,
      type: kind === 'config' ? 'file' : kind,
      path,
      title: title ?? '',
      moved_to: movedTo && movedJson(movedTo),
    })),
    broken: report.broken.map(({ url, kind, id, path, title }) => ({
      url,
      type: kind === 'config' ? 'file' : kind,
      id,
      path,
      title: title ?? '',
    })),
    redirects: report.hasRedirects,
    complete: report.isComplete,
  }
}

function movedJson({
  id,
  kind,
  title,
  url,
}: NonNullable<LinkReport['gone'][number]['movedTo']>): z.output<typeof movedSchema> {
  return {
    type: kind === 'page' ? 'page' : 'document',
    id,
    title: title ?? '',
    url: url ?? '',
  }
}
