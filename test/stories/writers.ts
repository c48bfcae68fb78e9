/** Writes documents against a server, as fast as it answers, and remembers what was acknowledged. */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { GalleyProcess } from './galley-process.js'

/** One document: what was acknowledged last, and when (milliseconds of the monotonic clock). */
export interface Acknowledged {
  readonly id: string
  readonly body: string
  readonly at: number
}

export interface Writers {
  /** By id. */
  readonly acknowledged: ReadonlyMap<string, readonly Acknowledged[]>
  /** Bodies by id that were sent and not answered. */
  readonly maybe: ReadonlyMap<string, string>
  /** Statuses that were neither 2xx nor 503. */
  readonly odd: readonly number[]
  /** Resolves when so many writes more were acknowledged, or no writer goes on. */
  more(writes: number): Promise<void>
  stop(): Promise<void>
}

export interface Target {
  readonly server: GalleyProcess
  readonly authorization: string
  readonly siteId: string
}

/** Each writer makes a document and goes on changing it; it ends when the server is gone. */
export function startWriters(target: Target, count: number, name: string): Writers {
  const acknowledged = new Map<string, Acknowledged[]>()
  const maybe = new Map<string, string>()
  const odd: number[] = []
  let isOver = false
  let writes = 0
  const write = async (writer: number): Promise<void> => {
    let id: string | null = null
    for (let number = 0; !isOver; number += 1) {
      const body = `${name}, writer ${writer}, write ${number}.\n`
      const title = `${name} ${writer}`
      const made = `/v2/sites/${target.siteId}/collections/posts/documents`
      const url = id === null ? made : `/v2/documents/${id}`
      if (id !== null) maybe.set(id, body)
      const answer: Answer | null = await call(target, `${id === null ? 'POST' : 'PUT'} ${url}`, {
        title,
        body,
      })
      if (answer === null) return
      if (answer.status >= 300) {
        if (answer.status !== 503) odd.push(answer.status)
        return
      }
      const { id: named } = answer.json
      if (typeof named !== 'string') throw new Error('an answer without an id')
      id = named
      maybe.delete(id)
      const known = acknowledged.get(id) ?? []
      known.push({ id, body, at: performance.now() })
      writes += 1
      acknowledged.set(id, known)
    }
  }
  const running = Array.from({ length: count }, (_, writer) => write(writer))
  let isThrough = false
  const ended = Promise.all(running).finally(() => (isThrough = true))
  ended.catch(() => undefined)
  return {
    acknowledged,
    maybe,
    odd,
    more: async (wanted) => {
      const enough = writes + wanted
      while (writes < enough && !isThrough) await sleep(5)
    },
    stop: async () => {
      isOver = true
      await ended
    },
  }
}

interface Answer {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

/** `METHOD /path`; null when the server is gone. */
export async function call(
  { server, authorization }: Omit<Target, 'siteId'>,
  request: string,
  body?: unknown,
): Promise<Answer | null> {
  const [method = '', url = ''] = request.split(' ')
  try {
    const response = await fetch(`${server.url}${url}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json: Record<string, unknown> = await response.json()
    return { status: response.status, json }
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

/** Every document has what was acknowledged last, or what was sent after it. */
export async function expectKept(
  access: Omit<Target, 'siteId'>,
  writers: Writers,
  since = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (const [id, known] of writers.acknowledged) {
    const before = known.filter(({ at }) => at <= since)
    const last = before.at(-1)
    if (!last) continue
    const later = known.slice(before.length).map(({ body }) => body)
    const answer = await call(access, `GET /v2/documents/${id}`)
    expect(answer?.status, id).to.equal(200)
    expect([last.body, ...later, writers.maybe.get(id)]).to.include(answer?.json['body'])
  }
}
