/** Pictures and other files on their way from the editor to the site's uploads. */

import { ApiError, call, upload } from '../api/client.js'
import type { StoredFile } from '../api/types.js'

const MOST_NAMES = 50

/** A name that reads well in an address: `Meine Ferien (1).JPG` is `meine-ferien-1.jpg`. */
function properName(file: { readonly name: string; readonly type: string }): string {
  const dot = file.name.lastIndexOf('.')
  const stem = dot > 0 ? file.name.slice(0, dot) : file.name
  const ending = dot > 0 ? file.name.slice(dot + 1) : (file.type.split('/')[1] ?? 'bin')
  const name = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
  return `${name || 'file'}.${ending.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`
}

/** `name.jpg`, then `name-2.jpg`, and so on. */
function numbered(name: string, number: number): string {
  if (number < 2) return name
  const dot = name.lastIndexOf('.')
  return `${name.slice(0, dot)}-${number}${name.slice(dot)}`
}

interface UploadOptions {
  readonly siteId: string
  readonly collection: string
  readonly onProgress?: (share: number) => void
}

/** Stores a file under a name that nothing else has. @throws ApiError */
export async function storeFile(file: File, options: UploadOptions): Promise<NamedFile> {
  try {
    return await storeIn(file, options)
  } catch (error) {
    // Sites that come from elsewhere keep no collection for uploads.
    if (options.collection !== UPLOADS || !isStatus(error, 404)) throw error
    await makeUploads(options.siteId)
    return storeIn(file, options)
  }
}

const UPLOADS = 'uploads'

/** @throws ApiError 403 for somebody who may not */
async function makeUploads(siteId: string): Promise<void> {
  const body = { title: 'Uploads', path: UPLOADS, output: true }
  try {
    await call('createCollection', { path: { site_id: siteId }, body })
  } catch (error) {
    // Somebody else was faster.
    if (!isStatus(error, 409)) throw error
  }
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

async function storeIn(file: File, options: UploadOptions): Promise<NamedFile> {
  const name = properName(file)
  for (let number = 1; ; number += 1) {
    const free = numbered(name, number)
    try {
      return await upload('createFile', {
        path: { site_id: options.siteId, path: options.collection },
        file,
        filename: free,
        fields: { path: free },
        onProgress: ({ sent, total }) => options.onProgress?.(sent / total),
      })
    } catch (error) {
      if (!isStatus(error, 409) || number >= MOST_NAMES) throw error
    }
  }
}

/** What a link to a file needs of it. */
type NamedFile = Pick<StoredFile, 'basename' | 'url' | 'content_type'>

/** Markdown that shows a picture or links to another file. */
export function markdownFor(file: NamedFile): string {
  const label = file.basename.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ')
  const address = encodeURI(decodeURI(file.url)).replace(/[()]/g, escape)
  const link = `[${label.replace(/[[\]]/g, '')}](${address})`
  return file.content_type.startsWith('image/') ? `!${link}` : link
}

function escape(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}
