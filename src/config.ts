/**
 * The settings. Order of precedence: flag, environment variable, key in `galley.yml`, default.
 *
 * Every setting has one row in `SETTINGS`; its flag, variable and key are spellings of one name
 * (`sitesPort`: `--sites-port`, `GALLEY_SITES_PORT`, `sites_port`). An unknown key or a bad value is
 * an error that names it.
 *
 * @see src/http/README.md (Running)
 */

import { availableParallelism } from 'node:os'
import path from 'node:path'
import { GalleyError } from './errors.js'
import {
  email,
  flag,
  host,
  integer,
  issuer,
  list,
  listOf,
  mode,
  networks,
  origins,
  place,
  secret,
  socket,
  smtp,
  text,
  url,
  word,
  type Setting,
} from './setting-kinds.js'
import { parseGrant } from './model/role.js'
import { requireConsistent } from './setting-rules.js'
import { readSettingsFile } from './settings-file.js'
import { nearest } from './system/nearest.js'

const MB = 1024 * 1024

const PORT = { min: 0, max: 65535 } as const
/** For settings of which 0 turns something off. */
const OR_NONE = { min: 0 } as const
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

const SETTINGS = {
  data: text('./galley-data', 'folder for all data of the server'),
  host: host('127.0.0.1', 'address to listen on'),
  port: integer(4000, 'port of the API; 0 picks a free one', PORT),
  sitesPort: integer(4001, 'port of the built-in host; 0 picks a free one', PORT),
  socket: socket('Unix socket of the API, instead of a port; needs --public-url'),
  sitesSocket: socket('Unix socket of the built-in host, instead of a port; needs --sites-url'),
  socketMode: mode('660', 'mode of these sockets: who may connect to them'),
  publicUrl: url(
    '',
    'public URL of the API and the admin, also below a path (default: the address it listens on)',
  ),
  sitesUrl: url('', 'public URL of the built-in host; previews get subdomains of its host name'),
  https: flag(
    false,
    'answer by HTTPS as well, without a proxy, with certificates that the server gets by itself',
  ),
  acmeEmail: email('e-mail address for the certificate authority; needed with --https'),
  acmeDirectory: url(
    'https://acme-v02.api.letsencrypt.org/directory',
    'certificate authority: the URL of its ACME directory',
  ),
  acmePort: integer(80, 'port that the certificate authority asks; others are for tests', {
    max: 65535,
  }),
  httpsHost: host('', 'address that the two ports of --https listen on (default: all)'),
  httpsPort: integer(443, 'port of --https; 0 picks a free one', PORT),
  httpPort: integer(
    80,
    'port that leads to --https, and answers the certificate authority; 0 picks a free one',
    PORT,
  ),
  adminEmail: text('admin@localhost', 'e-mail address of the first administrator'),
  adminPassword: text('', 'password of the first administrator (default: random)'),
  smtpUrl: smtp(
    'mail server, such as smtp://name:password@mail.example.org:587; empty to send no mail',
  ),
  mailFrom: email('e-mail address that mail is sent from; needed with --smtp-url'),
  secondFactor: word(
    'optional',
    ['optional', 'admins', 'everybody'],
    'who must have a second factor to sign in with a browser: optional, admins or everybody',
  ),
  oidcIssuer: issuer(
    'OpenID Connect provider that people sign in with, such as https://login.example.org; empty for none',
  ),
  oidcClientId: text('', 'name of this server at the provider; needed with --oidc-issuer'),
  oidcClientSecret: secret('what this server proves itself with there; empty if nothing'),
  oidcName: text('', 'name of the provider on the sign-in button (default: its host name)'),
  oidcScopes: text('openid email profile', 'scopes that the provider is asked for'),
  oidcUnknown: word(
    'refuse',
    ['refuse', 'create'],
    'who signs in with the provider and has neither account nor invitation: refuse, or create a user without roles',
  ),
  oidcAdminGroups: list(
    'groups of the provider whose people are administrators of this server, as of each sign-in with it, and nobody else who signs in so; empty to decide here',
  ),
  oidcAdminClaim: text('groups', 'claim in which the provider names the groups of somebody'),
  oidcRoles: listOf((item) => parseGrant(item) !== null, {
    help: 'roles on sites by groups of the provider, such as editors=www.example.org:publisher, as of each sign-in with it; roles that were given here stay',
    expects: 'group=site:role, such as editors=www.example.org:publisher',
  }),
  oidcOnly: flag(false, 'take no passwords: people sign in with the provider alone'),
  logLevel: word('info', LEVELS, 'log level: debug, info, warn, error or silent'),
  trustedProxies: networks(
    'addresses or networks (CIDR) of reverse proxies whose X-Forwarded-For is trusted',
  ),
  metricsAddresses: networks(
    'addresses or networks (CIDR) that may read /metrics without credentials; empty for none',
    ['127.0.0.0/8', '::1'],
  ),
  corsOrigins: origins(
    'origins of other websites whose pages may use the API (CORS), with a key pair',
  ),
  // At least two, also on a small machine: no user gets the last place, so nobody can keep it from all others.
  jobs: integer(Math.max(2, availableParallelism() - 1), 'jobs that run at the same time'),
  jobSeconds: integer(30 * 60, 'time limit of a job'),
  buildSeconds: integer(10 * 60, 'time limit of a build'),
  buildMemoryMb: integer(
    512,
    'memory limit of a build; its style sheet compiler gets twice as much',
  ),
  renderSeconds: integer(60, 'time limit for rendering one template'),
  jsonBytes: integer(10 * MB, 'largest JSON body'),
  uploadBytes: integer(100 * MB, 'largest upload'),
  importBytes: integer(500 * MB, 'largest ZIP of an import'),
  importUnpackedBytes: integer(2048 * MB, 'largest import when unpacked'),
  importFiles: integer(100_000, 'most files in an import'),
  pushBytes: integer(500 * MB, 'largest push'),
  pushFiles: integer(200_000, 'most files and folders in a commit that is pushed or fetched'),
  pushChanges: integer(
    500_000,
    'most files and folders changed by all new commits of a push or fetch',
  ),
  pushHoldSeconds: integer(
    5,
    'after a push was declined because of another write: how long other writes wait for the next try; 0 to turn off',
    { ...OR_NONE, max: 3600 },
  ),
  cloneSlowSeconds: integer(
    60,
    'how long a clone may read less than 64 kB a second while others wait; 0 for no limit',
    { ...OR_NONE, max: 3600 },
  ),
  pushSlowSeconds: integer(
    60,
    'how long a push may send less than 64 kB a second while others wait; 0 for no limit',
    { ...OR_NONE, max: 3600 },
  ),
  connections: integer(5000, 'open connections per port'),
  connectionsPerAddress: integer(
    500,
    'open connections per client address; does not apply to loopback and trusted proxies',
  ),
  streamsPerUser: integer(100, 'open event streams per user'),
  headerSeconds: integer(30, 'time limit for receiving the headers of a request'),
  bodySeconds: integer(300, 'time limit for receiving the body of a request'),
  rateLimit: integer(5000, 'requests per user, or per address without credentials, in each window'),
  rateWindowSeconds: integer(300, 'length of the rate limit window'),
  loginFailures: integer(
    10,
    'failed logins per address in 5 minutes; 20 times as many per account',
  ),
  siteMakers: word(
    'everybody',
    ['everybody', 'admins'],
    'who may make sites: everybody or admins; an administrator can set it for each user',
  ),
  sitesPerUser: integer(
    1000,
    'most sites that a user may own, unless an administrator of the server; 0 for no limit',
    OR_NONE,
  ),
  siteBytes: integer(
    20 * 1024 * MB,
    'most bytes that a site may take on disk; 0 for no limit',
    OR_NONE,
  ),
  bytesPerUser: integer(
    0,
    'most bytes that the sites of a user may take on disk in all, unless an administrator of the server; 0 for no limit',
    OR_NONE,
  ),
  keepReleases: integer(5, 'releases kept per site, for rollback'),
  auditDays: integer(365, 'days that the audit log is kept'),
  trashDays: integer(30, 'days that deleted sites are kept in the trash', OR_NONE),
  copiesTo: place('where copies of everything go, off this machine; empty for none'),
  copiesKeyFile: text('', 'file with the key of the copies; needed with --copies-to'),
  copiesSeconds: integer(30, 'time from one look for what is to be copied to the next', { min: 5 }),
  copiesDays: integer(1, 'days of which every copy is kept'),
  copiesDailyDays: integer(30, 'days before those of which the last copy of each is kept', OR_NONE),
  allowAddresses: list(
    'private or own addresses, or networks (CIDR), that hosting, sync and themes may connect to',
  ),
  gemServer: url('https://rubygems.org', 'gem server that themes are fetched from; empty for none'),
  gitHost: url('https://github.com', 'git host of `remote_theme: owner/name`; empty for none'),
  allowJekyll: flag(false, 'allow administrators to choose `generator: jekyll` for a site'),
  sitePlugins: flag(false, 'run JavaScript plugins of sites (`_plugins/*.js`), in an isolate'),
  previewRefresh: flag(true, 'after an edit, rebuild previews that somebody is viewing'),
  watch: flag(true, 'commit edits made in the working trees'),
  maxWatches: integer(
    50_000,
    'most file watches of working trees; the remaining ones are polled',
    OR_NONE,
  ),
} as const

