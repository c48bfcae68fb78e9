/** The thread of `private-key.ts`: decrypts one key. */

import { createPrivateKey, type KeyObject } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import ssh2, { type ParsedKey } from 'ssh2'
import { isPkcs8Key, openPkcs8Key } from './pkcs8-key.js'
import type { LockedKey, OpenedKey } from './private-key.js'
import { framed, isPuttyKey, openPuttyKey } from './putty-key.js'

/** A little more than an RSA public key of 8,192 bits: a signature with a longer key would block the server. */
const MAX_PUBLIC_BYTES = 1100

function openKey({ text: given, passphrase }: LockedKey): OpenedKey {
  const text = given.trimStart()
  if (!isPuttyKey(text) && !isPkcs8Key(text)) return openSshKey(given, passphrase)
  try {
    const open = isPuttyKey(text) ? openPuttyKey : openPkcs8Key
    const key = open(text, passphrase)
    return typeof key === 'string' ? { reason: key } : openSshKey(readableForm(key), null)
  } catch {
    return { reason: 'unreadable' }
  }
}

/** Opens a key in a form that ssh2 reads: OpenSSH's, PKCS#1 or SEC 1. */
function openSshKey(text: string, passphrase: string | null): OpenedKey {
  const found: ParsedKey | ParsedKey[] | Error = ssh2.utils.parseKey(text, passphrase ?? undefined)
  const key = Array.isArray(found) ? found[0] : found
  if (key === undefined || key instanceof Error || !key.isPrivateKey()) {
    return { reason: 'unreadable' }
  }
  if (key.getPublicSSH().length > MAX_PUBLIC_BYTES) return { reason: 'too long' }
  const isEd25519 = key.type === 'ssh-ed25519'
  return {
    text: isEd25519 ? openSshForm(createPrivateKey(key.getPrivatePEM())) : key.getPrivatePEM(),
  }
}

/** @throws Error for a kind of key that SSH does not have */
function readableForm(key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return openSshForm(key)
  const type = key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1'
  return key.export({ type, format: 'pem' }).toString()
}

/** An Ed25519 key in OpenSSH's form (PROTOCOL.key), because ssh2 cannot read Ed25519 as PEM. */
function openSshForm(key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' })
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
    framed(Buffer.concat([framed('ssh-ed25519'), framed(publicKey)])),
    framed(Buffer.concat([...inner, fill])),
  ]
  const lines =
    Buffer.concat(outer)
      .toString('base64')
      .match(/.{1,70}/g) ?? []
  const border = (word: string) => `-----${word} OPENSSH PRIVATE KEY-----`
  return [border('BEGIN'), ...lines, border('END'), ''].join('\n')
}

const key: LockedKey = workerData
parentPort?.postMessage(openKey(key))
