/** The options of each hosting and sync target. */

export interface Option {
  readonly name: string
  /** The server never returns its value. */
  readonly isSecret?: boolean
  readonly isOptional?: boolean
  /** Default of the server, shown as placeholder. */
  readonly fallback?: string
  readonly choices?: readonly string[]
  readonly isLong?: boolean
}

export const HOSTINGS = ['disabled', 'ftp', 'objectstore', 'cloudstore', 'githost'] as const
export const SYNCS = ['disabled', 'githost'] as const

const TOKEN: Option = { name: 'access_token', isSecret: true }

export const HOSTING_OPTIONS: Readonly<Record<(typeof HOSTINGS)[number], readonly Option[]>> = {
  disabled: [],
  ftp: [
    { name: 'protocol', choices: ['sftp', 'ftps', 'ftp'] },
    { name: 'host' },
    { name: 'port', isOptional: true },
    { name: 'username' },
    { name: 'password', isSecret: true, isOptional: true },
    { name: 'private_key', isSecret: true, isOptional: true, isLong: true },
    { name: 'path' },
    { name: 'host_key', isOptional: true },
    { name: 'certificate', isOptional: true },
  ],
  objectstore: [
    { name: 'access_key', isSecret: true },
    { name: 'secret_key', isSecret: true },
    { name: 'path' },
    { name: 'region' },
    { name: 'endpoint', isOptional: true },
    { name: 'acl', isOptional: true },
    { name: 'cache_control', isOptional: true },
  ],
  cloudstore: [
    { name: 'username' },
    { name: 'api_key', isSecret: true },
    { name: 'path' },
    { name: 'region' },
    { name: 'auth_url' },
  ],
  githost: [
    { name: 'path' },
    TOKEN,
    { name: 'branch', fallback: 'gh-pages' },
    { name: 'format', choices: ['compiled', 'raw'] },
    { name: 'username', isOptional: true },
    { name: 'url', isOptional: true },
  ],
}

export const SYNC_OPTIONS: Readonly<Record<(typeof SYNCS)[number], readonly Option[]>> = {
  disabled: [],
  githost: [
    { name: 'path' },
    TOKEN,
    { name: 'branch', fallback: 'main' },
    { name: 'username', isOptional: true },
    { name: 'url', isOptional: true },
  ],
}

/** The options to send: without empty ones, and with the first choice where none was made. */
export function optionsOf(options: readonly Option[], given: Readonly<Record<string, string>>) {
  const values = options.map(({ name, choices }) => [name, given[name] || (choices?.[0] ?? '')])
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}
