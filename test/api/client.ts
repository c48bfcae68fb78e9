/** Plain HTTP to a server under test: raw paths, any bytes, and every answer held to the contract. */

import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Contract } from './contract.js'

export type Json = Readonly<Record<string, unknown>>

/** A user name and password for HTTP Basic. */
export interface Credentials {
  readonly name: string
  readonly secret: string
}

export interface Call {
  readonly method: string
  /** As it goes over the wire; nothing is normalized. */
  readonly path: string
  readonly as?: Credentials | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly raw?: Buffer | string
  readonly form?: Form
  /** Leaves after the first bytes of an answer that has no end. */
  readonly leaves?: boolean
}

/** A multipart form; a file without a name has no `filename` parameter. */
export interface Form {
  readonly file?: { readonly name: string; readonly data: Buffer | string }
  readonly fields?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** As they were sent. */
  readonly bytes: Buffer
  /** Decompressed. */
  readonly text: string
  /** The body as a JSON object, empty for anything else. */
  readonly json: Json
  /** The body as a JSON array of objects, empty for anything else. */
  readonly list: readonly Json[]
  /** The whole JSON value. */
  readonly value: unknown
}

/** Sends requests to one server. */
export type Send = (call: Call) => Promise<Answer>

/** @param contract looks at every answer and throws at what the contract does not allow */
export function createClient(baseUrl: string, contract?: Contract): { send: Send; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    close: () => agent.destroy(),
    send: async (call) => {
      const answer = await exchange(baseUrl, agent, call)
      contract?.(call, answer)
      return answer
    },
  }
}

function exchange(baseUrl: string, agent: Agent, call: Call): Promise<Answer> {
  const { body, headers } = encode(call)
  const { protocol, hostname, port, pathname } = new URL(baseUrl)
  const place = protocol === 'unix:' ? { socketPath: pathname } : { hostname, port }
  return new Promise((resolve, reject) => {
    const { method, path } = call
    const request = httpRequest({ ...place, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      const finish = () => {
        const { statusCode = 0, headers: received } = response
        resolve(toAnswer(statusCode, received, Buffer.concat(chunks)))
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (call.leaves !== true) return
        finish()
        request.destroy()
      })
      response.on('error', reject)
      response.on('end', finish)
    })
    request.on('error', reject)
    request.end(body)
  })
}

const DECODE: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

function toAnswer(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const decode = DECODE[headers['content-encoding'] ?? '']
  const text = (decode ? decode(bytes) : bytes).toString('utf8')
  const isJson = /^application\/json(;|$)/.test(headers['content-type'] ?? '')
  const value: unknown = isJson && text !== '' ? JSON.parse(text) : null
  return {
    status,
    headers,
    bytes,
    text,
    value,
    json: isRecord(value) ? value : {},
    list: Array.isArray(value) ? value.filter(isRecord) : [],
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function encode(call: Call): { body: Buffer | string; headers: Record<string, string> } {
  const body = bodyOf(call)
  const headers: Record<string, string> = {
    ...(call.as && { Authorization: basic(call.as) }),
    ...(body.type !== undefined && { 'Content-Type': body.type }),
    ...(body.bytes !== '' && length(call, body.bytes)),
    ...call.headers,
  }
  return { body: body.bytes, headers }
}

function length({ headers }: Call, bytes: Buffer | string): Record<string, string> {
  if (headers?.['Transfer-Encoding'] !== undefined) return {}
  return { 'Content-Length': String(Buffer.byteLength(bytes)) }
}

function bodyOf(call: Call): { bytes: Buffer | string; type?: string } {
  if (call.form) return multipart(call.form)
  if (call.json !== undefined) {
    return { bytes: JSON.stringify(call.json), type: 'application/json' }
  }
  return { bytes: call.raw ?? '' }
}

export function basic({ name, secret }: Credentials): string {
  return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
}

const BOUNDARY = 'x-galley-test-boundary-5f1c'

function multipart({ file, fields = {} }: Form): { bytes: Buffer; type: string } {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
  )
  if (file) {
    const disposition = `form-data; name="file"; filename="${file.name.replaceAll('"', '%22')}"`
    parts.push(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(file.data),
      Buffer.from('\r\n'),
    )
  }
  parts.push(Buffer.from(`--${BOUNDARY}--\r\n`))
  return { bytes: Buffer.concat(parts), type: `multipart/form-data; boundary=${BOUNDARY}` }
}
