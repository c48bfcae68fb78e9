/**
 * Hosting and sync options: checked for form, secrets sealed where they lie and masked where they
 * are shown.
 *
 * @see decisions.md §3 (secrets), §4 (the table of options)
 */

import type { Vault } from './vault.js'

type Options = Readonly<Record<string, string>>

/** What stands for a secret in answers; sending it back leaves the secret as it is. */
export const MASK = '********'

const SECRETS = new Set(['password', 'secret_key', 'access_token', 'api_key', 'private_key'])
const SEALED = 'sealed:'

export interface SiteOptions {
  /** For the database: secrets sealed; a masked one keeps what is stored. */
  seal(given: Options, stored: Options): Record<string, string>
  /** For a deployment: secrets in clear. */
  open(stored: Options): Record<string, string>
}

export function createSiteOptions(vault: Vault): SiteOptions {
  const sealOne = (key: string, value: string, stored: Options): string => {
    if (!SECRETS.has(key)) return value
    if (value === MASK && stored[key] !== undefined) return stored[key]
    return SEALED + vault.seal(value).toString('base64')
  }
  const openOne = (value: string): string =>
    value.startsWith(SEALED) ? vault.open(Buffer.from(value.slice(SEALED.length), 'base64')) : value
  return {
    seal: (given, stored) => mapOptions(given, (key, value) => sealOne(key, value, stored)),
    open: (stored) =>
      mapOptions(stored, (key, value) => (SECRETS.has(key) ? openOne(value) : value)),
  }
}

/** For answers. */
export function maskOptions(stored: Options): Record<string, string> {
  return mapOptions(stored, (key, value) => (SECRETS.has(key) ? MASK : value))
}

function mapOptions(
  options: Options,
  change: (key: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, change(key, value)]),
  )
}
