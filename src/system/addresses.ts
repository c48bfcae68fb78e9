/** IP addresses, for limits that count by address. */

import { isIPv6 } from 'node:net'

/** The /64 network of an IPv6 address, because a host can have all addresses in it (RFC 4291, 2.5.4). IPv4 stays. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0')
  const all = [...front, ...zeros, ...back].slice(0, 4)
  return all.map((group) => parseInt(group, 16).toString(16)).join(':')
}
