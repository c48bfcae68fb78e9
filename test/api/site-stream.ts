/** Follows a site as a browser does, event by event. */

import { expect } from 'chai'
import { readEvents } from '../../src/client/event-stream.js'
import { eventSchemas } from '../../src/http/wire/event.js'
import { basic } from './client.js'
import type { Api, Person } from './server.js'

export interface Told {
  readonly id: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One open stream. */
export interface SiteStream {
  readonly status: number
  /** The next event; what comes before one of a name, where that is given, is passed over. */
  next(name?: string): Promise<Told>
  /** Everything up to the end that the server makes. */
  rest(): Promise<Told[]>
  close(): void
}

export async function followSite(
  api: Pick<Api, 'server' | 'root'>,
  siteId: string,
  { as = api.root, place }: { as?: Person; place?: string } = {},
): Promise<SiteStream> {
  const controller = new AbortController()
  const response = await fetch(`${api.server.url}/v2/sites/${siteId}/events`, {
    headers: {
      Authorization: basic(as),
      ...(place !== undefined && { 'Last-Event-ID': place }),
    },
    signal: controller.signal,
  })
  const events = readEvents(response.body)
  const one = async (): Promise<Told | null> => {
    const { value } = await events.next()
    if (!value) return null
    const data = JSON.parse(value.data)
    const schema = Object.entries(eventSchemas).find(([name]) => name === value.event)?.[1]
    expect(schema?.strict().safeParse(data).error?.message, value.data).to.equal(undefined)
    expect(schema, value.event).not.to.equal(undefined)
    return { ...value, data }
  }
  return {
    // Keeps the response: Node ends the body of one that was collected as garbage before somebody began to read it.
    get status() {
      return response.status
    },
    async next(name) {
      for (;;) {
        const event = await one()
        if (!event) throw new Error(`the stream ended before ${name ?? 'an event'}`)
        if (name === undefined || event.event === name) return event
      }
    },
    async rest() {
      const all: Told[] = []
      for (let event = await one(); event; event = await one()) all.push(event)
      return all
    },
    close: () => controller.abort(),
  }
}
