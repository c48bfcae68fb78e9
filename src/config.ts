/**
 * Settings: a flag beats an environment variable beats a key of `galley.yml` beats the default.
 *
 * Every setting has one row in `SETTINGS`; its flag, variable and key are spellings of one name
 * (`sitesPort`: `--sites-port`, `GALLEY_SITES_PORT`, `sites_port`). An unknown key or a bad value is
 * an error that names it.
 *
 * @see src/http/README.md (Running)
 */

import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseYaml } from './content/yaml/parse.js'
import { toJson, type YamlValue } from './content/yaml/value.js'
import { GalleyError } from './errors.js'
import { hasCode } from './system/errno.js'
import { didYouMean } from './system/nearest.js'

const MB = 1024 * 1024

interface Setting<T> {
  readonly default: T
  readonly parse: (text: string) => T | undefined
  /** What a good value is, for the error message. */
  readonly expects: string
  readonly help: string
}

function text(fallback: string, help: string): Setting<string> {
  return { default: fallback, parse: (value) => value, expects: 'a text', help }
}

function word(fallback: string, words: readonly string[], help: string): Setting<string> {
  const parse = (value: string) => (words.includes(value) ? value : undefined)
  return { default: fallback, parse, expects: `one of ${words.join(', ')}`, help }
}

function whole(fallback: number, help: string, most = Number.MAX_SAFE_INTEGER): Setting<number> {
  const parse = (value: string) =>
    /^\d+$/.test(value) && Number(value) <= most ? Number(value) : undefined
  return { default: fallback, parse, expects: `a whole number from 0 to ${most}`, help }
}

function flag(fallback: boolean, help: string): Setting<boolean> {
  const words: Record<string, boolean> = { true: true, false: false, '1': true, '0': false }
  return { default: fallback, parse: (value) => words[value], expects: 'true or false', help }
}

function url(fallback: string, help: string): Setting<string> {
  const parse = (value: string) =>
    value === '' || /^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(value)
      ? value.replace(/(?<!\/)\/+$/, '')
      : undefined
  return { default: fallback, parse, expects: 'an http(s) URL', help }
}

/** A list is written with commas between. */
function list(help: string): Setting<readonly string[]> {
  const parse = (value: string) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return { default: [], parse, expects: 'a list with commas between', help }
}

