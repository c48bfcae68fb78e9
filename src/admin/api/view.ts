/**
 * Which change set this page shows. It is in the address (`?change_set=ID`), so reloading, a link that is sent and a
 * second tab show the same; and it holds from the load of the page until that is left. So no request, cache or draft of
 * one view can get into another: the router loads the page anew where the view changes.
 */

import { BASE } from './base.js'

/** The change set that an address shows; null for the site itself. */
export function setOfAddress(address: string): string | null {
  const { pathname, searchParams } = new URL(address, location.href)
  return pathname.startsWith(`${BASE}/sites/`) ? searchParams.get('change_set') || null : null
}

/** The change set that this page shows; null for the site itself. */
export const SET: string | null = 'location' in globalThis ? setOfAddress(location.href) : null

const siteOf = (path: string) => path.slice(BASE.length).split(/[/?#]/)[2]

/** The address of a screen: below the site of this page, it shows the same change set, unless it names one itself. */
export function inView(address: string): string {
  if (SET === null || siteOf(address) !== siteOf(location.pathname)) return address
  if (/[?&]change_set=/.test(address)) return address
  return `${address}${address.includes('?') ? '&' : '?'}change_set=${encodeURIComponent(SET)}`
}
