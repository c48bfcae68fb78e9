/**
 * Reads long JSON value by value. To parse a target's answer in one piece could block the event loop and take thirty
 * times its size in memory.
 */
import { DeployError } from '../network/deploy-error.js'

/** A position in a JSON text. Invalid JSON is `bad_remote`. */
export interface JsonCursor {
  /** If this character is next, apart from spaces: moves past it and returns true. */
  take(sign: ':' | ',' | '[' | ']' | '{' | '}'): boolean
  /** @throws DeployError if this character is not next */
  expect(sign: ':' | '[' | ']' | '{' | '}'): void
  /** Reads the next value, of at most 64 kB. @throws DeployError */
  value(): unknown
  /** @throws DeployError if there is more text */
  end(): void
}

/** Longest value in bytes. */
const MAX_VALUE = 64 * 1024
/** Spaces between two values; indented JSON has a few. */
const MAX_SPACES = 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** @param bytes JSON in UTF-8 */
export function createJsonCursor(bytes: Buffer): JsonCursor {
  let at = 0
  const skipSpaces = () => {
    const most = at + MAX_SPACES
    while (at < most && isSpace(bytes[at])) at += 1
  }
  const take: JsonCursor['take'] = (sign) => {
    skipSpaces()
    if (bytes[at] !== sign.charCodeAt(0)) return false
    at += 1
    return true
  }
  return {
    take,
    expect(sign) {
      if (!take(sign)) throw unreadable()
    },
    value() {
      skipSpaces()
      const end = endOfValue(bytes, at)
      const text = bytes.toString('utf8', at, end)
      at = end
      return parse(text)
    },
    end() {
      skipSpaces()
      if (at !== bytes.length) throw unreadable()
    },
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Finds the end of a value. Errors within it are found when it is parsed. */
function endOfValue(bytes: Buffer, start: number): number {
  const most = Math.min(bytes.length, start + MAX_VALUE)
  let depth = 0
  for (let at = start; at < most; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at, most) - 1
    else if (byte === 0x5b || byte === 0x7b) depth += 1
    else if (byte === 0x5d || byte === 0x7d) depth -= 1
    // A number or a word ends before the next punctuation.
    if (depth < 0) return at
    if (depth > 0) continue
    const isOver = byte === QUOTE || byte === 0x5d || byte === 0x7d
    if (isOver) return at + 1
    if (byte === 0x2c || byte === 0x3a || isSpace(byte)) return at
  }
  if (most === bytes.length) return most
  throw unreadable()
}

function endOfString(bytes: Buffer, start: number, most: number): number {
  for (let at = start + 1; at < most; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1
    else if (bytes[at] === QUOTE) return at + 1
  }
  throw unreadable()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function unreadable(): DeployError {
  const limit = `of values of at most ${MAX_VALUE} bytes`
  return new DeployError('bad_remote', `what it sent is not JSON ${limit}`)
}

/** Punctuation characters in a text that is parsed in one piece: each begins or separates a value. */
const MAX_SIGNS = 50_000

/**
 * Parses a short JSON text in one piece.
 *
 * @throws DeployError `bad_remote` if it is not JSON, or has more than 50,000 values
 */
export function parseSmallJson(bytes: Buffer): unknown {
  let signs = 0
  for (const byte of bytes) {
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) signs += 1
  }
  if (signs > MAX_SIGNS) {
    throw new DeployError('bad_remote', `its answer holds more than ${MAX_SIGNS} values`)
  }
  return parse(bytes.toString('utf8'))
}
