/**
 * Reads the files of a tar archive that is not trusted. Only regular files and folders are taken; a link, a device or a
 * name that leads out of the folder is refused.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html (ustar, pax); GNU tar: long names
 */

import { checkedName } from './names.js'
import { ThemeError } from './theme-error.js'

interface TarFile {
  /** As in `checkedName`. */
  readonly path: string
  readonly data: Buffer
}

interface TarLimits {
  /** Bytes of all files. */
  readonly bytes: number
  /** Files, folders and everything else that has a name. */
  readonly entries: number
}

const BLOCK = 512
/** Bytes of what is said about one entry beside its header. */
const MAX_EXTRA = 64 * 1024

/**
 * The regular files of an archive, in its order.
 *
 * @throws ThemeError with a clause: "it has the link a/b"
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  limits: TarLimits,
): AsyncGenerator<TarFile> {
  const input = createInput(chunks)
  const seen = { bytes: 0, entries: 0 }
  let longName: string | null = null
  for (let header = await nextHeader(input); header !== null; header = await nextHeader(input)) {
    if (++seen.entries > limits.entries)
      throw new ThemeError(`it has more than ${limits.entries} files`)
    const { type, size } = header
    const isExtra = EXTRA.has(type)
    if (isExtra && size > MAX_EXTRA) throw new ThemeError('it has a name that is too long')
    if ((seen.bytes += size) > limits.bytes)
      throw new ThemeError(`it unpacks to more than ${limits.bytes} bytes`)
    const data = await input.take(size)
    await input.take((BLOCK - (size % BLOCK)) % BLOCK)
    if (isExtra) {
      longName = nameIn(type, data) ?? longName
      continue
    }
    const name = longName ?? header.name
    longName = null
    if (type === FOLDER) continue
    const path = checkedName(name)
    if (!FILES.has(type))
      throw new ThemeError(`it has the ${KINDS[type] ?? 'special file'} ${path}`)
    yield { path, data }
  }
}

const FOLDER = '5'
const FILES = new Set(['0', '\0', '7'])
const LONG_NAME = 'L'
const PAX = 'x'
const EXTRA = new Set([LONG_NAME, 'K', PAX, 'g'])
const KINDS: Readonly<Record<string, string>> = {
  '1': 'link',
  '2': 'link',
  '3': 'device',
  '4': 'device',
  '6': 'pipe',
}

interface Header {
  readonly name: string
  readonly type: string
  readonly size: number
}

/** Null at the end. */
async function nextHeader(input: Input): Promise<Header | null> {
  const block = await input.takeOrEnd(BLOCK)
  if (block === null || block.every((byte) => byte === 0)) return null
  if (octal(block, 148, 8) !== checksumOf(block)) throw new ThemeError('its archive is damaged')
  const isUstar = block.toString('latin1', 257, 262) === 'ustar'
  const prefix = isUstar && block[262] === 0 ? text(block, 345, 155) : ''
  const name = text(block, 0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: block.toString('latin1', 156, 157),
    size: octal(block, 124, 12),
  }
}

// The field of the sum itself counts as blanks.
function checksumOf(block: Buffer): number {
  let sum = 0
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  return sum
}

function text(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? length : end)
}

/** Sizes beyond eight gigabytes are written in another way, which no theme needs. */
function octal(block: Buffer, at: number, length: number): number {
  const digits = text(block, at, length).trim()
  if (!/^[0-7]+$/.test(digits)) throw new ThemeError('its archive is damaged')
  return Number.parseInt(digits, 8)
}

/** The name that an extra entry gives to the next one; null where it says something else. */
function nameIn(type: string, data: Buffer): string | null {
  if (type === LONG_NAME) return text(data, 0, data.length)
  if (type !== PAX) return null
  // Each line begins with its length.
  const [, name = null] = /^\d+ path=(.*)$/m.exec(data.toString('utf8')) ?? []
  return name
}

type Input = ReturnType<typeof createInput>

/** Takes a stream in pieces of a given length. */
function createInput(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  let parts: Buffer[] = []
  let held = 0
  const fill = async (length: number): Promise<void> => {
    while (held < length) {
      const next = await source.next()
      if (next.done === true) return
      parts.push(Buffer.from(next.value))
      held += next.value.length
    }
  }
  const takeOrEnd = async (length: number): Promise<Buffer | null> => {
    await fill(length)
    if (held === 0 && length > 0) return null
    if (held < length) throw new ThemeError('its archive breaks off')
    const all = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts)
    parts = [all.subarray(length)]
    held -= length
    return all.subarray(0, length)
  }
  return {
    takeOrEnd,
    async take(length: number): Promise<Buffer> {
      const taken = await takeOrEnd(length)
      if (taken === null) throw new ThemeError('its archive breaks off')
      return taken
    },
  }
}