/** A list of addresses and networks. */
function networks(help: string, fallback: readonly string[] = []): Setting<readonly string[]> {
  const all = list(help)
  const parse = (value: string) => {
    const items = all.parse(value)
    return items?.every(isNetwork) ? items : undefined
  }
  return {
    ...all,
    default: fallback,
    parse,
    expects: 'a list of IP addresses or networks such as 10.0.0.0/8',
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** A list of web origins, as browsers write them. */
function origins(help: string): Setting<readonly string[]> {
  const all = list(help)
  const parse = (value: string) => {
    const items = all.parse(value)
    return items?.every(isOrigin) ? items : undefined
  }
  return { ...all, parse, expects: 'a list of origins such as https://tools.example.org' }
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

const PORT = 65535
const LEVELS = ['debug', 'info', 'warn', 'error', 'silent']

const SETTINGS = {
  data: text('./galley-data', 'folder of everything that Galley keeps'),
  host: text('127.0.0.1', 'address to listen on'),
  port: whole(4000, 'port of the API; 0 takes a free one', PORT),
  sitesPort: whole(4001, 'port of the built-in host; 0 takes a free one', PORT),
  publicUrl: url('', 'public URL of the API (default: where it listens)'),
  sitesUrl: url('', 'public URL of the built-in host; its host name is the parent of previews'),
  adminEmail: text('admin@localhost', 'e-mail address of the first administrator'),
  adminPassword: text('', 'password of the first administrator (default: made at random)'),
  logLevel: word('info', LEVELS, 'least level that is logged: debug, info, warn, error or silent'),
  trustedProxies: networks(
    'addresses or networks (CIDR) of reverse proxies whose X-Forwarded-For is believed',
  ),
  metricsAddresses: networks(
    'addresses or networks (CIDR) that read /metrics without credentials; empty for none',
    ['127.0.0.0/8', '::1'],
  ),
  corsOrigins: origins('origins whose pages may use the API, with a key pair of their own'),
  jobs: whole(Math.max(1, availableParallelism() - 1), 'jobs that run at once'),
  jobSeconds: whole(30 * 60, 'longest time of a job'),
  buildSeconds: whole(10 * 60, 'longest time of a build'),
  buildMemoryMb: whole(512, 'memory of a build'),
  renderSeconds: whole(60, 'longest time of rendering one template'),
  jsonBytes: whole(10 * MB, 'largest JSON body'),
  uploadBytes: whole(100 * MB, 'largest upload'),
  importBytes: whole(500 * MB, 'largest ZIP of an import'),
  importUnpackedBytes: whole(2048 * MB, 'largest import once unpacked'),
  importFiles: whole(100_000, 'most files of an import'),
  pushBytes: whole(500 * MB, 'largest push'),
  pushFiles: whole(200_000, 'most files and folders of a commit that is pushed or fetched'),
  pushChanges: whole(
    500_000,
    'most files and folders that the new commits of a push or fetch change together',
  ),
  pushHoldSeconds: whole(
    5,
    'longest time that other writes wait for the next push of somebody who lost to one; 0 for never',
    3600,
  ),
  cloneSlowSeconds: whole(
    60,
    'a clone that takes less than 64 kB a second for so long is ended where others wait for its place; 0 for never',
    3600,
  ),
  connections: whole(5000, 'open connections of a port'),
  connectionsPerAddress: whole(
    500,
    'of them those of one address; not counted for loopback and trusted proxies',
  ),
  streamsPerUser: whole(100, 'open event streams a user'),
  headerSeconds: whole(30, 'longest time to send the headers of a request'),
  bodySeconds: whole(300, 'longest time to send the body of a request'),
  rateLimit: whole(5000, 'requests a key may make in the window'),
  rateWindowSeconds: whole(300, 'window of the rate limit'),
  loginFailures: whole(10, 'failed logins of an account or an address in 5 minutes'),
  keepReleases: whole(5, 'releases kept of a site, for rollback'),
  trashDays: whole(30, 'days a deleted repository is kept'),
  allowAddresses: list('private addresses or networks (CIDR) that hosting and sync may reach'),
  allowJekyll: flag(false, 'let administrators choose `generator: jekyll` for a site'),
  sitePlugins: flag(false, 'run plugins of sites in JavaScript (`_plugins/*.js`), in an isolate'),
  previewRefresh: flag(true, 'after an edit, renew a preview that somebody looks at'),
  watch: flag(true, 'commit edits in the working trees'),
  maxWatches: whole(50_000, 'most file watches; further sites are polled'),
} as const

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
  const file = readSettingsFile(path.join(data, 'galley.yml'))
  const config: Record<string, unknown> = {}
  for (const row of settingsHelp()) config[row.name] = settingValue(row, sources, file)
  config['data'] = path.resolve(data)
  if (isConfig(config)) return config
  throw new GalleyError('internal_error', 'A setting is missing.')
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
  const setting = SETTINGS[row.name]
  for (const [value, where] of given) {
    if (value === undefined) continue
    const parsed = setting.parse(value)
    if (parsed === undefined) {
      throw new GalleyError(
        'validation_failed',
        `${where} must be ${setting.expects}, not "${value}".`,
      )
    }
    return parsed
  }
  return setting.default
}

/** Flat keys only; lists may be written as YAML lists. */
function readSettingsFile(file: string): Map<string, string> {
  const source = readIfThere(file)
  const { value, error } = parseYaml(source)
  if (error) {
    throw new GalleyError('validation_failed', `${file}:${error.line}: ${error.reason}`)
  }
  if (value === null) return new Map()
  if (!(value instanceof Map)) {
    throw new GalleyError('validation_failed', `${file} must hold keys with values.`)
  }
  const known = new Set(settingsHelp().map((row) => row.key))
  // The file lies in the data folder: it can't say where that is.
  known.delete('data')
  const settings = new Map<string, string>()
  for (const [key, item] of value) {
    if (!known.has(String(key))) {
      const message = `${file}: there is no setting "${String(key)}"${didYouMean(String(key), known) || '.'}`
      throw new GalleyError('validation_failed', message)
    }
    settings.set(String(key), settingText(item))
  }
  return settings
}

/** Lists in their flat form; anything deeper is no setting and fails its check. */
function settingText(value: YamlValue): string {
  if (Array.isArray(value)) return value.map(settingText).join(',')
  if (typeof value === 'string') return value
  if (value === null) return ''
  return JSON.stringify(toJson(value)).replace(/^"|"$/g, '')
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return ''
    throw error
  }
}
