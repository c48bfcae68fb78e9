/** Passkeys: keys of a device or a security key (WebAuthn), as second factors. */

/** Times are milliseconds since the Unix epoch. */
export interface Passkey {
  readonly id: string
  readonly userId: string
  /** What its user calls it. */
  readonly name: string
  /** The authenticator's id of it, in base64url. */
  readonly credentialId: string
  /** In COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  /** How often the authenticator says that it was used; 0 if it does not count. */
  readonly counter: number
  /** How a browser reaches the authenticator: `internal`, `usb` and others. */
  readonly transports: readonly string[]
  readonly createdAt: number
  /** Null before it is used. */
  readonly lastUsedAt: number | null
}

export const MAX_PASSKEYS = 10
export const MAX_PASSKEY_NAME = 100

/** An answer to a question of this server is taken for so long. */
export const PASSKEY_MS = 5 * 60_000
