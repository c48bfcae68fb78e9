/** The address that a request comes from. `X-Forwarded-For` is believed only from listed proxies. */

import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Middleware } from 'koa'

export interface PeerOptions {
  /** Addresses and networks of reverse proxies. */
  readonly trustedProxies: readonly string[]
  /** Addresses and networks that are asked for no credentials where operators look. */
  readonly metricsAddresses: readonly string[]
}

/**
 * Sets `ctx.state.address`, and `ctx.state.isOperator`, which says whether it is one of operators.
 *
 * Each proxy appends whom it was asked by, so the client is the last one that is not a proxy itself;
 * what stands before could be the client's invention. On loopback stands everybody's proxy: there it is
 * an operator only who has come by none, as far as headers tell, and asked for this very machine.
 */
export function peer({ trustedProxies, metricsAddresses }: PeerOptions): Middleware {
  const isTrusted = matcher(trustedProxies)
  const isListed = matcher(metricsAddresses)
  return (ctx, next) => {
    const direct = plainAddress(ctx.req.socket.remoteAddress ?? '')
    const forwarded = ctx.get('X-Forwarded-For')
    const address = clientOf([...addresses(forwarded), direct], isTrusted)
    const isDirect = forwarded === '' && ctx.get('Forwarded') === '' && !isTrusted(direct)
    ctx.state['address'] = address
    // Few requests want to know.
    ctx.state['isOperator'] = () =>
      isListed(address) && (!isLoopback(address) || (isDirect && isLoopbackName(ctx.hostname)))
    return next()
  }
}

/** This machine itself, where everybody's proxy may stand. */
export const LOOPBACK = ['127.0.0.0/8', '::1']
const isLoopback = matcher(LOOPBACK)

/** @param name host of a URL, an IPv6 address in brackets */
function isLoopbackName(name: string): boolean {
  return /^localhost\.?$/i.test(name) || isLoopback(name.replace(/^\[|\]$/g, ''))
}

/** An IPv4 address that came to an IPv6 socket is written as IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function addresses(forwarded: string): string[] {
  const parts = forwarded.split(',').map((part) => plainAddress(part.trim()))
  return parts.filter((part) => part !== '')
}

/** @param chain who asked whom, the client first, whoever asked us last */
function clientOf(chain: readonly string[], isTrusted: (address: string) => boolean): string {
  return chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? ''
}

/** Whether an address is one of a list of addresses and networks. */
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
