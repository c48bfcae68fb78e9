/** Fetches from gem servers, only at addresses that may be connected to, and within limits. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { asDeployError } from '../deploy/network/deploy-error.js'
import {
  createHttpClient,
  type HttpClient,
  type HttpResponse,
} from '../deploy/network/http-client.js'
import type { Outgoing } from '../deploy/network/outgoing.js'
import { MAX_PACKED_BYTES } from './limits.js'
import { ThemeError } from './theme-error.js'

const MAX_REDIRECTS = 3
const MAX_INDEX_BYTES = 4 * 1024 * 1024

interface Asked {
  readonly outgoing: Outgoing
  readonly url: string
  readonly signal: AbortSignal
}

/** A short text; null where there is none. @throws ThemeError */
export function downloadText(asked: Asked): Promise<string | null> {
  return withAnswer(asked, async (answer) => {
    if (answer === null) return null
    return (await answer.bytes(MAX_INDEX_BYTES)).toString('utf8')
  })
}

/** Writes a file. @returns its SHA-256 in hexadecimal; null where there is none @throws ThemeError */
export function downloadFile(asked: Asked, file: string): Promise<string | null> {
  return withAnswer(asked, async (answer) => {
    if (answer === null) return null
    const hash = createHash('sha256')
    let size = 0
    const counted = async function* () {
      for await (const chunk of answer.body) {
        size += chunk.length
        if (size > MAX_PACKED_BYTES)
          throw new ThemeError(`it is larger than ${MAX_PACKED_BYTES} bytes`)
        hash.update(chunk)
        yield chunk
      }
    }
    await pipeline(counted(), createWriteStream(file, { flags: 'wx' }), { signal: asked.signal })
    return hash.digest('hex')
  })
}

/** Follows a few redirects, each to an address that is checked as well. */
async function withAnswer<T>(
  { outgoing, url, signal }: Asked,
  take: (answer: HttpResponse | null) => Promise<T>,
): Promise<T> {
  const client = createHttpClient(outgoing)
  const host = new URL(url).host
  try {
    const answer = await follow(client, url, signal)
    if (answer.status === 404 || answer.status === 403) return await take(null)
    if (answer.status !== 200) throw new ThemeError(`${host} answered ${answer.status}`)
    return await take(answer)
  } catch (error) {
    if (error instanceof ThemeError) throw error
    if (signal.aborted) throw signal.reason
    throw new ThemeError(`${host}: ${asDeployError(error).message}`, { cause: error })
  } finally {
    client.close()
  }
}

async function follow(
  client: HttpClient,
  first: string,
  signal: AbortSignal,
): Promise<HttpResponse> {
  let url = new URL(first)
  for (let redirects = 0; ; redirects++) {
    const headers = { 'user-agent': 'galley', accept: '*/*' }
    const answer = await client.request({ method: 'GET', url: url.href, headers, signal })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || location === undefined) return answer
    if (redirects === MAX_REDIRECTS || !URL.canParse(location, url.href))
      throw new ThemeError(`${url.host} redirects too often`)
    const next = new URL(location, url)
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      throw new ThemeError(`${url.host} redirects to an address that is not secure`)
    url = next
  }
}
