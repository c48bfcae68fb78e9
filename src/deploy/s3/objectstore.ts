/**
 * Implements `FileStore` for buckets with the S3 API: path style, each object is replaced atomically.
 *
 * If the signature is wrong, the server does not say which of the two keys is. A missing bucket and one in another
 * region are distinguished by the details of the error.
 */
import type { FileStore, Listing, OpenStore, Received, RemoteFile } from '../files/file-store.js'
import { bareEtag } from '../files/etag.js'
import { createListingBudget, endlessListing, type ListingBudget } from '../files/listing-budget.js'
import { createHttpClient } from '../network/http-client.js'
import type { Outgoing } from '../network/outgoing.js'
import { isSafePath } from '../files/remote-name.js'
import { createS3, type S3, type S3Account } from './requests.js'
import { putObject } from './upload.js'
import { createYielder } from '../../system/yielding.js'
import { parseXml, type XmlNode } from './xml.js'

const PARALLEL_REQUESTS = 12
const MAX_PAGES = 5000
/** Longest page of a listing in bytes. A page has a thousand objects, with names of at most a kilobyte. */
const MAX_PAGE_BYTES = 8 * 1024 * 1024

/** @param now the time, for signatures */
export function objectStore(account: S3Account, outgoing: Outgoing, now: () => Date): OpenStore {
  return async (signal) => {
    const client = createHttpClient(outgoing)
    const s3 = createS3(account, client, { signal, now })
    return storeOn(account, s3, () => client.close())
  }
}

function storeOn(account: S3Account, s3: S3, close: () => void): FileStore {
  const keyOf = (path: string) => (account.prefix === '' ? path : `${account.prefix}/${path}`)
  return {
    place: [new URL(account.endpoint).host, account.bucket, account.prefix]
      .filter(Boolean)
      .join('/'),
    parallel: PARALLEL_REQUESTS,
    listsCheaply: true,
    list: (received) => listObjects(s3, keyOf(''), received),
    stat: (path) => statObject(s3, keyOf(path)),
    async read(path, limit, received) {
      const response = await s3.request({ method: 'GET', key: keyOf(path) })
      const most = response.status === 404 ? 1024 * 1024 : limit
      const bytes = await response.bytes(most, { received })
      return response.status === 404 ? null : bytes
    },
    put: (path, content) => putObject({ ...account, s3, key: keyOf(path) }, content),
    async remove(path) {
      const response = await s3.request({ method: 'DELETE', key: keyOf(path) })
      await response.bytes(1024 * 1024)
    },
    close: async () => close(),
  }
}

async function statObject(s3: S3, key: string): Promise<RemoteFile | null> {
  const response = await s3.request({ method: 'HEAD', key })
  await response.bytes(1024)
  if (response.status === 404) return null
  const size = Number(response.headers['content-length'])
  return {
    size: Number.isSafeInteger(size) ? size : null,
    version: bareEtag(response.headers['etag']),
  }
}

/** Reads all pages. A server that repeats pages is refused. */
async function listObjects(s3: S3, prefix: string, received?: Received): Promise<Listing> {
  const budget = createListingBudget()
  const yieldIfDue = createYielder()
  const files = new Map<string, RemoteFile>()
  let odd = 0
  let token = ''
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await listPage(s3, { prefix, token, budget, received })
    for (const entry of page.all('Contents')) {
      await yieldIfDue()
      const key = decodeKey(entry.text('Key') ?? '')
      budget.count(key)
      const path = key.startsWith(prefix) ? key.slice(prefix.length) : ''
      if (!isSafePath(path)) odd += 1
      else files.set(path, remoteFile(entry))
    }
    const next = page.text('NextContinuationToken') ?? ''
    if (page.text('IsTruncated') !== 'true') return { files, odd }
    if (next === '' || next === token) throw endlessListing()
    token = next
  }
  throw endlessListing()
}

interface Page {
  readonly prefix: string
  readonly token: string
  readonly budget: ListingBudget
  readonly received: Received | undefined
}

async function listPage(s3: S3, { prefix, token, budget, received }: Page): Promise<XmlNode> {
  const response = await s3.request({
    method: 'GET',
    query: {
      'list-type': '2',
      'encoding-type': 'url',
      ...(prefix === '' ? {} : { prefix }),
      ...(token === '' ? {} : { 'continuation-token': token }),
    },
  })
  const bytes = await response.bytes(MAX_PAGE_BYTES, { received })
  budget.read(bytes.length)
  return parseXml(bytes.toString('utf8'))
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replace(/\+/g, ' '))
  } catch {
    return ''
  }
}

function remoteFile(entry: XmlNode): RemoteFile {
  const size = Number(entry.text('Size'))
  const version = bareEtag(entry.text('ETag'))
  return {
    size: Number.isSafeInteger(size) ? size : null,
    ...(version === '' ? {} : { version }),
  }
}
