/**
 * Writes many new files in a worker thread (`bulk-writer-thread.ts`) with synchronous calls: an asynchronous call to
 * the file system takes several times as long as the call itself.
 */
import { mapLimited } from '../../system/parallel.js'
import type { Oid } from '../objects/oid.js'
import { readStart } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import type { OpenFolder } from './safe-fs.js'
import { createAskedThread } from '../../system/worker.js'

/** A new file of a folder. */
export interface FreshFile {
  readonly name: string
  readonly oid: Oid
  readonly executable: boolean
  /** Seconds since the Unix epoch; the time of writing if left out. */
  readonly modifiedAt?: number
}

/** The message to the thread. `bytes` has the contents one after another. */
export interface FreshBatch {
  /** Path of a folder that stays open until the answer. */
  readonly folder: string
  readonly files: readonly (Omit<FreshFile, 'oid'> & { readonly length: number })[]
  readonly bytes: Uint8Array
}

/** The answer: a state for each file, or null if it was not written. */
export type FreshStates = readonly (string | null)[]

/** A thread that writes files. */
export interface FreshFiles {
  /**
   * Writes files that do not exist, each by temporary file and rename. @returns the states of the written files by
   * name. A file is not written if something has its name, if it is long, or after an error
   */
  write(folder: OpenFolder, files: readonly FreshFile[]): Promise<ReadonlyMap<string, string>>
  close(): Promise<void>
}

/** Files per batch. Two batches are in memory: one is read while the other is written. */
const BATCH = 100
/** Longer files are not written here, because hundreds of them would take too much memory. */
const MAX_BYTES = 64 * 1024

interface FreshOptions {
  readonly reader: ObjectReader
  /** True for a content that is not written here. */
  readonly leaves?: (content: Buffer) => boolean
  /** When aborted, no further batch is started. */
  readonly signal?: AbortSignal
}

/** Starts the thread. */
export function startFreshFiles({ reader, leaves, signal }: FreshOptions): FreshFiles {
  const thread = createAskedThread<FreshBatch, FreshStates>({
    name: './bulk-writer-thread',
    from: import.meta.url,
  })
  return {
    close: () => thread.close(),
    async write(folder, files) {
      const found = new Map<string, string>()
      await mapLimited([...slices(files)], 2, async (slice) => {
        if (signal?.aborted === true) return
        // Does not throw while a batch is running: the folder would be closed too early. The next call meets the
        // error.
        const all = await readAll(reader, slice).catch(() => [])
        const contents = leaves ? all.filter(({ data }) => !leaves(data)) : all
        const batch = pack(folder.at('.'), contents)
        const states = await thread.ask(batch, [batch.bytes.buffer])
        for (const [at, { name }] of contents.entries()) {
          const state = states?.[at]
          if (typeof state === 'string') found.set(name, state)
        }
      })
      return found
    },
  }
}

function* slices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH)
}

type Content = FreshFile & { readonly data: Buffer }

/** Reads the files that are short enough. */
async function readAll(reader: ObjectReader, files: readonly FreshFile[]): Promise<Content[]> {
  const all = await Promise.all(
    files.map(async (file) => {
      const { data, size } = await readStart(reader, file.oid, MAX_BYTES)
      return { ...file, data, size }
    }),
  )
  return all.filter(({ data, size }) => data.length === size)
}

function pack(folder: string, contents: readonly Content[]) {
  // A separate buffer, so that it can be transferred to the thread instead of being copied again.
  const bytes = new Uint8Array(contents.reduce((sum, { data }) => sum + data.length, 0))
  let at = 0
  const files = contents.map(({ data, ...file }) => {
    bytes.set(data, at)
    at += data.length
    return { ...file, length: data.length }
  })
  return { folder, files, bytes } satisfies FreshBatch
}
