/**
 * Writes many new files in a worker thread (`bulk-writer-thread.ts`) with synchronous calls: an asynchronous call to
 * the file system takes several times as long as the call itself.
 */
import { mapLimited } from '../../system/parallel.js'
import { ignore } from '../../system/durable.js'
import type { Oid } from '../objects/oid.js'
import { readStart } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import type { OpenFolder } from './safe-fs.js'
import { startThread } from '../../system/threads.js'

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
  readonly id: number
  /** Path of a folder that stays open until the answer. */
  readonly folder: string
  readonly files: readonly (Omit<FreshFile, 'oid'> & { readonly length: number })[]
  readonly bytes: Uint8Array
}

/** The answer: a state for each file, or null if it was not written. */
export interface FreshStates {
  readonly id: number
  readonly states: readonly (string | null)[]
}

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
  /** When aborted, no further batch is started. */
  readonly signal?: AbortSignal
}

/** Starts the thread. */
export function startFreshFiles({ reader, signal }: FreshOptions): FreshFiles {
  const { ask, close } = startWriting()
  return {
    close,
    async write(folder, files) {
      const found = new Map<string, string>()
      await mapLimited([...slices(files)], 2, async (slice) => {
        if (signal?.aborted === true) return
        // Does not throw while a batch is running: the folder would be closed too early. The next call meets the
        // error.
        const contents = await readAll(reader, slice).catch(() => [])
        const states = await ask(folder.at('.'), contents)
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

type States = FreshStates['states'] | null

function startWriting() {
  const thread = startThread({ name: './bulk-writer-thread', from: import.meta.url })
  const waiting = new Map<number, (states: States) => void>()
  let last = 0
  let isOver = false
  thread.on('message', ({ id, states }: FreshStates) => waiting.get(id)?.(states))
  // Once the thread has ended, it writes nothing more.
  thread.on('error', ignore)
  thread.once('exit', () => {
    isOver = true
    for (const answer of waiting.values()) answer(null)
  })
  return {
    /** Null where the thread has ended. */
    ask: async (folder: string, contents: readonly Content[]): Promise<States> => {
      const id = (last += 1)
      const answered = new Promise<States>((resolve) => waiting.set(id, resolve))
      const batch = pack(id, folder, contents)
      if (isOver) return null
      thread.postMessage(batch, [batch.bytes.buffer])
      return answered.finally(() => waiting.delete(id))
    },
    close: async () => void (await thread.terminate()),
  }
}

function pack(id: number, folder: string, contents: readonly Content[]) {
  // A separate buffer, so that it can be transferred to the thread instead of being copied again.
  const bytes = new Uint8Array(contents.reduce((sum, { data }) => sum + data.length, 0))
  let at = 0
  const files = contents.map(({ data, ...file }) => {
    bytes.set(data, at)
    at += data.length
    return { ...file, length: data.length }
  })
  return { id, folder, files, bytes } satisfies FreshBatch
}
