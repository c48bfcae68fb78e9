/** Decides which addresses the server may connect to: public ones, and those that the operator allows. */

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { DeployError } from './deploy-error.js'
import { cleanText } from './remote-text.js'

/** Addresses in public ranges that are local all the same: one large cloud serves metadata to its machines there. */
const SPECIAL_HOSTS = new Set(['168.63.129.16'])

const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/**
 * True for addresses of the public internet: not loopback, private, link-local, unique local, shared (CGNAT),
 * multicast, reserved or metadata, nor an IPv6 form that contains such an IPv4 address (mapped, compatible, NAT64) or
 * is a tunnel (6to4, Teredo).
 *
 * @param address an IPv4 or IPv6 address in any notation; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === null || SPECIAL_HOSTS.has(parsed.toString())) return false
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.match(nat64)) return isPublicAddress(lastFourBytes(parsed))
  const isCompatible = parsed.parts.slice(0, 6).every((part) => part === 0)
  return parsed.range() === 'unicast' && !isCompatible
}

/** The binary address, with IPv4 inside IPv6 (`::ffff:…`) unwrapped; null for no address. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(address) ? ipaddr.process(address) : null
}

function lastFourBytes(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join('.')
}

/** The operator's rules, on top of the rule for public addresses. */
export interface AddressRules {
  /** Addresses, CIDR ranges and exact host names that are allowed although they are not public. */
  readonly allow: readonly string[]
  /**
   * The server's own addresses, which are refused although they are public: a connection to them does not pass the
   * firewall in front of it. Those of its network interfaces if left out.
   */
  readonly own?: () => readonly string[]
}

/** True if a connection to this address, found under this host name, is allowed. */
export function isAllowed(rules: AddressRules, host: string, address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === null) return false
  if (rules.allow.some((rule) => matches(rule, host, parsed))) return true
  const own = rules.own ?? interfaceAddresses
  return isPublicAddress(address) && !own().some((one) => matches(one, '', parsed))
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((some) =>
    (some ?? []).map((one) => one.address),
  )
}

function matches(rule: string, host: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ipaddr.isValidCIDR(rule)) {
    const [range, bits] = ipaddr.parseCIDR(rule)
    return range.kind() === address.kind() && address.match(range, bits)
  }
  const single = parseAddress(rule)
  if (single !== null) return single.toString() === address.toString()
  return rule.toLowerCase() === host.toLowerCase()
}

/**
 * The error for a refused host name or address. It does not say which address the name has: a user who may set up a
 * target need not know the operator's network.
 */
export function refuse(host: string): DeployError {
  const what = isIP(host) === 0 ? `${cleanText(host)}, by its address,` : `the address ${host}`
  return new DeployError(
    'address_refused',
    `${what} is not one that this server may connect to; its operator can allow it`,
  )
}
