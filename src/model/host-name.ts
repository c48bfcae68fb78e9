/** Names of hosts on the internet. */

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/

/** True for a name in lower case and ASCII (RFC 1123 §2.1), without a dot at its end. IP addresses are none. */
export function isHostName(name: string): boolean {
  const isName = name.length <= 253 && name.split('.').every((label) => LABEL.test(label))
  return isName && !/^[\d.]+$/.test(name)
}
