/**
 * Implements `FileStore` for containers of OpenStack Swift: each object is replaced atomically, and the server checks
 * its MD5. The server decides the size of the pages of a listing; only an empty page is the last.
 */
import { md5Of } from '../files/checksums.js'
import { contentHeaders } from '../files/content-headers.js'
import { DeployError } from '../network/deploy-error.js'
import type {
  Content,
  FileStore,
  Listing,
  OpenStore,
  Received,
  RemoteFile,
  Stored,
} from '../files/file-store.js'
import { bareEtag } from '../files/etag.js'
import { createJsonCursor } from '../files/json-cursor.js'
import { createListingBudget, endlessListing, type ListingBudget } from '../files/listing-budget.js'
import { createHttpClient } from '../network/http-client.js'
import type { Outgoing } from '../network/outgoing.js'
import { isSafePath } from '../files/remote-name.js'
import { createSwift, type Swift, type SwiftAccount } from './requests.js'
import { createYielder } from '../../system/yielding.js'

const PARALLEL_REQUESTS = 12
const MAX_ANSWER_BYTES = 1024 * 1024
/** Longest page of a listing in bytes; a page usually has ten thousand objects. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024

/** Logs in and opens the store. */
export function cloudStore(account: SwiftAccount, outgoing: Outgoing): OpenStore {
  return async (signal) => {
    const client = createHttpClient(outgoing)
    try {
      const swift = await createSwift(account, client, signal)
      return storeOn(account, swift, () => client.close())
    } catch (error) {
      client.close()
      throw error
    }
  }
}

function storeOn(account: SwiftAccount, swift: Swift, close: () => void): FileStore {
  const nameOf = (path: string) => (account.prefix === '' ? path : `${account.prefix}/${path}`)
  return {
    place: [swift.host, account.container, account.prefix].filter(Boolean).join('/'),
    parallel: PARALLEL_REQUESTS,
    listsCheaply: true,
    list: (received) => listObjects(swift, nameOf(''), received),
    stat: (path) => statObject(swift, nameOf(path)),
    async read(path, limit, received) {
      const response = await swift.request({ method: 'GET', name: nameOf(path) })
      const most = response.status === 404 ? MAX_ANSWER_BYTES : limit
      const bytes = await response.bytes(most, { received })
      return response.status === 404 ? null : bytes
    },
    put: (path, content) => putObject(swift, nameOf(path), content),
    async remove(path) {
      const response = await swift.request({ method: 'DELETE', name: nameOf(path) })
      await response.bytes(MAX_ANSWER_BYTES)
    },
    close: async () => close(),
  }
}

async function putObject(swift: Swift, name: string, content: Content): Promise<Stored> {
  const md5 = await md5Of(content)
  const { source, size } = content
  const response = await swift.request({
    method: 'PUT',
    name,
    headers: { ...contentHeaders(content.path), etag: md5 },
    body: source.bytes ?? { file: source.file, start: 0, end: size },
  })
  await response.bytes(MAX_ANSWER_BYTES)
  const version = bareEtag(response.headers['etag']) || md5
  if (version.toLowerCase() === md5) return { md5, version }
  throw new DeployError('corrupt', 'the server stored something else than was sent', {
    transient: true,
  })
}

async function statObject(swift: Swift, name: string): Promise<RemoteFile | null> {
  const response = await swift.request({ method: 'HEAD', name })
  await response.bytes(MAX_ANSWER_BYTES)
  if (response.status === 404) return null
  return {
    size: sizeOf(Number(response.headers['content-length'])),
    version: bareEtag(response.headers['etag']),
  }
}

function sizeOf(size: unknown): number | null {
  return typeof size === 'number' && Number.isSafeInteger(size) ? size : null
}

async function listObjects(swift: Swift, prefix: string, received?: Received): Promise<Listing> {
  const budget = createListingBudget()
  const files = new Map<string, RemoteFile>()
  let odd = 0
  let marker = ''
  for (;;) {
    let last: string | undefined
    const page = { prefix, marker, budget, received }
    for await (const { name, size, version } of listPage(swift, page)) {
      last = name
      const path = name.startsWith(prefix) ? name.slice(prefix.length) : ''
      if (isSafePath(path)) files.set(path, { size, version })
      else odd += 1
    }
    if (last === undefined) return { files, odd }
    // Names come in byte order: with a marker that does not grow, the listing would never end.
    if (Buffer.compare(Buffer.from(last), Buffer.from(marker)) <= 0) throw endlessListing()
    marker = last
  }
}

interface Entry {
  readonly name: string
  readonly size: number | null
  readonly version: string
}

interface Page {
  readonly prefix: string
  readonly marker: string
  readonly budget: ListingBudget
  readonly received: Received | undefined
}

/** Parses the rows of a page one by one, and yields to the event loop. */
async function* listPage(swift: Swift, page: Page): AsyncGenerator<Entry> {
  const { prefix, marker, budget, received } = page
  const query = {
    format: 'json',
    ...(prefix === '' ? {} : { prefix }),
    ...(marker === '' ? {} : { marker }),
  }
  const response = await swift.request({ method: 'GET', query })
  const bytes = await response.bytes(MAX_PAGE_BYTES, { received })
  budget.read(bytes.length)
  if (bytes.length === 0) return
  const yieldIfDue = createYielder()
  const json = createJsonCursor(bytes)
  json.expect('[')
  if (json.take(']')) return
  do {
    await yieldIfDue()
    const entry = entryOf(json.value())
    budget.count(entry.name)
    yield entry
  } while (json.take(','))
  json.expect(']')
  json.end()
}

function entryOf(row: unknown): Entry {
  const has = typeof row === 'object' && row !== null
  const name = has && 'name' in row && typeof row.name === 'string' ? row.name : ''
  const hash = has && 'hash' in row && typeof row.hash === 'string' ? bareEtag(row.hash) : ''
  return { name, size: sizeOf(has && 'bytes' in row ? row.bytes : null), version: hash }
}
