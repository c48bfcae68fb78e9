/**
 * HTTPS without a proxy: a port that speaks TLS for the API and the built-in host, told apart by host name, and a port that
 * answers the certificate authority and leads everybody else there.
 *
 * A client that speaks HTTP/2 gets it (`http2/sessions.ts`).
 *
 * @see src/cli/README.md (HTTPS without a proxy)
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Config } from '../config.js'
import { isHostName } from '../model/host-name.js'
import type { NewId } from '../model/ids.js'
import type { Logger } from '../system/logger.js'
import { answerWith, drain, UNREAD_MS, type Answering } from './answering.js'
import { sendText } from './hosting/exchange.js'
import { readTarget } from './hosting/target.js'
import { createSessions, type Sessions } from './http2/sessions.js'
import { IDLE_MS, listen, serverWithin, type ContextFor } from './listen.js'
import { answerMalformed } from './malformed-requests.js'
import { hasHost } from './middleware/request-target.js'

interface SecureParts {
  readonly config: Config
  readonly logger: Logger
  readonly newId: NewId
  /** Answers what comes to the host name of the API, */
  readonly api: Answering
  /** and to all others. */
  readonly sites: Answering
  readonly certificates: {
    readonly contextFor: ContextFor
    /** The answer to a token of the authority; null for none. */
    readonly answerTo: (token: string) => string | null
  }
}

/** Two ports that are open. */
export interface SecurePorts {
  /** Waits for all running requests, also for those whose client has gone. */
  answered(): Promise<unknown>
  /** Closes the ports, and after `maxMs` milliseconds what is still connected. */
  close(maxMs: number): Promise<void>
}

/** @throws GalleyError `unavailable` for a port that can't be used */
export async function openSecure(parts: SecureParts): Promise<SecurePorts> {
  const { certificates, api, sites, config } = parts
  const plain = await listen('httpPort', parts)
  try {
    const { contextFor } = certificates
    const secure = await listen('httpsPort', { ...parts, contextFor })
    answerMalformed(secure, parts.newId)
    const connected = connectionsOf(secure)
    const apiHost = new URL(config.publicUrl).hostname
    const answering = (request: IncomingMessage) =>
      readTarget(request)?.hostname === apiHost ? api : sites
    const both: Answering = {
      listener: (request, response) => answering(request).listener(request, response),
      askerOf: (request) => answering(request).askerOf(request),
    }
    const plainly = { listener: leadTo(parts), askerOf: sites.askerOf }
    const within = serverWithin(parts)
    answerMalformed(within, parts.newId)
    const sessions = speakHttp2(secure, { within, headerMs: config.headerSeconds * 1000 })
    const answered = [
      answerWith(secure, both),
      answerWith(within, both),
      answerWith(plain, plainly),
    ]
    return {
      answered: () => Promise.all(answered.map((wait) => wait())),
      close: async (maxMs) => {
        // Those that are still in their handshake are unknown to `drain`, and those of HTTP/2.
        const end = () => connected.forEach((socket) => socket.destroy())
        const timer = setTimeout(end, maxMs)
        sessions.close()
        await Promise.all([drain(plain, maxMs), drain(secure, maxMs)])
        clearTimeout(timer)
      },
    }
  } catch (error) {
    plain.close()
    throw error
  }
}

interface Speaking {
  /** Answers the requests of HTTP/2. */
  readonly within: Server
  readonly headerMs: number
}

/** Speaks HTTP/2 on connections of the port whose client prefers it. */
function speakHttp2(secure: Server, { within, headerMs }: Speaking): Sessions {
  const sessions = createSessions(within, { headerMs, idleMs: IDLE_MS, lastMs: UNREAD_MS })
  // Node's own, for HTTP/1.1.
  const others = secure.listeners('secureConnection')
  secure.removeAllListeners('secureConnection')
  secure.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') sessions.accept(socket)
    else for (const accept of others) accept.call(secure, socket)
  })
  return sessions
}

function connectionsOf(server: Server): ReadonlySet<Socket> {
  const connected = new Set<Socket>()
  server.on('connection', (socket) => {
    connected.add(socket)
    socket.once('close', () => connected.delete(socket))
  })
  return connected
}

/** Browsers would keep it for ever, also where the operator does not go on with HTTPS. */
const BRIEFLY = ['Cache-Control', 'max-age=3600']
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,200})$/

/** Answers the authority, and redirects everybody else: method and body are sent again (308). */
function leadTo({ certificates, config }: SecureParts): Answering['listener'] {
  const { publicUrl, sitesUrl } = config
  const ofApi = new URL(publicUrl)
  const ofSites = new URL(sitesUrl)
  return async (request, response) => {
    const exchange = { request, response }
    // Bodies are not used here. If Node itself dropped one, it would be read without pauses.
    request.resume()
    const target = readTarget(request)
    if (!target || !hasHost(request) || !isHostName(target.hostname)) {
      return sendText(exchange, { status: 400, headers: [] }, 'The address is malformed.')
    }
    const [, token] = CHALLENGE.exec(target.path) ?? []
    if (token !== undefined) {
      const answer = certificates.answerTo(token)
      const status = answer === null ? 404 : 200
      return sendText(exchange, { status, headers: [] }, answer ?? 'Nobody asks for this.')
    }
    const { hostname } = target
    const { port } = hostname === ofApi.hostname ? ofApi : ofSites
    const to = `https://${hostname}${port === '' ? '' : `:${port}`}${target.path}${target.search}`
    return sendText(exchange, { status: 308, headers: ['Location', to, ...BRIEFLY] }, '')
  }
}
