/**
 * Opens a store of files that an operator names by one address: a folder of this machine, SFTP, S3 or Swift.
 *
 * @see src/cli/README.md (Copies off the machine)
 */

import { readFileSync } from 'node:fs'
import { validateOptions, type Hosting } from './options.js'
import { DeployError } from './network/deploy-error.js'
import { sessionOptions, storeFor, type StoreParts } from './registry.js'
import type { OpenStore } from './files/file-store.js'
import type { SessionOptions } from './files/store-session.js'

/** A store, and how to run a session with it. */
interface AddressedStore {
  readonly open: OpenStore
  readonly options: SessionOptions
}

type FileHosting = Exclude<Hosting, 'disabled' | 'githost'>

interface Named {
  readonly hosting: FileHosting
  readonly options: Readonly<Record<string, string>>
}

/**
 * @param address an absolute path, `sftp://…`, `s3://…` or `swift://…`; `s3+http` and `swift+http` go without TLS. User
 *   names and passwords are percent-encoded
 * @throws DeployError `bad_options`, a sentence without secrets
 */
export async function storeAt(address: string, parts: StoreParts): Promise<AddressedStore> {
  if (address.startsWith('/')) {
    const { folderStore } = await import('./folder/folder.js')
    const retries = parts.retries ?? { attempts: 1, delay: 0 }
    return { open: folderStore(address), options: { retries, secrets: [], target: address } }
  }
  const { hosting, options: given } = namedBy(address)
  const checked = validateOptions(hosting, given)
  if (!checked.ok) {
    const wrong = checked.details.map(({ field, message }) => {
      return `${field.replace(/^hosting_options\./, '')} ${message}`
    })
    throw badAddress(wrong.join('; '))
  }
  const { options } = checked
  const open = await storeFor(hosting, options, parts)
  return { open, options: sessionOptions(options, parts) }
}

function namedBy(address: string): Named {
  if (!URL.canParse(address)) throw badAddress('it is neither an absolute path nor a URL')
  const url = new URL(address)
  const query = queryOf(url)
  const [kind = '', transport = 'https'] = url.protocol.slice(0, -1).split('+')
  const [name, secret] = [decoded(url.username), decoded(url.password)]
  const path = decoded(url.pathname)
  const server = `${transport}://${url.host}`
  if (kind === 'sftp') {
    if (query['host_key'] === undefined) {
      throw badAddress(
        'host_key is required: the fingerprint of the server, as ssh-keygen -l prints it',
      )
    }
    const { private_key: keyFile, ...rest } = query
    const login = { username: name, ...(secret !== '' && { password: secret }) }
    const key = keyFile === undefined ? {} : { private_key: readKey(keyFile) }
    const place = { host: url.hostname, port: url.port, path: path.replace(/^\/~/, '~') }
    return { hosting: 'ftp', options: { protocol: 'sftp', ...place, ...login, ...key, ...rest } }
  }
  if (kind === 's3') {
    const keys = { access_key: name, secret_key: secret }
    const place = { endpoint: server, path: path.replace(/^\//, '') }
    return { hosting: 'objectstore', options: { ...keys, ...place, ...query } }
  }
  if (kind === 'swift') {
    const login = { username: name, api_key: secret, auth_url: server + path }
    return { hosting: 'cloudstore', options: { ...login, ...query } }
  }
  throw badAddress('it begins with none of / sftp: s3: swift:')
}

/** Values as they are: in a fingerprint, `+` is no space. */
function queryOf({ search }: URL): Record<string, string> {
  const pairs = search.slice(1).split('&').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badAddress('it is not percent-encoded (a % is %25)')
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw badAddress(`the private key ${file} cannot be read`)
  }
}

function badAddress(clause: string): DeployError {
  return new DeployError('bad_options', `The address of the copies can't be used: ${clause}.`)
}
