/** The manifest that a deployment leaves on its target: what was put there, with its checksums. Pure. */

import type { FileFacts, Manifest } from './deployer.js'
import { isReserved, isSafePath } from './remote-name.js'

/** More files than this in one manifest are refused as nonsense. */
const MAX_FILES = 1_000_000

type Row = [sha256: string, size: number, md5: string, version: string]

/**
 * A manifest as JSON, `{"galley": 1, "release", "files": {path: [sha256, size, md5, version]},
 * "pending"?}` with empty strings for what is not known.
 */
export function formatManifest(manifest: Manifest): string {
  const { release, files, pending } = manifest
  const json = { galley: 1, release, files: toRows(files) }
  return JSON.stringify(pending === undefined ? json : { ...json, pending: toRows(pending) })
}

function toRows(files: ReadonlyMap<string, FileFacts>): Record<string, Row> {
  const rows: [string, Row][] = []
  for (const [path, facts] of files) {
    rows.push([path, [facts.sha256, facts.size, facts.md5 ?? '', facts.version ?? '']])
  }
  return Object.fromEntries(rows)
}

/**
 * Reads a manifest that may have been torn, forged or written by somebody else.
 *
 * @returns null for whatever is not a manifest of ours, down to a single odd path in it
 */
export function parseManifest(text: string): Manifest | null {
  const json = parseJson(text)
  if (!isRecord(json) || json['galley'] !== 1 || typeof json['release'] !== 'string') return null
  const files = fromRows(json['files'])
  if (files === null) return null
  if (json['pending'] === undefined) return { release: json['release'], files }
  const pending = fromRows(json['pending'])
  return pending === null ? null : { release: json['release'], files, pending }
}

function fromRows(rows: unknown): Map<string, FileFacts> | null {
  if (!isRecord(rows)) return null
  const entries = Object.entries(rows)
  if (entries.length > MAX_FILES) return null
  const files = new Map<string, FileFacts>()
  for (const [path, row] of entries) {
    const facts = fromRow(row)
    if (facts === null || !isSafePath(path) || isReserved(path)) return null
    files.set(path, facts)
  }
  return files
}

function fromRow(row: unknown): FileFacts | null {
  if (!Array.isArray(row)) return null
  const [sha256, size, md5, version]: unknown[] = row
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null
  return {
    sha256,
    size,
    ...(typeof md5 === 'string' && md5 !== '' ? { md5 } : {}),
    ...(typeof version === 'string' && version !== '' ? { version } : {}),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
