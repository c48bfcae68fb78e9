/** Which addresses outgoing connections may go to: public ones, and what the operator allows besides. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DeployError } from './deploy-error.js'
import { cleanText } from './remote-text.js'

/**
 * Addresses that the public ranges hold and that still are a machine's own surroundings: the
 * metadata and health service that one large cloud answers on from every machine.
 */
const SPECIAL_HOSTS = new Set(['168.63.129.16'])

const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

/**
 * Whether an address is of the public internet: not loopback, private, link-local, unique local,
 * shared (CGNAT), multicast, reserved, metadata, nor a form of IPv6 that carries such an IPv4
 * address (mapped, compatible, NAT64) or tunnels (6to4, Teredo).
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

/** Whom the operator lets the server talk to beyond the public internet, and whom not at all. */
export interface AddressRules {
  /** Addresses, CIDR ranges and host names (exactly) that are allowed besides public ones. */
  readonly allow: readonly string[]
  /** Addresses and CIDR ranges refused though public, such as those the server listens on. */
  readonly deny?: readonly string[]
}

/** Whether rules allow a connection to this address, reached under this name. */
export function isAllowed(rules: AddressRules, host: string, address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === null) return false
  if (rules.allow.some((rule) => matches(rule, host, parsed))) return true
  return isPublicAddress(address) && !rules.deny?.some((rule) => matches(rule, '', parsed))
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
 * The error for a host, which is a name or an address. Where a name of the operator's network leads is
 * told to nobody: who may set up a target may not be somebody who knows that network.
 */
export function refuse(host: string): DeployError {
  const what = isIP(host) === 0 ? `${cleanText(host)}, by its address,` : `the address ${host}`
  return new DeployError(
    'address_refused',
    `${what} is not one that this server may connect to; its operator can allow it`,
  )
}
