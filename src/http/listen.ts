/** Opens a port with the limits on connections, and explains to the operator why a port cannot be used. */

import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer, type Server, type ServerOptions } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import type { SecureContext, TlsOptions } from 'node:tls'
import { callbackify } from 'node:util'
import type { Config } from '../config.js'
import { GalleyError } from '../errors.js'
import { hostInUrl } from '../system/addresses.js'
import { hasCode } from '../system/errno.js'
import type { Logger } from '../system/logger.js'
import { limitConnections } from './connections.js'
import { limitBodyTime } from './middleware/body-time.js'
import { LOOPBACK } from './middleware/peer.js'
import { isOnSocket, rememberConnections, removeStale } from './unix-socket.js'

const FLAGS = {
  port: '--port',
  sitesPort: '--sites-port',
  httpPort: '--http-port',
  httpsPort: '--https-port',
} as const

type Port = keyof typeof FLAGS

/** The certificate for a host name, as a client has sent it; null for none. */
export type ContextFor = (hostname: string) => Promise<SecureContext | null>

/**
 * Longer than proxies keep an idle connection (nginx: 60 s): if we closed it first, a proxy could be sending its next
 * request at that moment.
 */
export const IDLE_MS = 65_000

interface Listening {
  readonly config: Config
  readonly logger: Logger
  /** With it, the port speaks TLS. */
  readonly contextFor?: ContextFor
  /** Number of a socket that is open already. */
  readonly given?: number | undefined
}

/** @throws GalleyError `unavailable` that says what to do */
export async function listen(
  setting: Port,
  { config, logger, contextFor, given }: Listening,
): Promise<Server> {
  const options = optionsOf(config)
  const server = contextFor
    ? createSecureServer({ ...options, ...secured(contextFor, config) })
    : createServer(options)
  rememberConnections(server)
  limitServer(server, { config, logger })
  const place = placeOf(setting, config)
  const { host, port, path } = place
  if (given === undefined && path !== '') await removeStale(path)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, place)))
    if (given !== undefined) server.listen({ fd: given }, resolve)
    else if (path !== '') server.listen({ path }, resolve)
    // Without an address, on all: of IPv6, if there are any, and of IPv4.
    else server.listen({ port, ...(host !== '' && { host }) }, resolve)
  })
  if (given !== undefined) requirePath(server, place)
  else if (path !== '') await chmod(path, parseInt(config.socketMode, 8))
  return server
}

function optionsOf({ headerSeconds }: Config): ServerOptions {
  return {
    // Checked by our own middleware, so that the error looks like all others.
    requireHostHeader: false,
    headersTimeout: headerSeconds * 1000,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: 5000,
    requestTimeout: 0,
  }
}

function limitServer(server: Server, { config, logger }: Listening): void {
  limitBodyTime(server, config.headerSeconds + config.bodySeconds)
  const sharedAddresses = [...LOOPBACK, ...config.trustedProxies]
  limitConnections(server, { ...config, sharedAddresses }, logger)
}

/** A server that listens nowhere, with the limits of one that does: for connections within this process. */
export function serverWithin(parts: Pick<Listening, 'config' | 'logger'>): Server {
  const server = createServer(optionsOf(parts.config))
  limitServer(server, parts)
  return server
}

function placeOf(setting: Port, config: Config): Place {
  const isPublic = setting === 'httpPort' || setting === 'httpsPort'
  return {
    host: isPublic ? config.httpsHost : config.host,
    port: config[setting],
    path: isPublic ? '' : config[setting === 'port' ? 'socket' : 'sitesSocket'],
    flag: FLAGS[setting],
  }
}

/** Commands find the server by it, and nobody tells the path of a socket that is open already. */
function requirePath(server: Server, { path, flag }: Place): void {
  if (!isOnSocket(server) || path !== '') return
  server.close()
  const socket = flag.replace('port', 'socket')
  const message = `systemd has opened a Unix socket for this server: set ${socket} to its path, too.`
  throw new GalleyError('unavailable', message)
}

function secured(contextFor: ContextFor, { headerSeconds }: Config): TlsOptions {
  return {
    handshakeTimeout: headerSeconds * 1000,
    ALPNProtocols: ['h2', 'http/1.1'],
    // Without a certificate, the client is told so (`handshake_failure`).
    SNICallback: callbackify(async (hostname: string) => (await contextFor(hostname)) ?? undefined),
  }
}

/** The address of a server that listens. */
export function urlOf(server: Server, { host, path }: Pick<Place, 'host' | 'path'>): string {
  if (isOnSocket(server)) return `unix:${path}`
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return `http://${hostInUrl(host)}:${port}`
}

interface Place {
  readonly host: string
  readonly port: number
  /** Of a Unix socket; empty for a port. */
  readonly path: string
  /** The flag for the port: `--port`. */
  readonly flag: string
}

/** Returns the error unchanged if there is no better explanation. */
export function listenFailure(error: Error, place: Place): Error {
  const advice = adviceFor(error, place)
  return advice === null
    ? error
    : new GalleyError('unavailable', `${advice} (${error.message})`, { cause: error })
}

function adviceFor(error: Error, place: Place): string | null {
  const { host, port, flag } = place
  if (place.path !== '') return socketAdvice(error, place)
  if (hasCode(error, 'EADDRINUSE'))
    return `Port ${port} is taken by another program, perhaps another Galley: stop it, or choose another port with ${flag}.`
  if (hasCode(error, 'EACCES'))
    return `This user may not listen on port ${port}: choose a port above 1023 with ${flag}, and let a reverse proxy forward to it, or give it CAP_NET_BIND_SERVICE.`
  if (hasCode(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return `This machine does not have the address ${host}: set one that it has with --host.`
  return null
}

function socketAdvice(error: Error, { path, flag }: Place): string | null {
  const socket = flag.replace('port', 'socket')
  if (hasCode(error, 'EADDRINUSE'))
    return `${path} is there already, and another program answers on it, or it is no socket: choose another path with ${socket}.`
  // Node says EACCES for a folder that is missing, too.
  if (hasCode(error, 'ENOENT', 'EACCES') && isMissing(dirname(path)))
    return `The folder of the socket ${path} is missing: make it, or choose another path with ${socket}.`
  if (hasCode(error, 'EACCES', 'EPERM'))
    return `This user may not make the socket ${path}: give it the folder, or choose another path with ${socket}.`
  return null
}

function isMissing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}