/** Those of which a running server takes new values: whoever needs one reads it each time. */
const LIVE: readonly (readonly SettingName[])[] = [
  ['smtpUrl', 'mailFrom', 'secondFactor', 'logLevel'],
  ['oidcIssuer', 'oidcClientId', 'oidcClientSecret', 'oidcName', 'oidcScopes'],
  ['oidcUnknown', 'oidcAdminGroups', 'oidcAdminClaim', 'oidcRoles', 'oidcOnly'],
  ['streamsPerUser', 'rateLimit', 'loginFailures'],
  ['siteMakers', 'sitesPerUser', 'siteBytes', 'bytesPerUser'],
  ['keepReleases', 'auditDays', 'trashDays'],
  ['copiesTo', 'copiesKeyFile', 'copiesSeconds', 'copiesDays', 'copiesDailyDays'],
]

type Settings = typeof SETTINGS

/** Name of a setting, as in the code. */
type SettingName = keyof Settings

/** All settings; times in seconds, sizes in bytes, unless the name says otherwise. */
export type Config = {
  readonly [Name in SettingName]: Settings[Name]['default'] extends number
    ? number
    : Settings[Name]['default'] extends boolean
      ? boolean
      : Settings[Name]['default'] extends string
        ? string
        : readonly string[]
}

