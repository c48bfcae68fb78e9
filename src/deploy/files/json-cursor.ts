/**
 * Reads long JSON whose parts are small, part by part. Parsed in one piece, what a target sends could
 * hold everybody up, and become thirty times as large as it was.
 */
import { DeployError } from '../network/deploy-error.js'

/** Stands somewhere in a text; what is not JSON is `bad_remote`. */
export interface JsonCursor {
  /** Whether this sign is next, beyond spaces; it is passed then. */
  take(sign: ':' | ',' | '[' | ']' | '{' | '}'): boolean
  /** @throws DeployError unless this sign is next */
  expect(sign: ':' | '[' | ']' | '{' | '}'): void
  /** Passes the next value, of at most 64 kB. @throws DeployError */
  value(): unknown
  /** @throws DeployError unless this is the end */
  end(): void
}

/** Bytes of one part. */
const MAX_VALUE = 64 * 1024
/** Spaces between two parts; JSON that is indented has a few. */
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

/** Where a value ends; what is wrong within it is found when it is parsed. */
function endOfValue(bytes: Buffer, start: number): number {
  const most = Math.min(bytes.length, start + MAX_VALUE)
  let depth = 0
  for (let at = start; at < most; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at, most) - 1
    else if (byte === 0x5b || byte === 0x7b) depth += 1
    else if (byte === 0x5d || byte === 0x7d) depth -= 1
    // A number or a word ends before the sign that comes after it.
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

/** Signs in a text that is parsed in one piece: each begins or parts a value. */
const MAX_SIGNS = 50_000

/**
 * Parses a text that is to be small.
 *
 * @throws DeployError `bad_remote` for what is not JSON, or holds more than 50,000 values
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
