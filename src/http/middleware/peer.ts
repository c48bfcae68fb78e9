/** Finds the client address of a request. `X-Forwarded-For` counts only if it comes from a configured proxy. */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import type { Middleware } from 'koa'
import { isOverSocket } from '../unix-socket.js'
import type { Logger } from '../../system/logger.js'

export interface PeerOptions {
  /** Addresses and networks of reverse proxies. */
  readonly trustedProxies: readonly string[]
  /** Addresses and networks that may read metrics without credentials. */
  readonly metricsAddresses: readonly string[]
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Makes a function that finds the client address of a request.
 *
 * Each proxy appends the address that it was called from, so the client is the last address that is not a proxy; a
 * client could have invented the ones before it.
 */
export function clientAddress({
  trustedProxies,
}: Pick<PeerOptions, 'trustedProxies'>): (request: IncomingMessage) => string {
  const isTrusted = matcher(trustedProxies)
  return (request) => {
    const forwarded = addresses(forwardedFor(request))
    const direct = addressOf(request.socket)
    if (forwarded.length === 0) return direct
    return clientOf(isOverSocket(request.socket) ? forwarded : [...forwarded, direct], isTrusted)
  }
}

/**
 * Sets `ctx.state.address`, and `ctx.state.isOperator` (true if the address may read metrics).
 *
 * Proxies often run on loopback. So a request from loopback counts as the operator's only if no header mentions a
 * proxy, and if it was sent to a loopback name.
 */
export function peer({ trustedProxies, metricsAddresses, logger }: PeerOptions): Middleware {
  const warnOf = warnOfProxies(logger)
  const clientOfRequest = clientAddress({ trustedProxies })
  const isTrusted = matcher(trustedProxies)
  const isListed = matcher(metricsAddresses)
  return (ctx, next) => {
    const address = clientOfRequest(ctx.req)
    const direct = addressOf(ctx.req.socket)
    const isProxy = isTrusted(direct)
    const isForwarded = forwardedFor(ctx.req) !== ''
    if (isForwarded && !isProxy && !isOverSocket(ctx.req.socket)) warnOf(direct)
    const isDirect = !isForwarded && ctx.get('Forwarded') === '' && !isProxy
    ctx.state['address'] = address
    // A getter, because few requests need it.
    ctx.state['isOperator'] = () =>
      isListed(address) && (!isLoopback(address) || (isDirect && isLoopbackName(ctx.hostname)))
    return next()
  }
}

/** Addresses that the log names; anybody can send the header. */
const MAX_WARNINGS = 10

const UNTRUSTED =
  'requests with X-Forwarded-For come from an address that is not in trusted_proxies; if it is your reverse proxy, ' +
  'list it there: until then all its clients count as one address, and share the limits on requests and failed logins'

/** Makes a function that warns once of each address. */
function warnOfProxies(logger: Pick<Logger, 'warn'>): (address: string) => void {
  const known = new Set<string>()
  return (address) => {
    if (known.size >= MAX_WARNINGS || known.has(address)) return
    known.add(address)
    logger.warn({ address }, UNTRUSTED)
  }
}

/** The address at the other end of a connection. */
export function addressOf(socket: Socket): string {
  return isOverSocket(socket) ? '127.0.0.1' : plainAddress(socket.remoteAddress ?? '')
}

function forwardedFor({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for'] ?? '')
}

/** This machine, on which a proxy may run. */
export const LOOPBACK = ['127.0.0.0/8', '::1']
const isLoopback = matcher(LOOPBACK)

/** @param name host of a URL, an IPv6 address in brackets */
function isLoopbackName(name: string): boolean {
  return /^localhost\.?$/i.test(name) || isLoopback(name.replace(/^\[|\]$/g, ''))
}

/** Converts an IPv4 address in IPv6 form (of an IPv6 socket) to IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function addresses(forwarded: string): string[] {
  if (forwarded === '') return []
  const parts = forwarded.split(',').map((part) => plainAddress(part.trim()))
  return parts.filter((part) => part !== '')
}

/** @param chain addresses from the client to the last proxy */
function clientOf(chain: readonly string[], isTrusted: (address: string) => boolean): string {
  return chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? ''
}

/** Makes a function that tests whether an address is in a list of addresses and networks. */
export function matcher(rules: readonly string[]): (address: string) => boolean {
  if (rules.length === 0) return () => false
  const list = new BlockList()
  for (const rule of rules) {
    const [network = '', bits] = rule.split('/')
    const family = familyOf(network)
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
