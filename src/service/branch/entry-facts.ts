/** Reads the files of a snapshot and derives the facts that the index stores. */

import { describeEntry } from '../../content/document.js'
import { decodeYielding } from '../../system/long-text.js'
import { createYielder } from '../../system/yielding.js'
import type { Repository } from '../../git/repository.js'
import type { Entry as GitEntry } from '../../git/objects/snapshot.js'
import type { EntryFacts } from '../../model/entry.js'
import { MAX_TEXT_BYTES } from '../../model/limits.js'
import type { ConfigState } from './config-state.js'
import { frontMatterIn, ownWork } from './long-yaml/long-yaml.js'

const FENCE = Buffer.from('---')
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** Bytes that are read of every file: most texts are shorter, and of an image nothing more is needed. */
const START_BYTES = 16 * 1024

/**
 * Facts of files, in the given order and in parts: texts that would take too much memory together are read when the
 * next part is requested. Submodules are left out, because their content is elsewhere.
 *
 * @param maxBytes bytes of text per part; the last text may exceed it
 */
export async function* describeInParts(
  repository: Repository,
  { entries, maxBytes }: { readonly entries: readonly GitEntry[]; readonly maxBytes: number },
  { config }: ConfigState,
): AsyncGenerator<EntryFacts[]> {
  const files = entries.filter((entry) => entry.mode !== '160000')
  const starts = await Promise.all(
    files.map(({ oid }) => repository.readBlobStart(oid, START_BYTES)),
  )
  let part: EntryFacts[] = []
  let bytes = 0
  const yieldIfDue = createYielder()
  const turn = ownWork(repository)
  for (const [i, { path, oid, mode }] of files.entries()) {
    const { data, size } = starts[i] ?? NOTHING
    const isLong = data.length < size && size <= MAX_TEXT_BYTES && hasFence(data)
    const whole = isLong ? await repository.readBlob(oid) : data
    await yieldIfDue()
    const text = mode === '120000' || whole.length < size ? null : await textOf(whole)
    const front = text === null ? null : await frontMatterIn(text, turn)
    part.push({ ...describeEntry(path, front, config), oid, size })
    bytes += text === null ? 0 : size
    if (bytes < maxBytes) continue
    yield part
    part = []
    bytes = 0
  }
  yield part
}

/** Total bytes of the files that can have front matter. */
export async function textBytesOf(
  repository: Repository,
  entries: readonly GitEntry[],
): Promise<number> {
  const files = entries.filter((entry) => entry.mode !== '160000')
  const starts = await Promise.all(
    files.map(({ oid }) => repository.readBlobStart(oid, BOM.length + FENCE.length)),
  )
  const texts = starts.filter(({ data, size }) => size <= MAX_TEXT_BYTES && hasFence(data))
  return texts.reduce((sum, { size }) => sum + size, 0)
}

const NOTHING = { data: Buffer.alloc(0), size: 0 }

/** The text of a file that can have front matter; null for other files, which are not decoded. */
export async function textOf(data: Buffer): Promise<string | null> {
  return data.length <= MAX_TEXT_BYTES && hasFence(data) ? decodeYielding(data) : null
}

function hasFence(data: Buffer): boolean {
  const start = data.subarray(0, 3).equals(BOM) ? 3 : 0
  return data.subarray(start, start + FENCE.length).equals(FENCE)
}
