/** Sites as JSON. @see src/http/README.md (Conventions; Roles; Sites) */

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { GENERATORS, HOSTINGS, SYNCS, type JobSlot, type SiteView } from '../../model/site.js'
import { siteCan, siteCanSchema } from './can.js'
import { hashSchema, listInput, idSchema, stampSchema, titleInput } from './common.js'
import { isoStamp, zonedStamp } from './time.js'

const slotSchema = z.object({
  id: idSchema.nullable(),
  last_at: z.string().nullable(),
  last_error: z.string().nullable(),
  last_id: idSchema.nullable(),
})

const optionsSchema = z.record(z.string(), z.string())

export const siteSchema = z.object({
  id: idSchema,
  title: z.string(),
  domain: z.string(),
  cname: z.string(),
  timezone: z.string(),
  metadata: hashSchema,
  defaults: z.array(z.unknown()),
  jobs: z.object({ preview: slotSchema, publish: slotSchema, sync: slotSchema }),
  user_id: idSchema,
  version: z.literal('v2'),
  live_url: z.string().nullable(),
  preview_url: z.string().nullable(),
  urls: z.object({ live: z.string(), preview: z.string() }),
  can: siteCanSchema,
  created_at: stampSchema,
  updated_at: stampSchema,
  config_error: z.string().optional(),
  hosting: z.enum(HOSTINGS).optional(),
  hosting_options: optionsSchema.optional(),
  sync: z.enum(SYNCS).optional(),
  sync_options: optionsSchema.optional(),
  generator: z.enum(GENERATORS).optional(),
})

const domain = z.string().min(1, 'must not be empty').max(253, 'may have at most 253 characters')

const defaultsInput = listInput(z.record(z.string(), z.unknown()))

export const createSiteInput = z.object({
  title: titleInput,
  domain,
  timezone: z.string().optional(),
  metadata: hashSchema.optional(),
  defaults: defaultsInput.optional(),
  empty: z.boolean().optional(),
})

export const updateSiteInput = z.object({
  title: titleInput.optional(),
  domain: domain.optional(),
  timezone: z.string().optional(),
  metadata: hashSchema.optional(),
  defaults: defaultsInput.optional(),
  hosting: z.enum(HOSTINGS).optional(),
  hosting_options: optionsSchema.optional(),
  sync: z.enum(SYNCS).optional(),
  sync_options: optionsSchema.optional(),
  generator: z.enum(GENERATORS).optional(),
})

export const importFields = z.object({
  title: titleInput.optional(),
  domain: domain.optional(),
})

/** A site's representation. */
export function siteJson(view: SiteView): z.output<typeof siteSchema> {
  const { record, facts } = view
  return {
    id: record.id,
    title: facts.title,
    domain: record.domain,
    cname: view.cname,
    timezone: facts.timezone,
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
 * Entity tag of a site: its version, which people change, a dash, and a mark of what jobs change. A reader
 * is told of both; who changes the site begins from the version alone.
 */
export function siteTag(json: z.output<typeof siteSchema>): string {
  const { jobs, live_url, preview_url, urls, ...own } = json
  const ofJobs = representationTag({ jobs, live_url, preview_url, urls }).slice(0, 16)
  return `${representationTag(own)}-${ofJobs}`
}

/** The version in an entity tag of a site. */
export function siteVersion(tag: string): string {
  return tag.split('-', 1)[0] ?? tag
}

/** Entity tag over a representation, where no oid names the version. */
export function representationTag(json: unknown): string {
  return createHash('sha256').update(JSON.stringify(json)).digest('hex').slice(0, 40)
}