/** Where settings come from, strongest first. */
interface ConfigSources {
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** One row of the table of settings, for `--help` and src/cli/README.md. */
export interface SettingHelp {
  /** True if a running server takes a new value. */
  readonly isLive: boolean
  readonly name: SettingName
  readonly flag: string
  readonly variable: string
  readonly key: string
  readonly fallback: string
  readonly help: string
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Every setting with its spellings, in the order of the table. */
export function settingsHelp(): SettingHelp[] {
  return settingNames().map((name) => ({
    name,
    isLive: LIVE.some((group) => group.includes(name)),
    flag: `--${snake(name).replaceAll('_', '-')}`,
    variable: `GALLEY_${snake(name).toUpperCase()}`,
    key: snake(name),
    fallback: String(SETTINGS[name].default),
    help: SETTINGS[name].help,
  }))
}

function settingNames(): SettingName[] {
  return Object.keys(SETTINGS).filter((name): name is SettingName => name in SETTINGS)
}

/**
 * Reads the settings of a server.
 *
 * @throws GalleyError `validation_failed` that names the setting, where it was given and what it may be
 */
export function readConfig(sources: ConfigSources): Config {
  const data = sources.flags['data'] ?? sources.environment['GALLEY_DATA'] ?? SETTINGS.data.default
  // The file is in the data folder, so it can't say where that is.
  const keys = new Set(settingsHelp().flatMap(({ name, key }) => (name === 'data' ? [] : key)))
  const file = readSettingsFile(path.join(data, 'galley.yml'), keys)
  requireNoMisspelling(sources.environment)
  const config: Record<string, unknown> = {}
  for (const row of settingsHelp()) config[row.name] = settingValue(row, sources, file)
  config['data'] = path.resolve(data)
  if (!isConfig(config)) throw new GalleyError('internal_error', 'A setting is missing.')
  requireConsistent(config)
  return config
}

const PREFIX = 'GALLEY_'

/** Variables that look like settings and are none: another program's, or misspelt beyond recognition. */
export function unknownVariables(environment: ConfigSources['environment']): string[] {
  const known = new Set(settingsHelp().map(({ variable }) => variable))
  const names = Object.keys(environment).filter((name) => name.startsWith(PREFIX))
  return names.filter((name) => !known.has(name)).sort()
}

/** Other programs may have variables of their own with this prefix, but hardly with nearly the name of a setting. */
function requireNoMisspelling(environment: ConfigSources['environment']): void {
  const known = settingsHelp().map(({ variable }) => variable.slice(PREFIX.length))
  for (const name of unknownVariables(environment)) {
    const meant = nearest(name.slice(PREFIX.length), known)
    if (meant === null) continue
    const message = `${name} is no setting; did you mean ${PREFIX}${meant}?`
    throw new GalleyError('validation_failed', message)
  }
}

function isConfig(record: Record<string, unknown>): record is Config {
  return settingNames().every((name) => record[name] !== undefined)
}

function settingValue(
  row: SettingHelp,
  sources: ConfigSources,
  file: Map<string, string>,
): unknown {
  const given: [string | undefined, string][] = [
    [sources.flags[row.name], row.flag],
    [sources.environment[row.variable], row.variable],
    [file.get(row.key), `galley.yml: ${row.key}`],
  ]
  const setting: Setting<unknown> = SETTINGS[row.name]
  for (const [value, where] of given) {
    if (value === undefined) continue
    const parsed = setting.parse(value)
    if (parsed === undefined) {
      const not = setting.isSecret ? '' : `, not "${value}"`
      throw new GalleyError('validation_failed', `${where} must be ${setting.expects}${not}.`)
    }
    return parsed
  }
  return setting.default
}
