/** Operations of the API as tools use them: their answers as values, with the cursor of a list. */

import { Readable } from 'node:stream'
import type { Performer, Reply } from '../route.js'

/** A call for a tool. It is the only way in which tools reach a site. */
export type Ask = Performer['run']

/** The same, in a change set. */
export function askingIn(changeSet: string, ask: Ask): Ask {
  return (operation, call) =>
    ask(operation, { ...call, query: { ...call.query, change_set: changeSet } })
}

/** The JSON value of an answer. */
export function valueOf({ body }: Reply): unknown {
  if (typeof body === 'string') return JSON.parse(body)
  return body instanceof Uint8Array ? JSON.parse(Buffer.from(body).toString()) : body
}

/** The rows of a list. */
export function rowsOf(reply: Reply): unknown[] {
  const value = valueOf(reply)
  return Array.isArray(value) ? value : []
}

/** The bytes of an answer. */
export async function bytesOf({ body }: Reply): Promise<Buffer> {
  if (!(body instanceof Readable)) return Buffer.from(String(body))
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

/** Where the next part of a list begins; null at its end. */
export function nextOf({ headers }: Reply): string | null {
  return /[?&]after=([^&>]+)>; rel="next"/.exec(headers?.['Link'] ?? '')?.[1] ?? null
}
