/** Reads and writes the text of a source file, byte for byte. */

import { call, upload, type Schemas } from './client.js'
import type { View } from './types.js'

/**
 * The text; null if the file is not valid UTF-8, because saving it would destroy it. A byte order mark is part of
 * the text.
 *
 * @throws ApiError
 */
export async function readSourceText(
  siteId: string,
  name: string,
  { signal, ...view }: View & { readonly signal: AbortSignal },
): Promise<string | null> {
  const path = { site_id: siteId, name }
  const request = {
    query: { download: 'true' as const, ...view },
    headers: { Accept: '*/*' },
    signal,
  }
  const data = await call('getSource', { path, ...request })
  return data instanceof Blob ? textOf(await data.arrayBuffer()) : null
}

function textOf(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/**
 * Writes a file.
 *
 * @param sha the version that was read; null for a new file
 * @throws ApiError 412 if the file has another version, or if a new file exists already
 */
export function writeSource(
  { siteId, name }: { readonly siteId: string; readonly name: string },
  text: string,
  sha: string | null,
): Promise<Schemas['SourceFile']> {
  const headers: Record<string, string> =
    sha === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${sha}"` }
  const file = new Blob([text], { type: 'text/plain' })
  const filename = name.split('/').at(-1) ?? name
  return upload('putSource', { path: { site_id: siteId, name }, file, filename, headers })
}
