/** Objects and packs that no honest git would make, written byte by byte; and the names to put in them. */

import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'

export type Kind = 'commit' | 'tree' | 'blob'

export interface HostileObject {
  readonly kind: Kind
  readonly data: Buffer
  readonly oid: string
}

export function object(kind: Kind, data: Buffer | string): HostileObject {
  const bytes = Buffer.from(data)
  const header = Buffer.from(`${kind} ${bytes.length}\0`)
  const oid = createHash('sha1').update(header).update(bytes).digest('hex')
  return { kind, data: bytes, oid }
}

export interface TreeItem {
  readonly mode: string
  /** Bytes as they go into the tree, checked by nobody. */
  readonly name: Buffer | string
  readonly oid: string
}

/** A tree of just these entries, in just this order. */
export function tree(items: readonly TreeItem[]): HostileObject {
  const parts = items.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(oid, 'hex'),
  ])
  return object('tree', Buffer.concat(parts))
}

export function commit(treeOid: string, parent: string | null): HostileObject {
  const who = 'Evil <evil@example.org> 1700000000 +0000'
  const parents = parent === null ? '' : `parent ${parent}\n`
  return object('commit', `tree ${treeOid}\n${parents}author ${who}\ncommitter ${who}\n\nEvil\n`)
}

/** Folders in folders, `width` names each for the same object: `width` to the power of `levels` files. */
export function bombTrees(levels: number, width: number, content = 'bomb') {
  const blob = object('blob', content)
  const items = (mode: string, oid: string): TreeItem[] =>
    Array.from({ length: width }, (_, at) => ({ mode, name: `${at}`, oid }))
  const trees = [tree(items('100644', blob.oid))]
  for (let level = 1; level < levels; level += 1) {
    trees.push(tree(items('40000', trees[level - 1]?.oid ?? '')))
  }
  const root = trees[levels - 1] ?? tree([])
  return { objects: [blob, ...trees], root }
}

/** Puts an object into a repository as a loose file. */
export async function writeLoose(
  gitDir: string,
  { kind, data, oid }: HostileObject,
): Promise<void> {
  const folder = path.join(gitDir, 'objects', oid.slice(0, 2))
  await mkdir(folder, { recursive: true })
  const bytes = Buffer.concat([Buffer.from(`${kind} ${data.length}\0`), data])
  await writeFile(path.join(folder, oid.slice(2)), deflateSync(bytes))
}

const TYPES = { commit: 1, tree: 2, blob: 3, delta: 7 } as const

/** One entry of a pack. @see gitformat-pack(5) */
export function packEntry(type: keyof typeof TYPES, data: Buffer, base = ''): Buffer {
  const header: number[] = []
  let size = data.length
  let byte = (TYPES[type] << 4) | (size & 15)
  for (size = Math.floor(size / 16); size > 0; size = Math.floor(size / 128)) {
    header.push(byte | 128)
    byte = size & 127
  }
  header.push(byte)
  return Buffer.concat([Buffer.from(header), Buffer.from(base, 'hex'), deflateSync(data)])
}

/** A pack with its trailer. @param count what the header says, if not the truth */
export function pack(entries: readonly Buffer[], count = entries.length): Buffer {
  const header = Buffer.alloc(12)
  header.write('PACK')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(count, 8)
  const body = Buffer.concat([header, ...entries])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

export function packOf(objects: readonly HostileObject[]): Buffer {
  return pack(objects.map(({ kind, data }) => packEntry(kind, data)))
}

/** A delta that copies 64 KB of its base with every byte. */
export function bombDelta(baseSize: number, copies: number): Buffer {
  const size = varint(baseSize)
  return Buffer.concat([size, varint(copies * 65_536), Buffer.alloc(copies, 0x80)])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) | 128)
  }
}

const ZERO = '0'.repeat(40)

/** Body of a push. @param refs where each shall be, null to remove; `from` where it is said to be */
export function pushBody(
  refs: readonly { readonly ref: string; readonly from?: string; readonly to: string | null }[],
  packed: Buffer,
): Buffer {
  const lines = refs.map(({ ref, from = ZERO, to }, place) => {
    const capabilities = place === 0 ? '\0report-status agent=evil' : ''
    const line = Buffer.from(`${from} ${to ?? ZERO} ${ref}${capabilities}`)
    return Buffer.concat([Buffer.from((line.length + 4).toString(16).padStart(4, '0')), line])
  })
  return Buffer.concat([...lines, Buffer.from('0000'), packed])
}

const IGNORED = ['\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202c', '\u202e', '\u206a']
const MORE_IGNORED = [
  '\u206b',
  '\u206c',
  '\u206d',
  '\u206e',
  '\u206f',
  '\ufeff',
  '\u202b',
  '\u202d',
]

/** Every spelling of `.git` that some file system takes for it. */
export function gitNames(): string[] {
  const cases = ['git', 'Git', 'gIt', 'giT', 'GIt', 'GiT', 'gIT', 'GIT'].map((name) => `.${name}`)
  const ends = ['.', ' ', '. ', ' .', '...', '::$INDEX_ALLOCATION', ':x', '::$DATA']
  const hidden = [...IGNORED, ...MORE_IGNORED].flatMap((mark) =>
    [0, 1, 2, 3, 4].map((place) => `.git`.slice(0, place) + mark + '.git'.slice(place)),
  )
  const short = [1, 2, 3, 9, 10].flatMap((number) => [`git~${number}`, `GIT~${number}`])
  const wide = ['．git', '.ｇit', '.ｇｉｔ', '．ＧＩＴ', 'ｇｉｔ~1']
  return [
    ...cases,
    ...cases.flatMap((name) => ends.map((end) => name + end)),
    ...hidden,
    ...short,
    ...wide,
  ]
}

/** Names that are no names, or lead elsewhere, or that not every file system can hold. */
export function badNames(): (Buffer | string)[] {
  const control = Array.from({ length: 31 }, (_, code) => `a${String.fromCodePoint(code + 1)}b`)
  const upper = Array.from({ length: 33 }, (_, code) => `a${String.fromCodePoint(code + 0x7f)}b`)
  const elsewhere = [
    '..',
    '.',
    '',
    '../x',
    '../../etc/passwd',
    '/etc/passwd',
    'a/b',
    'a/../../x',
    '/',
  ]
  const windows = ['..\\x', 'a\\b', '\\\\host\\share', 'C:\\x', '.git\\config', '..\\..\\etc']
  const long = [256, 300, 1000, 4096, 60_000].map((length) => 'x'.repeat(length))
  const notText = [
    Buffer.from([0xff]),
    Buffer.from([0xc0, 0xae]),
    Buffer.from([0x61, 0xed, 0xa0, 0x80]),
  ]
  const decomposed = ['e\u0301', 'a\u0308', 'n\u0303', 'o\u0302', 'c\u0327', 'A\u030a'].map(
    (x) => `${x}.md`,
  )
  return [...control, ...upper, ...elsewhere, ...windows, ...long, ...notText, ...decomposed]
}

/** Two names each that some file system takes for one. */
export function twins(): [string, string][] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz').map((x): [string, string] => [
    `${x.toUpperCase()}.md`,
    `${x}.md`,
  ])
  const more: [string, string][] = [
    ['STRASSE', 'straße'],
    ['README.md', 'readme.MD'],
    ['s', 'ſ'],
    ['k', 'K'],
    ['É.md', 'é.md'],
    ['Ж', 'ж'],
  ]
  return [...letters, ...more].map(([a, b]) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? [a, b] : [b, a],
  )
}
