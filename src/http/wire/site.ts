/** Sites as JSON. @see src/http/README.md (Conventions; Roles; Sites) */

import { domainToUnicode } from 'node:url'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  GENERATORS,
  HOSTINGS,
  JEKYLL_VERSIONS,
  SYNCS,
  type JobSlot,
  type SiteView,
} from '../../model/site.js'
import { siteCan, siteCanSchema } from './can.js'
import {
  field,
  hashSchema,
  idSchema,
  listInput,
  named,
  stampSchema,
  textInput,
  titleInput,
} from './common.js'
import { hostingOptions, shownOptions, syncOptions } from './hosting.js'
import { isoStamp, zonedStamp } from './time.js'

const slotSchema = named(
  'JobSlot',
  'The current and the last job of a kind.',
  z.object({
    id: field(idSchema.nullable(), 'The job that waits or runs.'),
    last_at: field(z.string().nullable(), 'When the last one ran.', '2026-11-20T12:00:00+01:00'),
    last_error: field(z.string().nullable(), 'Why the last one failed.', null),
    last_id: field(idSchema.nullable(), 'The last one.'),
  }),
)

const title = field(titleInput, 'Title of the site.', 'My site')
const domain = field(
  textInput(253).min(1, 'must not be empty'),
  'Host name of the site; no other site of the server has it. Neither `localhost` nor that of the API (409). `bücher.example` is stored as Punycode.',
  'my.example.org',
)
const timezone = field(z.string(), 'An IANA time zone.', 'Europe/Vienna')
const timezoneInput = field(textInput(100), 'An IANA time zone.', 'Europe/Vienna')
const jekyllVersion = field(
  z.enum(JEKYLL_VERSIONS).nullable(),
  '`jekyll_version` of `_config.yml`: which Jekyll it is built as; `github-pages` is 3.10 with the settings and plugins of GitHub Pages. Null: the rule decides.',
  '4.4',
)
const metadata = field(hashSchema, 'Other keys of `_config.yml`.', { tagline: 'Notes' })
const hosting = field(z.enum(HOSTINGS), 'Where the site is published.')
const sync = field(z.enum(SYNCS), 'What its source is synchronized with.')
const generator = field(z.enum(GENERATORS), 'What builds it.')

export const siteSchema = named(
  'Site',
  'A site. Hosting, sync and generator are shown to its admins only, secrets as `********`.',
  z.object({
    id: idSchema,
    title: field(z.string(), 'Title of the site.', 'My site'),
    domain: field(z.string(), 'Its host name, in ASCII.', 'xn--bcher-kva.example'),
    domain_unicode: field(
      z.string(),
      'The same in the letters that people read.',
      'bücher.example',
    ),
    cname: field(z.string(), 'Host name that the domain should point to, if known.', 'example.org'),
    timezone,
    jekyll_version: jekyllVersion,
    metadata,
    defaults: field(z.array(z.unknown()), 'Front matter defaults.', [
      { scope: { path: '', type: 'posts' }, values: { layout: 'post' } },
    ]),
    jobs: z.object({ preview: slotSchema, publish: slotSchema, sync: slotSchema }),
    user_id: field(idSchema, 'The owner.'),
    version: field(z.literal('v2'), 'Version of the API.'),
    live_url: field(z.string().nullable(), 'URL of the published site.', 'http://my.example.org'),
    preview_url: field(z.string().nullable(), 'URL of its preview.', null),
    urls: field(
      z.object({ live: z.string(), preview: z.string() }),
      'Absolute URLs on the built-in host.',
      { live: 'http://my.example.org', preview: 'http://preview-1a2b.example.org' },
    ),
    can: siteCanSchema,
    created_at: stampSchema,
    updated_at: stampSchema,
    config_error: field(z.string(), 'Why `_config.yml` can’t be read.').optional(),
    hosting: hosting.optional(),
    hosting_options: shownOptions.optional(),
    sync: sync.optional(),
    sync_options: shownOptions.optional(),
    generator: generator.optional(),
  }),
)

const defaultsInput = field(
  listInput(z.record(z.string(), z.unknown())),
  'Front matter defaults, each for a scope.',
  [{ scope: { path: '', type: 'posts' }, values: { layout: 'post' } }],
)

export const createSiteInput = named(
  'CreateSite',
  'A new site.',
  z.object({
    title,
    domain,
    timezone: timezoneInput.optional(),
    jekyll_version: jekyllVersion.optional(),
    metadata: metadata.optional(),
    defaults: defaultsInput.optional(),
    empty: field(z.boolean(), 'Without a theme: only `_config.yml`.', false).optional(),
  }),
)

