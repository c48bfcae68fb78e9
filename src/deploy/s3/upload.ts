/** Uploads one file to a bucket; large files in parts. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { md5Of } from '../files/checksums.js'
import { contentHeaders } from '../files/content-headers.js'
import { DeployError } from '../network/deploy-error.js'
import { bareEtag } from '../files/etag.js'
import type { Content, Stored } from '../files/file-store.js'
import type { RequestBody } from '../network/http-client.js'
import { forEachParallel } from '../../system/parallel.js'
import type { S3 } from './requests.js'
import { parseXml } from './xml.js'

/** Larger files are uploaded in parts. */
const PARTS_ABOVE = 32 * 1024 * 1024
const PART_SIZE = 16 * 1024 * 1024
/** S3 takes this many parts at most. */
const MAX_PARTS = 10_000
const PARTS_UNDER_WAY = 3
const MAX_ANSWER_BYTES = 1024 * 1024
/**
 * S3 may take several minutes to join the parts, and sends white space meanwhile. 20 times the longest silence (30 s)
 * are ten minutes.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
 */
const JOINING_SILENCES = 20

/** Target and headers of an upload. */
interface S3Upload {
  readonly s3: S3
  readonly key: string
  readonly acl: string
  /** `Cache-Control` for every file; Galley's own by kind of file if it is empty. */
  readonly cacheControl?: string
}

/** Stores an object, its bytes checked by the server (MD5 and SHA-256). */
export async function putObject(upload: S3Upload, content: Content): Promise<Stored> {
  const md5 = await md5Of(content)
  const version =
    content.size > PARTS_ABOVE && content.source.file !== undefined
      ? await putInParts(upload, content, content.source.file)
      : await putAtOnce(upload, content, md5)
  return { md5, ...(version === '' ? {} : { version }) }
}

function headersOf({ acl, cacheControl }: S3Upload, content: Content): Record<string, string> {
  const headers = contentHeaders(content.path, cacheControl)
  return { ...headers, ...(acl === '' ? {} : { 'x-amz-acl': acl }) }
}

async function putAtOnce(upload: S3Upload, content: Content, md5: string): Promise<string> {
  const { source, size } = content
  const body: RequestBody = source.bytes ?? { file: source.file, start: 0, end: size }
  const response = await upload.s3.request({
    method: 'PUT',
    key: upload.key,
    headers: { ...headersOf(upload, content), 'content-md5': base64(md5) },
    body,
    sha256: content.sha256,
  })
  await response.bytes(MAX_ANSWER_BYTES)
  return bareEtag(response.headers['etag'])
}

function base64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

interface Part {
  readonly number: number
  readonly start: number
  readonly end: number
}

function partsOf(size: number): Part[] {
  const length = Math.max(PART_SIZE, Math.ceil(size / MAX_PARTS))
  return Array.from({ length: Math.ceil(size / length) }, (_unused, index) => ({
    number: index + 1,
    start: index * length,
    end: Math.min(size, (index + 1) * length),
  }))
}

async function putInParts(upload: S3Upload, content: Content, file: string): Promise<string> {
  const { s3, key } = upload
  const started = await s3.request({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: headersOf(upload, content),
  })
  const answer = await parseXml((await started.bytes(MAX_ANSWER_BYTES)).toString('utf8'))
  const uploadId = answer.text('UploadId') ?? ''
  try {
    const etags = new Map<number, string>()
    await forEachParallel(partsOf(content.size), PARTS_UNDER_WAY, async (part) => {
      etags.set(part.number, await putPart(upload, { ...part, file, uploadId }))
    })
    return await complete(upload, uploadId, etags)
  } catch (error) {
    await s3.request({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

interface PartOfFile extends Part {
  readonly file: string
  readonly uploadId: string
}

async function putPart({ s3, key }: S3Upload, part: PartOfFile): Promise<string> {
  const { file, start, end, uploadId } = part
  const md5 = createHash('md5')
  const sha256 = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { start, end: end - 1 })
  for await (const chunk of chunks) {
    md5.update(chunk)
    sha256.update(chunk)
  }
  const response = await s3.request({
    method: 'PUT',
    key,
    query: { partNumber: String(part.number), uploadId },
    headers: { 'content-md5': md5.digest('base64') },
    body: { file, start, end },
    sha256: sha256.digest('hex'),
  })
  await response.bytes(MAX_ANSWER_BYTES)
  return bareEtag(response.headers['etag'])
}

async function complete(
  { s3, key }: S3Upload,
  uploadId: string,
  etags: ReadonlyMap<number, string>,
): Promise<string> {
  const parts = [...etags]
    .sort(([a], [b]) => a - b)
    .map(
      ([number, etag]) => `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag></Part>`,
    )
  const response = await s3.request({
    method: 'POST',
    key,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
  })
  // The status is sent before the parts are joined, so the body may still report an error.
  const bytes = await response.bytes(MAX_ANSWER_BYTES, { silences: JOINING_SILENCES })
  const answer = await parseXml(bytes.toString('utf8').trimStart())
  if (answer.name === 'CompleteMultipartUploadResult') return bareEtag(answer.text('ETag'))
  const code = answer.text('Code') ?? ''
  throw new DeployError('remote_error', `the parts could not be joined (${code})`, {
    transient: true,
  })
}
