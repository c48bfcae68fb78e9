/** An authenticator in software (WebAuthn): makes passkeys with P-256, and signs with them. */

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const PRESENT = 0x01
const HAS_KEY = 0x40

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** A byte or two before something in CBOR (RFC 8949): its major type and its length. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 255)
}

export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
    return Buffer.concat([head(5, value.size), ...parts])
  }
  const items = value as readonly Cbor[]
  return Buffer.concat([head(4, items.length), ...items.map(cbor)])
}

/** What a server asks, and where. */
export interface Asked {
  readonly challenge: string
  readonly rpId: string
  readonly origin: string
}

/** A statement that nobody has asked for (format `packed`), about these bytes. */
export type Attest = (signed: Buffer) => ReadonlyMap<string, Cbor>

/** @param step 0 for one that does not count its uses, as those that sync passkeys */
export function createAuthenticator(step = 1) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const state = { counter: 0 }
  const clientDataOf = (type: string, { challenge, origin }: Asked) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })
  const authData = (rpId: string, flags: number, rest = Buffer.of()) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE((state.counter += step))
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, rest])
  }
  return {
    id: id.toString('base64url'),

    /** Moves the counter. */
    skip: (times: number) => void (state.counter += times),

    /** `toJSON()` of what `navigator.credentials.create` gives. */
    make(asked: Asked, attest?: Attest) {
      const key = Buffer.concat([
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        cbor(coseOf(publicKey)),
      ])
      const clientData = clientDataOf('webauthn.create', asked)
      const data = authData(asked.rpId, PRESENT | HAS_KEY, key)
      const signed = Buffer.concat([data, sha256(clientData)])
      const attestation = new Map<string, Cbor>([
        ['fmt', attest ? 'packed' : 'none'],
        ['attStmt', attest?.(signed) ?? new Map()],
        ['authData', data],
      ])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: Buffer.from(clientData).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** `toJSON()` of what `navigator.credentials.get` gives. */
    sign(asked: Asked) {
      const clientData = clientDataOf('webauthn.get', asked)
      const data = authData(asked.rpId, PRESENT)
      const signed = Buffer.concat([data, sha256(clientData)])
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: Buffer.from(clientData).toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}

/** ES256 on P-256 (RFC 9053 §2.1, §7.1). */
function coseOf(key: KeyObject): ReadonlyMap<number, Cbor> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}