export const updateSiteInput = named(
  'UpdateSite',
  'Changes to a site.',
  z.object({
    title: title.optional(),
    domain: domain.optional(),
    timezone: timezoneInput.optional(),
    jekyll_version: jekyllVersion.optional(),
    metadata: metadata.optional(),
    defaults: defaultsInput.optional(),
    hosting: hosting.optional(),
    hosting_options: hostingOptions.optional(),
    sync: sync.optional(),
    sync_options: syncOptions.optional(),
    generator: generator.optional(),
  }),
)

export const giveSiteInput = named(
  'GiveSite',
  'The new owner of a site.',
  z.object({
    user_id: field(textInput(100), 'One of its admins.', '66f1c2b7d4b9e83f5a7c1e43'),
  }),
)

export const testHostingInput = named(
  'TestHosting',
  'A hosting to test, before it is saved.',
  z.object({ hosting: hosting.optional(), hosting_options: hostingOptions.optional() }),
)

export const testSyncInput = named(
  'TestSync',
  'A sync to test, before it is saved.',
  z.object({ sync: sync.optional(), sync_options: syncOptions.optional() }),
)

export const importFields = z.object({
  title: title.optional(),
  domain: domain.optional(),
})

export const importRepositoryInput = named(
  'ImportRepository',
  'A new site from a branch of a git repository.',
  z.object({
    url: field(
      textInput(2048).min(1, 'must not be empty'),
      'URL of the repository (http or https), without credentials.',
      'https://github.com/ada/site',
    ),
    branch: field(
      textInput(255).min(1, 'must not be empty'),
      'By default the branch that a clone checks out.',
      'main',
    ).optional(),
    username: field(textInput(255), 'By default `x-access-token`.', 'ada').optional(),
    access_token: field(
      textInput(4096),
      'For a private repository; deleted when the job ends.',
      'token',
    ).optional(),
    title: title.optional(),
    domain: domain.optional(),
  }),
)

/** A site's representation. */
export function siteJson(view: SiteView): z.output<typeof siteSchema> {
  const { record, facts } = view
  return {
    id: record.id,
    title: facts.title,
    domain: record.domain,
    domain_unicode: domainToUnicode(record.domain),
    cname: view.cname,
    timezone: facts.timezone,
    jekyll_version: facts.jekyll_version,
    metadata: { ...facts.metadata },
    defaults: [...facts.defaults],
    jobs: {
      preview: slotJson(view.jobs.preview, facts.timezone),
      publish: slotJson(view.jobs.publish, facts.timezone),
      sync: slotJson(view.jobs.sync, facts.timezone),
    },
    user_id: record.userId,
    version: 'v2',
    live_url: view.liveUrl,
    preview_url: view.previewUrl,
    urls: { ...view.urls },
    can: siteCan(view.rights),
    created_at: zonedStamp(record.createdAt / 1000, facts.timezone),
    updated_at: zonedStamp(view.updatedAt / 1000, facts.timezone),
    ...(facts.configError !== null && { config_error: facts.configError }),
    ...adminJson(view),
  }
}

function adminJson({ record, admin }: SiteView) {
  if (!admin) return {}
  return {
    hosting: record.hosting,
    hosting_options: { ...admin.hostingOptions },
    sync: record.sync,
    sync_options: { ...admin.syncOptions },
    generator: record.generator,
  }
}

function slotJson(slot: JobSlot, timezone: string): z.output<typeof slotSchema> {
  return {
    id: slot.id,
    last_at: slot.lastAt === null ? null : isoStamp(slot.lastAt, timezone),
    last_error: slot.lastError,
    last_id: slot.lastId,
  }
}

/**
 * ETag of a site: its version (which users change), a dash, and a mark of what jobs change. Readers see changes of
 * both. A change must match only the version.
 */
export function siteTag(json: z.output<typeof siteSchema>): string {
  const { jobs, live_url, preview_url, urls, ...own } = json
  const ofJobs = representationTag({ jobs, live_url, preview_url, urls }).slice(0, 16)
  return `${representationTag(own)}-${ofJobs}`
}

/** The version part of a site's ETag. */
export function siteVersion(tag: string): string {
  return tag.split('-', 1)[0] ?? tag
}

/** ETag of a representation that has no blob id. */
export function representationTag(json: unknown): string {
  return createHash('sha256').update(JSON.stringify(json)).digest('hex').slice(0, 40)
}
