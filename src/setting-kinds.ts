/** The kinds of settings: how the text of one is read, and what a good value is. */

import { isIP, isIPv6 } from 'node:net'

export interface Setting<T> {
  readonly default: T
  readonly parse: (text: string) => T | undefined
  /** What a good value is, for the error message. */
  readonly expects: string
  readonly help: string
  /** It may hold a password: errors do not repeat it. */
  readonly isSecret?: true
}

export function text(fallback: string, help: string): Setting<string> {
  return { default: fallback, parse: (value) => value, expects: 'text', help }
}

/** What errors do not repeat. */
export function secret(help: string): Setting<string> {
  return { ...text('', help), isSecret: true }
}

/** An address or a name to listen on; one of IPv6 also in brackets, as in URLs. */
export function host(fallback: string, help: string): Setting<string> {
  const parse = (value: string) => {
    if (!/[[\]]/.test(value)) return value
    const [, address = ''] = /^\[(.*)\]$/.exec(value) ?? []
    return isIPv6(address) ? address : undefined
  }
  return { default: fallback, parse, expects: 'an address such as 127.0.0.1 or ::', help }
}

export function word(fallback: string, words: readonly string[], help: string): Setting<string> {
  const parse = (value: string) => (words.includes(value) ? value : undefined)
  return { default: fallback, parse, expects: `one of ${words.join(', ')}`, help }
}

/** @param range `min` is 1 if left out: with none of most things, a server could do nothing */
export function integer(
  fallback: number,
  help: string,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {},
): Setting<number> {
  const isGood = (value: number) => value >= min && value <= max
  const parse = (value: string) =>
    /^\d+$/.test(value) && isGood(Number(value)) ? Number(value) : undefined
  return { default: fallback, parse, expects: `a whole number from ${min} to ${max}`, help }
}

export function flag(fallback: boolean, help: string): Setting<boolean> {
  const words: Record<string, boolean> = { true: true, false: false, '1': true, '0': false }
  return { default: fallback, parse: (value) => words[value], expects: 'true or false', help }
}

export function url(fallback: string, help: string): Setting<string> {
  const isUrl = (value: string) =>
    /^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(value) && URL.canParse(value)
  // As browsers write it: names in other letters than ASCII could stand in no header.
  const parse = (value: string) =>
    isUrl(value) ? new URL(value).href.replace(/(?<!\/)\/+$/, '') : value && undefined
  return { default: fallback, parse, expects: 'an http(s) URL', help }
}

/** Another server that says who somebody is: by HTTPS, unless it is on this machine. */
export function issuer(help: string): Setting<string> {
  const any = url('', help)
  const parse = (value: string) => {
    const found = value === '' ? value : any.parse(value) && value
    return !found || isSafe(new URL(found)) ? found : undefined
  }
  return { ...any, parse, expects: 'an https URL such as https://login.example.org' }
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Where mail is handed over. User name and password are percent-encoded. */
export function smtp(help: string): Setting<string> {
  const isUrl = (value: string) =>
    /^smtps?:\/\/([^/?#@]+@)?[^/?#@]+\/?$/.test(value) && URL.canParse(value) && isDecodable(value)
  const parse = (value: string) => (value === '' || isUrl(value) ? value : undefined)
  const expects = 'an address such as smtp://name:password@mail.example.org:587'
  return { default: '', parse, expects, help, isSecret: true }
}

function isDecodable(url: string): boolean {
  const { username, password } = new URL(url)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

export function email(help: string): Setting<string> {
  const parse = (value: string) =>
    value === '' || /^[^\s@<>"(),:;\\\p{Cc}]+@[^\s@<>\p{Cc}]+$/u.test(value) ? value : undefined
  return { default: '', parse, expects: 'an e-mail address', help }
}

/** Where copies go: a folder, or a store by a URL that has its user name and password. */
export function place(help: string): Setting<string> {
  const isPlace = (value: string) =>
    value.startsWith('/') ||
    (/^(sftp|(s3|swift)(\+http)?):\/\/[^/]/.test(value) && URL.canParse(value))
  const parse = (value: string) => (value === '' || isPlace(value) ? value : undefined)
  const expects = 'an absolute path or a URL that begins with sftp://, s3:// or swift://'
  return { default: '', parse, expects, help, isSecret: true }
}

/** What systems take, with the zero at its end. */
const MAX_SOCKET_BYTES = 107

/** The path of a Unix socket. */
export function socket(help: string): Setting<string> {
  const isPath = (value: string) =>
    value.startsWith('/') && !value.includes('\0') && Buffer.byteLength(value) <= MAX_SOCKET_BYTES
  const parse = (value: string) => (value === '' || isPath(value) ? value : undefined)
  const expects = `an absolute path of at most ${MAX_SOCKET_BYTES} bytes`
  return { default: '', parse, expects, help }
}

/** The mode of a file, as `chmod` takes it. */
export function mode(fallback: string, help: string): Setting<string> {
  const parse = (value: string) => (/^0?[0-7]{3}$/.test(value) ? value : undefined)
  return { default: fallback, parse, expects: 'a mode such as 660', help }
}

/** A list, separated by commas. */
export function list(help: string): Setting<readonly string[]> {
  const parse = (value: string) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return { default: [], parse, expects: 'a list separated by commas', help }
}

/** A list of things of a kind. @param expects what each of them is, for the error message */
export function listOf(
  isGood: (item: string) => boolean,
  { help, expects }: { readonly help: string; readonly expects: string },
): Setting<readonly string[]> {
  const any = list(help)
  const parse = (value: string) => {
    const items = any.parse(value)
    return items?.every(isGood) ? items : undefined
  }
  return { ...any, parse, expects: `${any.expects}, of ${expects}` }
}

/** A list of addresses and networks. */
export function networks(
  help: string,
  fallback: readonly string[] = [],
): Setting<readonly string[]> {
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
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= max
}

/** A list of web origins, as browsers write them. */
export function origins(help: string): Setting<readonly string[]> {
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
