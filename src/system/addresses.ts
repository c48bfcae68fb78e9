/** IP addresses: for limits that count by address, and in URLs. */

import { isIPv6 } from 'node:net'

/**
 * The /64 network of an IPv6 address, because a host can have all addresses in it (RFC 4291, 2.5.4). IPv4 stays, also if
 * it is written as an IPv6 address (`::ffff:192.0.2.1`), and so does any other text.
 */
export function networkOf(address: string): string {
  // Every request comes by, and the test for an address of IPv6 is a long pattern.
  if (!address.includes(':') || !isIPv6(address)) return address
  const all = groupsOf(address)
  const isIpv4 = all[5] === 0xffff && all.slice(0, 5).every((group) => group === 0)
  if (isIpv4) return all.slice(6).flatMap(bytesOf).join('.')
  return all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** A host as a URL has it: an address of IPv6 in brackets (RFC 3986, 3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** The eight groups of 16 bits. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%', 1)
  const [head = '', tail] = text.split('::')
  const [front, back] = [numbersOf(head), numbersOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<number>(zeros).fill(0), ...back]
}

/** @param text groups; the last two may be written as an IPv4 address */
function numbersOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return parseInt(group, 16)
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 255]
}
