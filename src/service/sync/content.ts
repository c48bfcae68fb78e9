/** Merges two versions of a file: front matter by key, text by lines. Other files cannot be merged. */

import type { Repository } from '../../git/repository.js'
import type { Entry } from '../../git/objects/snapshot.js'
import { mergedFile, ownWork } from '../branch/long-yaml/long-yaml.js'

/** A version of a file: its content and mode. */
export type Version = Pick<Entry, 'oid' | 'mode'>

/** Three versions of a file; `base` is null if both sides created it. */
interface Versions {
  readonly base: Version | null
  readonly ours: Version
  readonly theirs: Version
}

/** Longer texts are not merged: both versions are kept. */
const MERGED_MAX = 4 * 1024 * 1024

export function isSameVersion(a: Version | null, b: Version | null): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode
}

/** Merges and stores the result; null if the two cannot be merged. */
export async function mergeVersions(
  repository: Repository,
  versions: Versions,
): Promise<Version | null> {
  const { base, ours, theirs } = versions
  if (isSameVersion(ours, theirs) || isSameVersion(base, theirs)) return ours
  if (isSameVersion(base, ours)) return theirs
  if (![ours, theirs, base ?? ours].every(isRegular)) return null
  const oid = await mergeContents(repository, versions)
  return oid === null ? null : { oid, mode: pick(base?.mode, ours.mode, theirs.mode) }
}

function isRegular({ mode }: Version): boolean {
  return mode === '100644' || mode === '100755'
}

/** The side that changed the value; ours if both did. */
function pick<Value>(base: Value | undefined, ours: Value, theirs: Value): Value {
  return base !== undefined && ours === base ? theirs : ours
}

async function mergeContents(
  repository: Repository,
  { base, ours, theirs }: Versions,
): Promise<string | null> {
  if (ours.oid === theirs.oid || theirs.oid === base?.oid) return ours.oid
  if (ours.oid === base?.oid) return theirs.oid
  const texts: string[] = []
  for (const version of [base, ours, theirs]) {
    const text = version === null ? '' : await readText(repository, version.oid)
    if (text === null) return null
    texts.push(text)
  }
  const [old = '', our = '', their = ''] = texts
  const sides = { base: old, ours: our, theirs: their }
  const merged = await mergedFile(sides, ownWork(repository))
  return merged === null ? null : repository.writeBlob(Buffer.from(merged))
}

/** Null if it is not a text, or too long. */
async function readText(repository: Repository, oid: string): Promise<string | null> {
  if ((await repository.reader.info(oid)).size > MERGED_MAX) return null
  const bytes = await repository.readBlob(oid)
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
