/** Where the server is: the page says below which path of its host. */

const meta =
  'document' in globalThis ? document.querySelector<HTMLMetaElement>('meta[name="base"]') : null

/** Path of the server, without a slash at its end: `/cms`; empty for the root of the host. */
export const SERVER = meta?.content ?? ''

/** Path of the admin, without a slash at its end. */
export const BASE = `${SERVER}/admin`
