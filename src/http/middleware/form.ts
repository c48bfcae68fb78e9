/**
 * A form with one file: the file goes to the disk as it comes, the fields into memory.
 *
 * @see src/http/README.md (Conventions)
 */

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GalleyError } from '../../errors.js'
import type { Upload } from '../route.js'
import { tooLarge } from './json-body.js'
import { readParts, type Part } from './multipart.js'

const FILE = 'file'
const MOST_FIELDS = 20
const MOST_FIELD_BYTES = 64 * 1024
/** What a form may have beside its file: fields, headers, boundaries. */
export const MOST_BYTES_AROUND = 1024 * 1024

interface Form {
  /** By name; a list where one name came several times. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly file: Upload | null
}

export interface FormPlace {
  /** Where the file goes, under a random name. */
  readonly folder: string
  readonly mostBytes: number
}

/**
 * @throws GalleyError `payload_too_large` as soon as it is, `bad_request` for what is no form, for a second
 *   file, and for names and fields that are no UTF-8
 */
export async function readForm(
  chunks: AsyncIterable<Buffer>,
  boundary: string,
  { folder, mostBytes }: FormPlace,
): Promise<Form> {
  const fields = new Map<string, unknown>()
  const counts = { files: 0, fields: 0, bytes: 0 }
  let file: Upload | null = null
  for await (const part of readParts(atMost(chunks, mostBytes + MOST_BYTES_AROUND), boundary)) {
    requireUtf8([part.name, part.filename])
    if (isFile(part)) {
      if (++counts.files > 1) throw tooMany('files')
      if (part.name === FILE) file = await saved(part, { folder, mostBytes })
      continue
    }
    if (++counts.fields > MOST_FIELDS) throw tooMany('fields')
    const text = await textOf(part, MOST_FIELD_BYTES - counts.bytes)
    counts.bytes += text.length
    fields.set(part.name, added(fields.get(part.name), text.toString('utf8')))
    requireUtf8([fields.get(part.name)])
  }
  return { fields: Object.fromEntries(fields), file }
}

/** What is named is a file, and what has its name and a type: clients give one to either, or to none. */
function isFile({ name, filename, type }: Part): boolean {
  return filename !== null || (name === FILE && type !== null)
}

function added(before: unknown, text: string): unknown {
  if (before === undefined) return text
  return Array.isArray(before) ? [...before, text] : [before, text]
}

async function saved(part: Part, { folder, mostBytes }: FormPlace): Promise<Upload> {
  const path = join(folder, randomUUID())
  let size = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of atMost(part.content, mostBytes)) {
      size += piece.length
      yield piece
    }
  }
  await writeFile(path, counted(), { mode: 0o600 })
  return { path, filename: part.filename ?? '', size }
}

async function textOf(part: Part, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of atMost(part.content, mostBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* atMost(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > most) throw tooLarge()
    yield chunk
  }
}

/** Where bytes were no UTF-8, decoding has put U+FFFD. */
function requireUtf8(texts: readonly unknown[]): void {
  const isBroken = texts.flat().some((text) => typeof text === 'string' && text.includes('\ufffd'))
  if (isBroken) throw new GalleyError('bad_request', 'A name or field of the form is not UTF-8.')
}

function tooMany(what: string): GalleyError {
  return new GalleyError('payload_too_large', `The form has too many ${what}.`)
}
