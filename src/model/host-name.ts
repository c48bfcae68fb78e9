/** Names of hosts on the internet. */

import { domainToASCII } from 'node:url'

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/

/** True for a name in lower case and ASCII (RFC 1123 §2.1), without a dot at its end. IP addresses are none. */
export function isHostName(name: string): boolean {
  const isName = name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
  return isName && !/^[\d.]+$/.test(name)
}

/** With the dots of Chinese and Japanese, which separate labels too. */
const IN_LETTERS = /^[\p{L}\p{M}\p{N}\p{Join_Control}._。．｡-]+$/u

/**
 * A name as sites and servers have it: in lower case, and other letters than ASCII as Punycode: `Bücher.example` is
 * `xn--bcher-kva.example` (UTS 46). What is no name stays none.
 */
export function toHostName(text: string): string {
  // The conversion leaves out what follows `/`, and decodes `%41`.
  return IN_LETTERS.test(text) ? domainToASCII(text) : text.toLowerCase()
}
