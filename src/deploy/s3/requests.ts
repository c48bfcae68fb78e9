/** Sends signed requests to one bucket of an S3-like store, and converts its errors. */

import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { DeployError } from '../network/deploy-error.js'
import type { HttpClient, HttpResponse, RequestBody } from '../network/http-client.js'
import { cleanText } from '../network/remote-text.js'
import { parseXml, type XmlNode } from './xml.js'

/** A bucket, and the account for it. */
export interface S3Account {
  readonly accessKey: string
  readonly secretKey: string
  readonly bucket: string
  /** Folder in the bucket, without slashes at its ends; `` for all of it. */
  readonly prefix: string
  readonly region: string
  /** `https://host[:port]`. The bucket is the first segment of the path. */
  readonly endpoint: string
  /** Canned ACL of new objects, such as `public-read`; none where empty. */
  readonly acl: string
  /** `Cache-Control` for every object; may be empty. */
  readonly cacheControl?: string
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Object key; the bucket itself when not given. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestBody
  /** SHA-256 of the body (hex), which the server checks; needed for bodies that are files. */
  readonly sha256?: string
}

/** Signed requests to one bucket. */
export interface S3 {
  /** @throws DeployError for every status but 2xx and, on GET, HEAD and DELETE, 404 */
  request(request: S3Request): Promise<HttpResponse>
}

const MAX_ERROR_BYTES = 64 * 1024
const EMPTY_SHA256 = createHash('sha256').digest('hex')

/** @param now the time, which signatures contain; the server compares it with its own */
export function createS3(
  account: S3Account,
  client: HttpClient,
  use: { readonly signal: AbortSignal; readonly now: () => Date },
): S3 {
  return {
    async request(request) {
      const { method, body, sha256 } = request
      const signer = new AwsV4Signer({
        method,
        url: urlOf(account, request),
        headers: { ...request.headers, 'x-amz-content-sha256': sha256 ?? digest(body) },
        accessKeyId: account.accessKey,
        secretAccessKey: account.secretKey,
        service: 's3',
        region: account.region,
        datetime: amzDate(use.now()),
      })
      const { url, headers } = await signer.sign()
      const response = await client.request({
        method,
        url: url.href,
        headers: Object.fromEntries(headers.entries()),
        signal: use.signal,
        ...(body === undefined ? {} : { body }),
      })
      const isAnswer =
        response.status < 300 || (response.status === 404 && method !== 'PUT' && method !== 'POST')
      if (isAnswer && !(response.status === 404 && request.key === undefined)) return response
      throw await failureOf(response, account)
    },
  }
}

function digest(body: RequestBody | undefined): string {
  if (body === undefined) return EMPTY_SHA256
  return body instanceof Uint8Array
    ? createHash('sha256').update(body).digest('hex')
    : 'UNSIGNED-PAYLOAD'
}

function amzDate(date: Date): string {
  return date.toISOString().replace(/[:-]|\.\d{3}/g, '')
}

function urlOf(account: S3Account, { key, query }: S3Request): string {
  const path = key === undefined ? account.bucket : `${account.bucket}/${key}`
  const search = Object.entries(query ?? {}).map(
    ([name, value]) => `${encode(name)}=${encode(value)}`,
  )
  const url = `${account.endpoint.replace(/(?<!\/)\/+$/, '')}/${path.split('/').map(encode).join('/')}`
  return search.length === 0 ? url : `${url}?${search.join('&')}`
}

/** RFC 3986: what S3 signs, which is stricter than encodeURIComponent. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

const REFUSED_CODES = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken'])
const TRANSIENT_CODES = new Set([
  'SlowDown',
  'RequestTimeout',
  'InternalError',
  'ServiceUnavailable',
])

async function failureOf(response: HttpResponse, account: S3Account): Promise<DeployError> {
  const { status } = response
  const error = await readError(response)
  const code = error?.text('Code') ?? ''
  const message = cleanText(`${code} ${error?.text('Message') ?? ''}`) || 'no reason'
  if (REFUSED_CODES.has(code)) {
    return new DeployError(
      'login_refused',
      `the access key or the secret key was refused (${code})`,
    )
  }
  if (code === 'NoSuchBucket' || (status === 404 && code === '')) {
    return new DeployError('not_found', `there is no bucket "${account.bucket}"`)
  }
  const region = error?.text('Region') ?? response.headers['x-amz-bucket-region']
  if (code === 'AuthorizationHeaderMalformed' || status === 301 || status === 307) {
    const hint = region ? `; it says ${cleanText(region)}` : ''
    return new DeployError('bad_options', `the region ${account.region} is not the bucket's${hint}`)
  }
  if (code === 'BadDigest' || code === 'XAmzContentSHA256Mismatch') {
    return new DeployError('corrupt', `the content arrived damaged (${code})`, { transient: true })
  }
  if (status === 507 || code === 'QuotaExceeded' || status === 413) {
    return new DeployError('remote_full', `the bucket takes no more (${status} ${message})`)
  }
  if (status === 403 || status === 401) {
    return new DeployError('forbidden', `the server answered ${status} (${message})`)
  }
  const transient =
    status >= 500 && status !== 501 ? true : TRANSIENT_CODES.has(code) || status === 429
  return new DeployError('remote_error', `the server answered ${status} (${message})`, {
    transient,
  })
}

async function readError(response: HttpResponse): Promise<XmlNode | null> {
  try {
    return await parseXml((await response.bytes(MAX_ERROR_BYTES)).toString('utf8'))
  } catch {
    return null
  }
}
