/**
 * Stores hosting and sync options: validates their form, encrypts secrets, and masks them in answers.
 *
 * A secret belongs to the server that it was given for. The server is encrypted with the secret, and the secret is
 * used for no other server. So a user who may change options but not see secrets cannot have a secret sent to a
 * server of their own. Nor is one that was given for an encrypted connection sent without encryption.
 *
 * @see src/http/README.md (Roles; Sites)
 */

import { GalleyError } from '../../errors.js'
import type { Vault } from '../accounts/vault.js'

type Options = Readonly<Record<string, string>>

/** Shown instead of a secret. If a client sends it back, the secret stays unchanged. */
export const MASK = '********'

const SECRETS = new Set(['password', 'secret_key', 'access_token', 'api_key', 'private_key'])
/** Prefixes of encrypted secrets: an older form, and the form with the server. */
const SEALED = 'sealed:'
const BOUND = 'bound:'

/** Options from a client, and the stored ones. */
interface Change {
  readonly given: Options
  readonly stored: Options
}

export interface SiteOptions {
  /** The changed options with secrets in plain text. A mask without a stored secret counts as empty. */
  merge(change: Change): Record<string, string>
  /** `merged` with defaults, for the database: secrets encrypted, masked ones as stored, unset ones empty. */
  seal(merged: Options, change?: Change): Record<string, string>
  /**
   * Decrypts options for a deployment.
   *
   * @throws GalleyError `conflict` for a secret that was given for another server, or for an encrypted connection
   */
  open(stored: Options): Record<string, string>
  /** Masks options for answers: a mask for each secret that is set. */
  mask(stored: Options): Record<string, string>
}

/** A secret in plain text, and what it was given for; null for what an older form does not say. */
interface Secret {
  readonly text: string
  readonly server: string | null
  readonly isEncrypted: boolean | null
}

export function createSiteOptions(vault: Vault): SiteOptions {
  const bind = (text: string, server: string, isEncrypted: boolean): string => {
    if (text === '') return ''
    return BOUND + vault.seal(JSON.stringify([server, text, isEncrypted])).toString('base64')
  }
  const read = (value: string): Secret => {
    const unknown = { server: null, isEncrypted: null }
    const prefix = [SEALED, BOUND].find((start) => value.startsWith(start))
    if (prefix === undefined) return { text: value, ...unknown }
    const text = vault.open(Buffer.from(value.slice(prefix.length), 'base64'))
    if (prefix === SEALED) return { text, ...unknown }
    const bound: [server?: string, secret?: string, isEncrypted?: boolean] = JSON.parse(text)
    const [server = '', secret = '', isEncrypted = null] = bound
    return { text: secret, server, isEncrypted }
  }
  const keeps = (key: string, { given, stored }: Change): string | undefined =>
    SECRETS.has(key) && given[key] === MASK ? stored[key] : undefined
  return {
    merge: (change) =>
      mapOptions(change.given, (key, value) => {
        const kept = keeps(key, change)
        if (kept !== undefined) return read(kept).text
        return SECRETS.has(key) && value === MASK ? '' : value
      }),
    seal: (merged, change = { given: merged, stored: {} }) =>
      mapOptions(merged, (key, value) => {
        if (!SECRETS.has(key)) return value
        const kept = keeps(key, change)
        if (kept === undefined) return bind(value, serverOf(merged), isEncrypted(merged))
        const old = read(kept)
        if (old.isEncrypted !== null) return kept
        return bind(value, old.server ?? serverOf(change.stored), isEncrypted(change.stored))
      }),
    // Older versions encrypted unset secrets, too.
    mask: (stored) =>
      mapOptions(stored, (key, value) => {
        if (!SECRETS.has(key)) return value
        return read(value).text === '' ? '' : MASK
      }),
    open: (stored) =>
      mapOptions(stored, (key, value) => {
        if (!SECRETS.has(key)) return value
        const secret = read(value)
        if (secret.text !== '') checkPlace(key, secret, stored)
        return secret.text
      }),
  }
}

/**
 * Encrypts the secrets of stored options in another way; what they were given for stays.
 *
 * @param reseal decrypts, and encrypts with another key
 */
export function resealOptions(stored: Options, reseal: (sealed: Buffer) => Buffer): Options {
  return mapOptions(stored, (key, value) => {
    const prefix = SECRETS.has(key) && [SEALED, BOUND].find((start) => value.startsWith(start))
    if (!prefix) return value
    return prefix + reseal(Buffer.from(value.slice(prefix.length), 'base64')).toString('base64')
  })
}

/** @throws GalleyError `conflict` if the secret was not given for these options */
function checkPlace(
  key: string,
  { server, isEncrypted: wasEncrypted }: Secret,
  now: Options,
): void {
  const place = serverOf(now)
  if (server !== null && server !== place) {
    throw givenForOther(key, server, `to ${place || 'another server'}`)
  }
  if (wasEncrypted && !isEncrypted(now)) {
    throw givenForOther(key, `${place} with encryption`, 'to it without')
  }
}

function givenForOther(key: string, old: string, now: string): GalleyError {
  return new GalleyError(
    'conflict',
    `The ${key} was given for ${old} and is not sent ${now}: set it again.`,
  )
}

/** False for FTP without TLS. Of HTTP, the origin of the server says it. */
function isEncrypted({ protocol }: Options): boolean {
  return protocol !== 'ftp'
}

/** The server that secrets are sent to: an origin, `host:port`, or empty for a provider's own address. */
function serverOf({ host, port, endpoint, auth_url: authUrl, url, path }: Options): string {
  const repository = url !== undefined && /^https?:/i.test(path ?? '') ? path : url
  const address = endpoint || authUrl || repository
  if (address !== undefined && URL.canParse(address)) return new URL(address).origin
  return host === undefined ? '' : `${host.toLowerCase()}:${port ?? ''}`
}

function mapOptions(
  options: Options,
  change: (key: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, change(key, value)]),
  )
}
