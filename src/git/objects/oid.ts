/** Object ids and object types. */
import { createHash } from 'node:crypto'

/** 40 lower-case hexadecimal digits: the SHA-1 of an object's header and content. */
export type Oid = string

/** The four kinds of git objects. */
export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

/** Id of the empty tree. Every reader knows it without reading. */
export const EMPTY_TREE: Oid = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const OID = /^[0-9a-f]{40}$/
const ZERO = '0'.repeat(40)
const SLICE = 1 << 20

/** True for a full object id in lower case. */
export function isOid(text: string): boolean {
  return OID.test(text)
}

/** Converts an id of git's protocol, in which forty zeros mean none. */
export function oidOrNull(text: string): Oid | null {
  return text === ZERO ? null : text
}

/** True for one of git's object types. */
export function isObjectType(word: string): word is ObjectType {
  return word === 'blob' || word === 'tree' || word === 'commit' || word === 'tag'
}

/** The header before an object's content, such as `blob 12\0`. Size in bytes. */
export function objectHeader(type: ObjectType, size: number): Buffer {
  return Buffer.from(`${type} ${size}\0`)
}

/** Computes an object id in pieces of a megabyte, with yields to the event loop. */
export async function hashObject(type: ObjectType, data: Uint8Array): Promise<Oid> {
  const hash = createHash('sha1').update(objectHeader(type, data.length))
  for (let at = 0; at < data.length; at += SLICE) {
    hash.update(data.subarray(at, at + SLICE))
    if (data.length > SLICE) await new Promise(setImmediate)
  }
  return hash.digest('hex')
}
