/**
 * Describes the options of hosting and sync, by provider, for the OpenAPI document. They are validated in
 * `deploy/options.ts`.
 *
 * @see README.md (Where sites are published)
 */

import { z } from 'zod'
import { field, named, textInput } from './common.js'

const text = (description: string, example?: string) => field(z.string(), description, example)

const ftp = named(
  'FtpOptions',
  'For `hosting: ftp`.',
  z.object({
    protocol: field(z.enum(['ftp', 'ftps', 'sftp']), 'Protocol.'),
    host: text('Host name or address.', 'ftp.example.org'),
    port: text('By default 21, for sftp 22.').optional(),
    username: text('User name.', 'ada'),
    password: text('Password; for sftp, either this or `private_key`.', '********').optional(),
    private_key: text(
      'For sftp: a private key in OpenSSH, PEM, PKCS#8 or PuTTY form; `password` is its passphrase.',
    ).optional(),
    path: text(
      'Folder on the server; without `/` at its start, or with `~/`, below the folder after login.',
      '/www',
    ),
    host_key: text(
      'For sftp: SHA-256 fingerprint of the server’s key; by default the first one seen is ' +
        'pinned.',
    ).optional(),
    certificate: text(
      'For ftps: SHA-256 fingerprint of the server’s certificate, in hexadecimal, as `openssl x509 -fingerprint ' +
        '-sha256` prints it. Then that certificate is accepted and no other, whoever signed it.',
    ).optional(),
  }),
)

const objectstore = named(
  'ObjectStoreOptions',
  'For `hosting: objectstore` (S3).',
  z.object({
    access_key: text('Access key.', 'AKIAEXAMPLE'),
    secret_key: text('Secret key.', '********'),
    path: text('The bucket, optionally followed by a prefix.', 'my-bucket/site'),
    region: text('Region.', 'eu-central-1'),
    endpoint: text('Endpoint of another provider.').optional(),
    acl: text('A canned ACL for each object.').optional(),
    cache_control: text(
      '`Cache-Control` for each object that is sent from now on; by default pages are asked for each time, and the rest is kept for an hour.',
      'public, max-age=60',
    ).optional(),
  }),
)

const cloudstore = named(
  'CloudStoreOptions',
  'For `hosting: cloudstore` (Swift).',
  z.object({
    username: text('User name.', 'ada'),
    api_key: text('API key.', '********'),
    path: text('The container, optionally followed by a prefix.', 'my-container'),
    region: text('Region.', 'DFW'),
    auth_url: text('URL of the authentication service.', 'https://auth.example.org/v3'),
  }),
)

const repository = {
  path: text('`owner/name`, or a whole URL.', 'ada/site'),
  access_token: text('Access token.', '********'),
  username: text('By default `x-access-token`.').optional(),
  url: text('The git host.').optional(),
}

const githost = named(
  'GitHostOptions',
  'For `hosting: githost`.',
  z.object({
    ...repository,
    branch: text('By default `gh-pages`.').optional(),
    format: field(z.enum(['compiled', 'raw']), 'What is pushed.').optional(),
  }),
)

const syncGithost = named(
  'GitSyncOptions',
  'For `sync: githost`.',
  z.object({ ...repository, branch: text('By default `main`.').optional() }),
)

const none = named('NoOptions', 'For `disabled`.', z.object({}))

/** A map of texts; the document shows the options of each provider. */
function optionsOf(description: string, providers: readonly z.ZodType[]) {
  const shown: unknown = providers.map((provider) => ({
    $ref: `#/$defs/${String(provider.meta()?.id)}`,
  }))
  return field(z.record(textInput(100), textInput(20_000)), description).meta({
    json: { anyOf: shown, propertyNames: undefined, additionalProperties: undefined },
  })
}

/** Listed here because they are validated elsewhere. */
export const OPTIONS_BY_PROVIDER = [none, ftp, objectstore, cloudstore, githost, syncGithost]

export const hostingOptions = optionsOf('Options of the hosting; all values are strings.', [
  ftp,
  objectstore,
  cloudstore,
  githost,
  none,
])

export const syncOptions = optionsOf('Options of the sync; all values are strings.', [
  syncGithost,
  none,
])

/** Every option of the provider; secrets are masked, unset ones are empty. */
export const shownOptions = field(
  z.record(z.string(), z.string()),
  'The current options by name; secrets as `********`.',
  {},
)
