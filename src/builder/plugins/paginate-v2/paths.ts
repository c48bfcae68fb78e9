/** Addresses and titles of the pages that jekyll-paginate-v2 makes of one template. */

import type { PaginationOptions } from './options.js'

/** The template: where its first page is, and what titles are made of. */
export interface TemplateFacts {
  /** URL of the folder of the first page, with its slash. */
  readonly folder: string
  readonly title: string | null
}

/** A page of a template, counted from 1, and how many there are. */
interface PageNumber {
  readonly number: number
  readonly total: number
}

export interface PagePaths {
  /** What the pages link to. */
  readonly link: string
  /** `page_path`: with the name of a folder's file. */
  readonly path: string
  readonly url: string
}

/** Folder that a template's pages are below: its permalink, or the folder of its file. */
export function folderOfTemplate(permalink: string | null, url: string): string {
  const base = permalink ?? url.slice(0, url.lastIndexOf('/') + 1)
  return `/${base}/`.replace(/\/{2,}/g, '/')
}

export function firstPaths(
  { folder }: TemplateFacts,
  options: PaginationOptions,
  total: number,
): PagePaths {
  const { indexPage, extension } = options
  const named = indexPage === null ? '' : `${indexPage}${extension}`
  const first = { number: 1, total }
  const path = numbered(`${folder}${indexPage ?? 'index'}${extension}`, first)
  return { link: numbered(`${folder}${named}`, first), path, url: path }
}

/** Addresses that the permalink gives a page: those of every page but the first. */
export function pathsOf(
  { folder }: TemplateFacts,
  options: PaginationOptions,
  page: PageNumber,
): PagePaths {
  const { indexPage, extension, permalink } = options
  const base = `${folder}${permalink.replace(/^\//, '')}`
  const name = (index: string | null) => {
    if (index === null) return ''
    if (base.endsWith('/')) return `${index}${extension}`
    return base.includes('.') ? '' : index
  }
  const path = numbered(base + name(indexPage ?? 'index'), page)
  return {
    link: numbered(base + name(indexPage), page),
    path,
    url: path.endsWith(extension) ? path : `${path}${extension}`,
  }
}

// Only the first of each is one.
function numbered(template: string, { number, total }: PageNumber): string {
  return template.replace(':num', String(number)).replace(':max', String(total))
}

/** The title of a page after the first. */
export function titleOf({ title }: TemplateFacts, format: string, page: PageNumber): string {
  return numbered(
    format.replace(':title', () => title ?? ''),
    page,
  )
}

/** Numbers of the pages that the trail of a page shows: of one length as long as there are enough. */
export function trailNumbers(
  number: number,
  total: number,
  { before, after }: PaginationOptions['trail'],
): number[] {
  if (before + after === 0 || total <= 1) return []
  const length = before + after
  const end = Math.min(Math.max(number - before, 1) + length, total)
  const start = Math.max(end - length, 1)
  return Array.from({ length: end - start + 1 }, (_, i) => start + i)
}
