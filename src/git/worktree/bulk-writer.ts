/**
 * Putting many new files on disk at once, by a thread (`bulk-writer-thread.ts`): of each call to the
 * file system, what it takes to hand it to another thread and back is several times the call itself.
 */
import { mapLimited } from '../../system/parallel.js'
import { ignore } from '../../system/durable.js'
import type { Oid } from '../objects/oid.js'
import { readStart } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import type { OpenFolder } from './safe-fs.js'
import { startThread } from '../../system/threads.js'

/** A file that is new in a folder. */
export interface FreshFile {
  readonly name: string
  readonly oid: Oid
  readonly executable: boolean
  /** Seconds since the Unix epoch; that of writing if left out. */
  readonly modifiedAt?: number
}

/** What the thread is told: the contents stand one after the other in `bytes`. */
export interface FreshBatch {
  readonly id: number
  /** Path of a folder that stays open meanwhile. */
  readonly folder: string
  readonly files: readonly (Omit<FreshFile, 'oid'> & { readonly length: number })[]
  readonly bytes: Uint8Array
}

/** What it answers: a state for each file, or null for one that it did not write. */
export interface FreshStates {
  readonly id: number
  readonly states: readonly (string | null)[]
}

/** A thread that writes files. */
export interface FreshFiles {
  /**
   * Writes files that are not there, each by temporary file and rename. Gives the state of those that
   * it has written, by name. Others are left as they were: something has the name, the file is long,
   * or writing failed.
   */
  write(folder: OpenFolder, files: readonly FreshFile[]): Promise<ReadonlyMap<string, string>>
  close(): Promise<void>
}

/** Files that are in memory at once, twice: some are read while others are written. */
const BATCH = 100
/** Longer files are left to others: they must not lie in memory by the hundred. */
const MOST_BYTES = 64 * 1024

interface FreshOptions {
  readonly reader: ObjectReader
  /** Aborted, no further batch is begun: its files are left. */
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
        // Never while something is under way, since the folder is closed then: who is next meets the error.
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

/** Those that are short enough. */
async function readAll(reader: ObjectReader, files: readonly FreshFile[]): Promise<Content[]> {
  const all = await Promise.all(
    files.map(async (file) => {
      const { data, size } = await readStart(reader, file.oid, MOST_BYTES)
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
  // Whatever ended it, it writes nothing more once it has ended.
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
  // A copy of its own, which goes to the thread without being copied once more.
  const bytes = new Uint8Array(contents.reduce((sum, { data }) => sum + data.length, 0))
  let at = 0
  const files = contents.map(({ data, ...file }) => {
    bytes.set(data, at)
    at += data.length
    return { ...file, length: data.length }
  })
  return { id, folder, files, bytes } satisfies FreshBatch
}
