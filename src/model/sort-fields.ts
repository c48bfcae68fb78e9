/** The fields by which lists can be sorted (`sort=title-asc`). @see src/http/README.md (Conventions) */

export const SITE_SORTS = ['title', 'domain', 'created_at', 'updated_at'] as const

/** For documents and pages; `position` is the number in the front matter by which editors order them. */
export const ENTRY_SORTS = [
  'title',
  'date',
  'path',
  'filename',
  'visibility',
  'position',
  'created_at',
  'updated_at',
] as const

export const FILE_SORTS = [
  'filename',
  'basename',
  'content_type',
  'filesize',
  'created_at',
  'updated_at',
] as const
