/**
 * What a build remembers for the next one: texts by a key that says all they depend on.
 *
 * A folder of segments; a build that learns something adds one, and now and then all are made into one.
 * It only ever saves time: a file that is damaged, missing or of another kind is as if it were not there,
 * and where nothing can be written nothing is remembered. Several builds may use one folder at once.
 */

import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_LENGTH, Segment, SEGMENT, SegmentWriter, UNFINISHED } from './segment.js'

/** Texts by key. */
export interface ContentCache {
  has(key: string): boolean
  /** Null for what is not known. */
  get(key: string): string | null
  put(key: string, value: string): void
}

/** The key of something that depends on these parts and nothing else. */
export function cacheKey(...parts: readonly string[]): string {
  const text = parts.map((part) => `${part.length}:${part}`).join('')
  return hash('sha256', text, 'base64url').slice(0, KEY_LENGTH)
}

interface DiskCacheOptions {
  /** Segments before they are made into one. */
  readonly maxSegments?: number
  /** Bytes that are kept of what builds have not used; as many as were used are kept always. */
  readonly unusedBytes?: number
}

const MAX_SEGMENTS = 8
const UNUSED_BYTES = 64 * 1024 * 1024
const HOUR_MS = 3_600_000

/** A cache in a folder. Nothing in it throws. */
export class DiskCache implements ContentCache {
  #segments: Segment[]
  readonly #used = new Set<string>()
  readonly #limits: Required<DiskCacheOptions>
  #usedBytes = 0
  #writer: SegmentWriter | null = null
  #canWrite = true

  constructor(
    private readonly folder: string,
    { maxSegments = MAX_SEGMENTS, unusedBytes = UNUSED_BYTES }: DiskCacheOptions = {},
  ) {
    this.#limits = { maxSegments, unusedBytes }
    this.#segments = openSegments(folder)
  }

  has(key: string): boolean {
    return this.#segments.some((segment) => segment.has(key))
  }

  get(key: string): string | null {
    for (const segment of this.#segments) {
      const value = attempt(() => segment.read(key))
      if (value === null) continue
      if (!this.#used.has(key)) this.#usedBytes += value.length
      this.#used.add(key)
      return value.toString('utf8')
    }
    return null
  }

  put(key: string, value: string): void {
    if (this.#writer?.keys.has(key) === true) return
    this.#write((writer) => writer.add(key, Buffer.from(value, 'utf8')))
  }

  /** Saves what was learned, and goes on with it. What is old may go. */
  save(): void {
    this.close({ isWhole: true })
    this.#writer = null
    this.#segments = openSegments(this.folder)
  }

  /** Saves what was learned. After a whole build that was fine, what is old may go. */
  close({ isWhole }: { readonly isWhole: boolean }): void {
    const bytes = this.#segments.reduce((sum, segment) => sum + segment.bytes, 0)
    const isFull = bytes > 2 * this.#usedBytes + this.#limits.unusedBytes
    const isCompacted = isWhole && (isFull || this.#segments.length >= this.#limits.maxSegments)
    if (isCompacted) this.#copyKept()
    const writer = this.#writer
    if (writer !== null) this.#write(() => writer.commit())
    for (const segment of this.#segments) attempt(() => segment.close())
    if (isCompacted && this.#canWrite) this.#removeOld()
  }

  /** Copies what this build used, then of the rest the newest. */
  #copyKept(): void {
    for (const key of this.#used) this.#copy(key)
    let left = this.#limits.unusedBytes
    for (const segment of this.#segments) {
      for (const key of segment.keys()) {
        if (left > 0 && this.#writer?.keys.has(key) !== true) left -= this.#copy(key)
      }
    }
  }

  #copy(key: string): number {
    const holder = this.#segments.find((segment) => segment.has(key))
    const value = attempt(() => holder?.read(key) ?? null)
    if (value === null) return 0
    this.#write((writer) => writer.add(key, value))
    return value.length
  }

  #removeOld(): void {
    for (const { path } of this.#segments) attempt(() => rmSync(path, { force: true }))
    for (const name of attempt(() => readdirSync(this.folder)) ?? []) {
      const path = join(this.folder, name)
      // Of a build that was killed; one that runs now is younger.
      const isStray = () =>
        name.endsWith(UNFINISHED) && statSync(path).mtimeMs < Date.now() - HOUR_MS
      if (attempt(isStray) === true) attempt(() => rmSync(path, { force: true }))
    }
  }

  #write(act: (writer: SegmentWriter) => void): void {
    if (!this.#canWrite) return
    try {
      this.#writer ??= this.#startWriter()
      act(this.#writer)
    } catch {
      this.#canWrite = false
      const writer = this.#writer
      if (writer !== null) attempt(() => writer.abandon())
    }
  }

  #startWriter(): SegmentWriter {
    mkdirSync(this.folder, { recursive: true })
    return new SegmentWriter(this.folder)
  }
}

/** The segments of a folder, the newest first. */
function openSegments(folder: string): Segment[] {
  const names = attempt(() => readdirSync(folder)) ?? []
  return names
    .filter((name) => name.endsWith(SEGMENT))
    .flatMap((name) => attempt(() => new Segment(join(folder, name))) ?? [])
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
}

function attempt<Result>(run: () => Result): Result | null {
  try {
    return run()
  } catch {
    return null
  }
}
