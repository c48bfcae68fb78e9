/** The thread of `private-key.ts`: decrypts one key. */

import { createPrivateKey } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import ssh2, { type ParsedKey } from 'ssh2'
import type { LockedKey, OpenedKey } from './private-key.js'

/** A little more than an RSA public key of 8,192 bits: a signature with a longer key would block the server. */
const MAX_PUBLIC_BYTES = 1100

function openKey({ text, passphrase }: LockedKey): OpenedKey {
  const found: ParsedKey | ParsedKey[] | Error = ssh2.utils.parseKey(text, passphrase ?? undefined)
  const key = Array.isArray(found) ? found[0] : found
  if (key === undefined || key instanceof Error || !key.isPrivateKey()) {
    return { reason: 'unreadable' }
  }
  if (key.getPublicSSH().length > MAX_PUBLIC_BYTES) return { reason: 'too long' }
  return { text: key.type === 'ssh-ed25519' ? openSshForm(key) : key.getPrivatePEM() }
}

/** An Ed25519 key in OpenSSH's form (PROTOCOL.key), because ssh2 cannot read Ed25519 as PEM. */
function openSshForm(key: ParsedKey): string {
  const { d = '', x = '' } = createPrivateKey(key.getPrivatePEM()).export({ format: 'jwk' })
  const publicKey = Buffer.from(x, 'base64url')
  const both = Buffer.concat([Buffer.from(d, 'base64url'), publicKey])
  const inner = [
    Buffer.alloc(8),
    framed('ssh-ed25519'),
    framed(publicKey),
    framed(both),
    framed(''),
  ]
  const length = Buffer.concat(inner).length
  const fill = Buffer.from(Array.from({ length: (8 - (length % 8)) % 8 }, (_unused, at) => at + 1))
  const outer = [
    Buffer.from('openssh-key-v1\0'),
    framed('none'),
    framed('none'),
    framed(''),
    Buffer.from([0, 0, 0, 1]),
    framed(key.getPublicSSH()),
    framed(Buffer.concat([...inner, fill])),
  ]
  const lines =
    Buffer.concat(outer)
      .toString('base64')
      .match(/.{1,70}/g) ?? []
  const border = (word: string) => `-----${word} OPENSSH PRIVATE KEY-----`
  return [border('BEGIN'), ...lines, border('END'), ''].join('\n')
}

/** RFC 4251 §5: a string is its length in four bytes, then its bytes. */
function framed(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const key: LockedKey = workerData
parentPort?.postMessage(openKey(key))
