/** Events of jobs, as their streams tell them. */

import { expect } from 'chai'
import type { Api } from './server.js'

export interface Event {
  readonly id: string
  readonly event: string
  readonly data: { status: string; message: string; updated_at?: string }
}

/** Events of a stream, in their order. */
export function parseEvents(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const colon = line.indexOf(': ')
          return [line.slice(0, colon), line.slice(colon + 2)] as const
        }),
      )
      const data = JSON.parse(fields.get('data') ?? '{}')
      return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data }
    })
}

/** Follows a job to its end. */
export async function follow(api: Api, job: unknown, headers: Record<string, string> = {}) {
  const answer = await api.send({ method: 'GET', path: `/v2/jobs/${String(job)}`, headers })
  expect(answer.status).to.equal(200)
  expect(answer.headers['content-type']).to.match(/^text\/event-stream/)
  return parseEvents(answer.text)
}
