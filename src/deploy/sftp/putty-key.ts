/**
 * Reads private keys in the form of PuTTY: versions 2 and 3, of RSA, ECDSA and Ed25519.
 *
 * @see PuTTY's manual, appendix "PPK file format"
 */

import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  type KeyObject,
} from 'node:crypto'

interface PuttyKey {
  readonly version: number
  readonly algorithm: string
  readonly encryption: string
  readonly comment: string
  readonly publicBlob: Buffer
  readonly privateBlob: Buffer
  readonly mac: string
}

/** Why a key cannot be used. `argon2`: it is encrypted as version 3, with a function that Node does not have. */
type Refusal = 'unreadable' | 'argon2'

export function isPuttyKey(text: string): boolean {
  return text.startsWith('PuTTY-User-Key-File-')
}

/** @throws Error if a number in it is malformed, so that it is no key */
export function openPuttyKey(text: string, passphrase: string | null): KeyObject | Refusal {
  const key = parse(text)
  if (key === null) return 'unreadable'
  const isEncrypted = key.encryption !== 'none'
  if (isEncrypted && key.version === 3) return 'argon2'
  if (isEncrypted && (key.encryption !== 'aes256-cbc' || passphrase === null)) return 'unreadable'
  const password = isEncrypted ? (passphrase ?? '') : ''
  const plain = isEncrypted ? decrypt(key.privateBlob, password) : key.privateBlob
  if (macOf(key, plain, password) !== key.mac) return 'unreadable'
  return keyOf(key, plain) ?? 'unreadable'
}

function parse(text: string): PuttyKey | null {
  const lines = text.trim().split(/\r?\n/)
  const headers = new Map<string, string>()
  const blobs = new Map<string, Buffer>()
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const colon = line.indexOf(': ')
    const [name, value] = [line.slice(0, colon), line.slice(colon + 2)]
    headers.set(name, value)
    if (name !== 'Public-Lines' && name !== 'Private-Lines') continue
    const count = Number(value)
    if (!Number.isInteger(count) || count < 0 || count > lines.length) return null
    blobs.set(name, Buffer.from(lines.slice(at + 1, at + 1 + count).join(''), 'base64'))
    at += count
  }
  const version = [2, 3].find((number) => headers.has(`PuTTY-User-Key-File-${number}`))
  const publicBlob = blobs.get('Public-Lines')
  const privateBlob = blobs.get('Private-Lines')
  if (version === undefined || !publicBlob || !privateBlob) return null
  return {
    version,
    algorithm: headers.get(`PuTTY-User-Key-File-${version}`) ?? '',
    encryption: headers.get('Encryption') ?? '',
    comment: headers.get('Comment') ?? '',
    publicBlob,
    privateBlob,
    mac: headers.get('Private-MAC') ?? '',
  }
}

function decrypt(blob: Buffer, passphrase: string): Buffer {
  const part = (number: number) =>
    createHash('sha1')
      .update(Buffer.from([0, 0, 0, number]))
      .update(passphrase)
      .digest()
  const key = Buffer.concat([part(0), part(1)]).subarray(0, 32)
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(blob), decipher.final()])
}

function macOf(key: PuttyKey, plain: Buffer, passphrase: string): string {
  const { algorithm, encryption, comment, publicBlob } = key
  const mac =
    key.version === 2
      ? createHmac(
          'sha1',
          createHash('sha1').update('putty-private-key-file-mac-key').update(passphrase).digest(),
        )
      : createHmac('sha256', '')
  for (const field of [algorithm, encryption, comment, publicBlob, plain]) mac.update(framed(field))
  return mac.digest('hex')
}

/** RFC 4251 §5: a string is its length in four bytes, then its bytes. */
export function framed(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

function unframe(blob: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let at = 0; at + 4 <= blob.length;) {
    const end = at + 4 + blob.readUInt32BE(at)
    // The rest pads to a whole block.
    if (end > blob.length) break
    fields.push(blob.subarray(at + 4, end))
    at = end
  }
  return fields
}

const CURVES = new Map([
  ['nistp256', { crv: 'P-256', bytes: 32 }],
  ['nistp384', { crv: 'P-384', bytes: 48 }],
  ['nistp521', { crv: 'P-521', bytes: 66 }],
])

function keyOf({ algorithm, publicBlob }: PuttyKey, plain: Buffer): KeyObject | null {
  const [, ...shown] = unframe(publicBlob)
  const hidden = unframe(plain)
  if (algorithm === 'ssh-rsa') return rsaKey(shown, hidden)
  if (algorithm === 'ssh-ed25519') {
    const [x = Buffer.alloc(0)] = shown
    const [d = Buffer.alloc(0)] = hidden
    return jwk({ kty: 'OKP', crv: 'Ed25519', x: base64(x), d: base64(padded(d, 32)) })
  }
  const [name = Buffer.alloc(0), point = Buffer.alloc(0)] = shown
  const curve = CURVES.get(name.toString())
  const [d = Buffer.alloc(0)] = hidden
  if (curve === undefined || point.length !== 1 + 2 * curve.bytes) return null
  const { crv, bytes } = curve
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)]
  return jwk({ kty: 'EC', crv, x: base64(x), y: base64(y), d: base64(padded(d, bytes)) })
}

function rsaKey(shown: Buffer[], hidden: Buffer[]): KeyObject | null {
  const [e, n] = shown
  const [d, p, q, qi] = hidden
  if (!e || !n || !d || !p || !q || !qi) return null
  const rest = (prime: Buffer) => (numberOf(d) % (numberOf(prime) - 1n)).toString(16)
  const [dp, dq] = [p, q].map((prime) => {
    const hex = rest(prime)
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  })
  const numbers = Object.entries({ e, n, d, p, q, dp, dq, qi })
  const texts = numbers.map(([name, bytes]) => [name, base64(bytes ?? Buffer.alloc(0))])
  return jwk({ kty: 'RSA', ...Object.fromEntries(texts) })
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`)
}

/** Without the zero byte that keeps a number positive, and with those that a number drops. */
function padded(number: Buffer, length: number): Buffer {
  const bare = number.subarray(Math.max(0, number.length - length))
  return Buffer.concat([Buffer.alloc(length - bare.length), bare])
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function jwk(key: Record<string, string>): KeyObject {
  return createPrivateKey({ key, format: 'jwk' })
}
