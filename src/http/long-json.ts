/**
 * JSON with long texts in it, such as a document with a body of megabytes, that is made piece by piece: in one piece,
 * others would wait for it.
 */

import { isLongText, piecesOfText } from '../system/long-text.js'
import { concatYielding, createYielder, nextTurn } from '../system/yielding.js'

/** Levels of objects in which long texts are looked for: an error has those of both sides of a conflict. */
const LEVELS = 3

/** Objects in a list that are written together; more of them, such as a thousand files with their diffs, may be long. */
const MAX_TOGETHER = 10

/** The same body; as the bytes of its JSON if it is an object that has a long text or a list of many objects. */
export async function inTurns(body: unknown): Promise<unknown> {
  return isObject(body) && isLong(body) ? bytesOf(body) : body
}

type JsonObject = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isLong(value: unknown, levels = LEVELS): boolean {
  if (levels === 0) return isLongText(value)
  if (isObject(value)) return Object.values(value).some((inner) => isLong(inner, levels - 1))
  if (!isListOfObjects(value)) return isLongText(value)
  return value.length > MAX_TOGETHER || value.some((inner) => isLong(inner, levels - 1))
}

function isListOfObjects(value: unknown): value is unknown[] {
  return Array.isArray(value) && isObject(value[0])
}

/** Characters that are gathered before they are made bytes. */
const GATHERED = 64 * 1024

async function bytesOf(body: JsonObject): Promise<Buffer> {
  const bytes: Buffer[] = []
  let gathered = ''
  // What was done to find the body has taken its time of this turn.
  await nextTurn()
  const yieldIfDue = createYielder()
  for (const piece of jsonPieces(body)) {
    gathered += piece
    if (gathered.length < GATHERED) continue
    bytes.push(Buffer.from(gathered))
    gathered = ''
    await yieldIfDue()
  }
  bytes.push(Buffer.from(gathered))
  return concatYielding(bytes)
}

/** The same as `JSON.stringify`, in pieces, if the long texts are in objects, and lists of them, in one another. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (isLongText(value)) {
    yield '"'
    for (const piece of piecesOfText(value)) yield JSON.stringify(piece).slice(1, -1)
    yield '"'
  } else if (isObject(value) && isLong(value)) {
    let before = '{'
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* jsonPieces(inner)
      before = ','
    }
    yield '}'
  } else if (isListOfObjects(value) && isLong(value)) {
    for (const [at, item] of value.entries()) {
      yield at === 0 ? '[' : ','
      yield* jsonPieces(item ?? null)
    }
    yield ']'
  } else yield JSON.stringify(value)
}
