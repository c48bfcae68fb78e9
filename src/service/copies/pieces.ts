/**
 * Contents in pieces: objects of at most {@link PIECE_BYTES}, each with a random name, in which many small contents lie
 * side by side and large ones are cut. So one edit takes one request, and no object tells how large a file is.
 */

import { randomBytes } from 'node:crypto'
import { GalleyError } from '../../errors.js'
import type { CopyStore } from './copy-store.js'

/** Small enough to be encrypted without anybody noticing. */
const PIECE_BYTES = 1024 * 1024
/** Pieces that are being written, and held in memory, at the same time. */
const UNDER_WAY = 4
/** Opened pieces that a reader remembers: neighbours lie in the same one. */
const REMEMBERED = 8
/** A content of more parts has their list stored as a content, too. */
const MAX_PARTS = 8

/** Bytes within a piece. */
type Part = readonly [piece: string, offset: number, length: number]

/** Where a content is: its parts in order; or, if they are many, the parts of their list as JSON. */
export type Stored = { readonly parts: readonly Part[] } | { readonly list: readonly Part[] }

/** Writes contents of one round. One after the other: `add` must not be called before the last has resolved. */
export interface PieceWriter {
  add(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Stored>
  addJson(value: unknown): Promise<Stored>
  /** Writes what is left. Everything that was added is in the store when it has resolved. */
  finish(): Promise<void>
}

interface Filling {
  readonly name: string
  readonly bytes: Buffer
  used: number
}

export function createPieceWriter(store: Pick<CopyStore, 'write'>): PieceWriter {
  const writing = new Set<Promise<void>>()
  const failures: unknown[] = []
  let filling: Filling | null = null
  const settle = async (most: number): Promise<void> => {
    while (writing.size > most) await Promise.race(writing)
    if (failures.length > 0) throw failures[0]
  }
  const send = async (): Promise<void> => {
    if (filling === null) return
    const { name, bytes, used } = filling
    filling = null
    const written = store
      .write(pieceName(name), bytes.subarray(0, used))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => writing.delete(written))
    writing.add(written)
    await settle(UNDER_WAY - 1)
  }
  const addBytes = async (bytes: Uint8Array, parts: Part[]): Promise<void> => {
    for (let at = 0; at < bytes.length;) {
      filling ??= startPiece()
      const length = Math.min(PIECE_BYTES - filling.used, bytes.length - at)
      filling.bytes.set(bytes.subarray(at, at + length), filling.used)
      addPart(parts, [filling.name, filling.used, length])
      filling.used += length
      at += length
      if (filling.used === PIECE_BYTES) await send()
    }
  }
  const add: PieceWriter['add'] = async (content) => {
    const parts: Part[] = []
    if (content instanceof Uint8Array) await addBytes(content, parts)
    else for await (const bytes of content) await addBytes(bytes, parts)
    if (parts.length <= MAX_PARTS) return { parts }
    const list: Part[] = []
    await addBytes(Buffer.from(JSON.stringify(parts)), list)
    return { list }
  }
  return {
    add,
    addJson: (value) => add(Buffer.from(JSON.stringify(value))),
    finish: async () => {
      await send()
      await settle(0)
    },
  }
}

function startPiece(): Filling {
  const name = randomBytes(16).toString('hex')
  return { name, bytes: Buffer.allocUnsafeSlow(PIECE_BYTES), used: 0 }
}

/** Adds a part, or makes the last one longer. */
function addPart(parts: Part[], [piece, offset, length]: Part): void {
  const last = parts.at(-1)
  const isNext = last?.[0] === piece && last[1] + last[2] === offset
  if (isNext) parts[parts.length - 1] = [piece, last[1], last[2] + length]
  else parts.push([piece, offset, length])
}

/** Path of a piece in the store; few in each folder. */
export function pieceName(piece: string): string {
  return `pieces/${piece.slice(0, 2)}/${piece}`
}

/** The piece at a path; null for other objects. */
export function pieceAt(path: string): string | null {
  return /^pieces\/[0-9a-f]{2}\/([0-9a-f]{32})$/.exec(path)?.[1] ?? null
}

/** Reads contents. */
export interface PieceReader {
  /** @throws GalleyError `validation_failed` for a piece that is missing or damaged */
  stream(stored: Stored): AsyncGenerator<Buffer>
  bytes(stored: Stored): Promise<Buffer>
  /** A content that `addJson` has written. It was sealed by us, so its form is not checked. */
  json<T>(stored: Stored): Promise<T>
  /** Names of all pieces that a content is in. */
  piecesOf(stored: Stored): Promise<string[]>
}

export function createPieceReader(store: Pick<CopyStore, 'read'>): PieceReader {
  const opened = new Map<string, Promise<Buffer>>()
  const open = (piece: string): Promise<Buffer> => {
    const known = opened.get(piece) ?? readPiece(store, piece)
    opened.delete(piece)
    opened.set(piece, known)
    const [oldest] = opened.keys()
    if (opened.size > REMEMBERED && oldest !== undefined) opened.delete(oldest)
    return known
  }
  const readParts = async function* (parts: readonly Part[]): AsyncGenerator<Buffer> {
    for (const [piece, offset, length] of parts) {
      yield (await open(piece)).subarray(offset, offset + length)
    }
  }
  const partsOf = async (stored: Stored): Promise<readonly Part[]> => {
    if ('parts' in stored) return stored.parts
    const list: Part[] = JSON.parse((await collect(readParts(stored.list))).toString())
    return list
  }
  const bytes = async (stored: Stored) => collect(readParts(await partsOf(stored)))
  return {
    async *stream(stored) {
      yield* readParts(await partsOf(stored))
    },
    bytes,
    async json<T>(stored: Stored) {
      const value: T = JSON.parse((await bytes(stored)).toString())
      return value
    },
    async piecesOf(stored) {
      const list = 'list' in stored ? stored.list : []
      return [...list, ...(await partsOf(stored))].map(([piece]) => piece)
    },
  }
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

async function readPiece(store: Pick<CopyStore, 'read'>, piece: string): Promise<Buffer> {
  const bytes = await store.read(pieceName(piece))
  if (bytes !== null) return bytes
  throw new GalleyError('validation_failed', `${pieceName(piece)} is missing`)
}
