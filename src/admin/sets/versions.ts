/** Reads a file as the site or a change set has it. */

import { ApiError, call } from '../api/client.js'
import { getEntry } from '../api/entries.js'
import { readSourceText } from '../api/source-text.js'
import type { FullEntry } from '../api/types.js'
import { pictureType } from '../editor/text/picture-store.js'
import type { SetChange } from './sets.js'

export interface Version extends Pick<SetChange, 'type' | 'id' | 'path'> {
  /** Undefined for the site. */
  readonly setId: string | undefined
}

export function isPicture(path: string): boolean {
  return pictureType(path) !== undefined
}

/** The text; null if it is not there. @throws ApiError */
export function readVersion(
  _siteId: string,
  { type, id, setId }: Version,
  signal?: AbortSignal,
): Promise<FullEntry | null> {
  if (id === null) return Promise.resolve(null)
  const name = { type: type === 'page' ? type : ('document' as const), id }
  return orNull(getEntry(name, signal, { change_set: setId }))
}

/** A source file; its text is null if it is none, and the whole if it is not there. @throws ApiError */
export function readText(
  siteId: string,
  { path, setId }: Version,
  signal: AbortSignal,
): Promise<{ readonly text: string | null } | null> {
  const reading = readSourceText(siteId, path, { signal, change_set: setId })
  return orNull(reading.then((text) => ({ text })))
}

/** An address for the page; null if it is not there. @throws ApiError */
export function readPicture(
  siteId: string,
  { path, setId }: Version,
  signal: AbortSignal,
): Promise<string | null> {
  const request = {
    path: { site_id: siteId, filename: path },
    query: { change_set: setId },
    signal,
  }
  const type = pictureType(path) ?? ''
  return orNull(
    call('downloadFile', request).then((data) => URL.createObjectURL(new Blob([data], { type }))),
  )
}

async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
