/**
 * Opens all outgoing connections. A host name is resolved once, each address is checked, and the connection goes to
 * exactly that address; so a name server that answers differently the second time (DNS rebinding) gains nothing.
 * Adapters must get sockets, lookups and HTTP requests from here. Redirects are never followed.
 *
 * @see src/deploy/README.md
 */
import type { LookupAddress } from 'node:dns'
import { lookup as resolveHost } from 'node:dns/promises'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { type AddressRules, isAllowed, refuse } from './addresses.js'
import { cancelled, DeployError } from './deploy-error.js'
import { quoteName } from './remote-text.js'

/** Resolves a host name to all its addresses. */
type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** Rules and limits for every outgoing connection. */
export interface Outgoing {
  readonly rules: AddressRules
  /** Milliseconds without data after which a connection is given up. */
  readonly timeout: number
  /** Certificates (PEM) that are trusted besides those of the system. */
  readonly ca?: string
  /** Uses the system's resolver if left out. */
  readonly resolve?: Resolve
}

const systemResolve: Resolve = (host) => resolveHost(host, { all: true })

/**
 * The allowed addresses of a host, at least one.
 *
 * @throws DeployError `address_refused` if the host has addresses but none is allowed; `host_not_found`
 */
export async function resolveAllowed(
  outgoing: Outgoing,
  host: string,
): Promise<readonly LookupAddress[]> {
  const addresses = await addressesOf(outgoing, host)
  const allowed = addresses.filter(({ address }) => isAllowed(outgoing.rules, host, address))
  const [first] = addresses
  if (first === undefined)
    throw new DeployError('host_not_found', `${quoteName(host)} has no address`)
  if (allowed.length === 0) throw refuse(host)
  return allowed
}

async function addressesOf(outgoing: Outgoing, host: string): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family }]
  if (host === '' || /[\u0000-\u0020/\\]/.test(host)) {
    throw new DeployError('host_not_found', `${quoteName(host)} is not a host name`)
  }
  return (outgoing.resolve ?? systemResolve)(host)
}

/**
 * A `lookup` function for `net`, `tls` and `http`. Node does not call it for literal addresses: check those
 * separately.
 */
export function guardedLookup(outgoing: Outgoing): LookupFunction {
  return (host, options, callback) => {
    const answer = async () => {
      let addresses: readonly LookupAddress[]
      try {
        addresses = await resolveAllowed(outgoing, host)
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)), [])
        return
      }
      if (options.all === true) callback(null, [...addresses])
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    }
    void answer()
  }
}

/** Where to connect to. */
interface Target {
  readonly host: string
  readonly port: number
  readonly signal: AbortSignal
}

/**
 * Opens a TCP connection to an allowed address.
 *
 * @throws DeployError, or the error of the system if nobody answers
 */
export async function connectGuarded(outgoing: Outgoing, target: Target): Promise<Socket> {
  const { host, port, signal } = target
  const addresses = await resolveAllowed(outgoing, host)
  if (signal.aborted) throw cancelled()
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all === true) callback(null, [...addresses])
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
  const socket = connect({ host, port, lookup })
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      socket.destroy()
      signal.removeEventListener('abort', abort)
      reject(error)
    }
    const abort = () => fail(cancelled())
    socket.setTimeout(outgoing.timeout, () =>
      fail(new DeployError('timed_out', 'the server did not answer in time', { transient: true })),
    )
    socket.once('error', fail)
    signal.addEventListener('abort', abort, { once: true })
    socket.once('connect', () => {
      socket.setTimeout(0)
      socket.setNoDelay(true)
      socket.removeListener('error', fail)
      // The user of the socket adds listeners later; an error before that must not end the process.
      socket.on('error', () => undefined)
      signal.removeEventListener('abort', abort)
      resolve(socket)
    })
  })
}
