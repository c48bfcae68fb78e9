/** Internet addresses as whoever counts by them sees them. */

import { isIPv6 } from 'node:net'

/** Who has one address of IPv6 has 2^64 of them: of those the network (RFC 4291, section 2.5.4). */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill('0')
  const all = [...front, ...zeros, ...back].slice(0, 4)
  return all.map((group) => parseInt(group, 16).toString(16)).join(':')
}
