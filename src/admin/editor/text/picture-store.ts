/** Loads images of a site for the editor, by the URLs in the text. */

import { callWithoutSignIn } from '../../api/client.js'
import type { PictureLoader } from './pictures.js'

/** Image types. Other files never get a media type, so that none can run. */
const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
}

const known = new Map<string, Promise<string | null>>()
const MAX_KNOWN = 300

/** Empties the cache. Called after the content of an image has changed. */
export function forgetPictures(): void {
  known.clear()
}

/** A loader that downloads each image once. */
export function pictureLoader(siteId: string): PictureLoader {
  return (address) => {
    const key = `${siteId} ${address}`
    const found = known.get(key) ?? read(siteId, address).catch(() => null)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, found)
    return found
  }
}

/** The media type of an image by its name; undefined for other files. */
export function pictureType(filename: string): string | undefined {
  return TYPES[filename.split('.').at(-1)?.toLowerCase() ?? '']
}

async function read(siteId: string, address: string): Promise<string | null> {
  const filename = fileOf(address)
  const type = pictureType(filename ?? '')
  if (filename === null || type === undefined) return null
  // Files of collections are published without the underscore of their folder.
  const data = await download(siteId, `_${filename}`).catch(() => download(siteId, filename))
  return URL.createObjectURL(new Blob([data], { type }))
}

function download(siteId: string, filename: string): Promise<Blob> {
  return callWithoutSignIn('downloadFile', { path: { site_id: siteId, filename } })
}

/** The path for `/uploads/a%20b.jpg` or `{{ site.baseurl }}/uploads/…`; null for URLs of other origins. */
function fileOf(address: string): string | null {
  const path = address.replace(/^\{\{[^}]*\}\}/, '').replace(/^\{%[^%]*%\}/, '')
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return null
  try {
    return decodeURIComponent(path.split(/[?#]/)[0] ?? '').replace(/^\//, '') || null
  } catch {
    return null
  }
}
