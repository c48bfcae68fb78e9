/** Uploads of images and other files from the editor. */

import { plainLatin } from '../../content/romanize.js'
import { ApiError, call, upload } from '../api/client.js'
import type { NamedFile } from './text/format.js'

const MAX_NAMES = 50

/** A file name that is readable in URLs: `Meine Ferien (1).JPG` becomes `meine-ferien-1.jpg`. */
function properName(file: { readonly name: string; readonly type: string }): string {
  const dot = file.name.lastIndexOf('.')
  const stem = dot > 0 ? file.name.slice(0, dot) : file.name
  const ending = dot > 0 ? file.name.slice(dot + 1) : (file.type.split('/')[1] ?? 'bin')
  return `${properStem(stem) || 'file'}.${ending.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`
}

/** The name as a part of a URL or path: `Große Übersicht` becomes `grosse-ubersicht`. Empty if no character is usable. */
export function properStem(name: string): string {
  return plainLatin(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
}

/** `name.jpg`, then `name-2.jpg`, and so on. */
function numbered(name: string, number: number): string {
  if (number < 2) return name
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}-${number}${name.slice(dot)}`
}

interface SourceOptions {
  readonly siteId: string
  /** Folder within the collection, or from the site's root; empty for the top. */
  readonly folder?: string
  readonly onProgress?: (share: number) => void
}

interface UploadOptions extends SourceOptions {
  readonly collection: string
}

/** Uploads a file to a collection, under a name that is not in use. @throws ApiError */
export async function storeFile(file: File, options: UploadOptions): Promise<NamedFile> {
  try {
    return await storeIn(file, options)
  } catch (error) {
    // Imported sites may have no collection for uploads yet.
    if (options.collection !== UPLOADS || !isStatus(error, 404)) throw error
    await createUploadsCollection(options.siteId)
    return storeIn(file, options)
  }
}

const UPLOADS = 'uploads'

/** Creates the collection for uploads. @throws ApiError 403 if the user may not */
async function createUploadsCollection(siteId: string): Promise<void> {
  const body = { title: 'Uploads', path: UPLOADS, output: true }
  try {
    await call('createCollection', { path: { site_id: siteId }, body })
  } catch (error) {
    // Another request has created it meanwhile.
    if (!isStatus(error, 409)) throw error
  }
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

function storeIn(file: File, options: UploadOptions): Promise<NamedFile> {
  const { siteId, collection, folder = '', onProgress } = options
  return storeUnderFreeName(file, 409, (name) =>
    upload('createFile', {
      path: { site_id: siteId, path: collection },
      file,
      filename: name,
      fields: { path: pathIn(folder, name) },
      onProgress: ({ sent, total }) => onProgress?.(sent / total),
    }),
  )
}

/** Like `storeFile`, for folders outside of collections. @throws ApiError */
export async function storeInSource(file: File, options: SourceOptions): Promise<void> {
  const { siteId, folder = '', onProgress } = options
  await storeUnderFreeName(file, 412, (name) =>
    upload('putSource', {
      path: { site_id: siteId, name: pathIn(folder, name) },
      file,
      filename: name,
      headers: { 'If-None-Match': '*' },
      onProgress: ({ sent, total }) => onProgress?.(sent / total),
    }),
  )
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/**
 * Tries names until one is free.
 *
 * @param taken the status with which the API refuses a name that is in use
 */
async function storeUnderFreeName<Stored>(
  file: File,
  taken: number,
  store: (name: string) => Promise<Stored>,
): Promise<Stored> {
  const name = properName(file)
  for (let number = 1; ; number += 1) {
    try {
      return await store(numbered(name, number))
    } catch (error) {
      if (!isStatus(error, taken) || number >= MAX_NAMES) throw error
    }
  }
}
