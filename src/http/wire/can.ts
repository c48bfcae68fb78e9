/** What the caller may do with a resource, so that clients need no copy of the role table. */

import { z } from 'zod'
import type { EntryRights } from '../../model/entry.js'
import type { CollectionRights, SiteRights } from '../../model/policy.js'
import { named } from './common.js'

export const siteCanSchema = named(
  'SiteCan',
  'What you may do with the site.',
  z.object({
    update: z.boolean(),
    delete: z.boolean(),
    publish: z.boolean(),
    preview: z.boolean(),
    sync: z.boolean(),
    manage_roles: z.boolean(),
    edit_source: z.boolean(),
    create_collections: z.boolean(),
    create_documents: z.boolean(),
    upload_files: z.boolean(),
  }),
)

export const collectionCanSchema = named(
  'CollectionCan',
  'What you may do with the collection.',
  z.object({
    update: z.boolean(),
    delete: z.boolean(),
    create_documents: z.boolean(),
    upload_files: z.boolean(),
  }),
)

/** `publish` is making it visible or hidden. */
export const textCanSchema = named(
  'TextCan',
  'What you may do with the document or page; `publish` means making it visible or hidden.',
  z.object({
    update: z.boolean(),
    delete: z.boolean(),
    publish: z.boolean(),
  }),
)

export const fileCanSchema = named(
  'FileCan',
  'What you may do with the file.',
  z.object({ update: z.boolean(), delete: z.boolean() }),
)

export function siteCan(rights: SiteRights): z.output<typeof siteCanSchema> {
  const { update, publish, preview, sync } = rights
  return {
    update,
    delete: rights.delete,
    publish,
    preview,
    sync,
    manage_roles: rights.manageRoles,
    edit_source: rights.editSource,
    create_collections: rights.createCollections,
    create_documents: rights.createDocuments,
    upload_files: rights.uploadFiles,
  }
}

export function collectionCan(rights: CollectionRights): z.output<typeof collectionCanSchema> {
  return {
    update: rights.update,
    delete: rights.delete,
    create_documents: rights.createDocuments,
    upload_files: rights.uploadFiles,
  }
}

export function textCan(rights: EntryRights): z.output<typeof textCanSchema> {
  return { update: rights.update, delete: rights.delete, publish: rights.publish }
}

export function fileCan(rights: EntryRights): z.output<typeof fileCanSchema> {
  return { update: rights.update, delete: rights.delete }
}
