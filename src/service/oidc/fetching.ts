/**
 * How the provider is fetched from: with limits on time and size, no redirects, and in the clear only from the provider's own
 * address. The operator chose the provider, so its host may have a private address; other hosts that it names may not.
 */

import type { CustomFetch } from 'openid-client'
import { asDeployError, DeployError } from '../../deploy/network/deploy-error.js'
import { guardedFetch } from '../../deploy/network/http-client.js'

/** Milliseconds for one answer in all. */
const MAX_MS = 10_000
/** Of one answer: a document, a set of keys, or claims. */
const MAX_BYTES = 1024 * 1024

/**
 * @param issuer URL of the provider
 * @param allow addresses and networks that outgoing connections may reach besides public ones
 */
export function createFetching(issuer: string, allow: readonly string[]): CustomFetch {
  const { origin, hostname } = new URL(issuer)
  const host = hostname.replace(/^\[|\]$/g, '')
  const outgoing = { rules: { allow: [...allow, host] }, timeout: MAX_MS }
  return async (url, { method, headers, body }) => {
    const to = new URL(url)
    if (to.protocol !== 'https:' && to.origin !== origin) {
      throw new DeployError('address_refused', 'the provider names an address without https')
    }
    const text = body instanceof URLSearchParams ? body.toString() : null
    const request = { method, url, headers, ...(text !== null && { body: Buffer.from(text) }) }
    try {
      const answer = await guardedFetch(outgoing, {
        ...request,
        signal: AbortSignal.timeout(MAX_MS),
      })
      const bytes = await answer.bytes(MAX_BYTES, { silences: 1 })
      const content = bytes.length === 0 ? null : new Uint8Array(bytes)
      return new Response(content, { status: answer.status, headers: { ...answer.headers } })
    } catch (error) {
      throw asDeployError(error)
    }
  }
}
