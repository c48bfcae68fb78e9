/**
 * Secrets and signatures of webhooks, as Standard Webhooks has them: HMAC-SHA256 over `id.timestamp.body`, in base64.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** What is signed. */
interface Signed {
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a request, signed with each of the secrets. */
export function signedHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const { id, timestamp, body } = signed
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Galley',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
