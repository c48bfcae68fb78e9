/** A server that speaks S3 and whose answers are chosen by a test. */

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import type { Listing } from '../../../src/deploy/files/file-store.js'
import type { SessionOptions } from '../../../src/deploy/files/store-session.js'
import { objectStore } from '../../../src/deploy/s3/objectstore.js'
import { localOutgoing, session } from '../settings.js'

const servers: Server[] = []

/** To be called after each test. */
export function closeHostileS3(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
}

/** What a hostile server answers; anything else is not found, or stored. */
interface Answers {
  readonly listing?: RequestListener
  readonly manifest?: RequestListener
  /** Of what ends an upload in parts. */
  readonly join?: RequestListener
  /** Of a PUT whose body it does not read unless this does. */
  readonly upload?: RequestListener
}

/** @returns ways to open it, to list it and to deploy to it, and what it was asked, `METHOD /path` each */
export async function hostileS3(
  { listing, manifest, upload, join }: Answers,
  options: Partial<SessionOptions> = {},
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    asked.push(`${method} ${url.replace(/\?.*/, '')}`)
    if (method === 'PUT' && upload) return upload(request, response)
    request.resume()
    request.on('end', () => {
      if (method === 'PUT') response.writeHead(200, { etag: '"e"' }).end()
      else if (method === 'POST' && url.endsWith('?uploads=')) {
        response.end(
          '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>',
        )
      } else if (method === 'POST' && join) join(request, response)
      else if (url.includes('list-type')) {
        if (listing) listing(request, response)
        else response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
      } else if (method === 'GET' && url.includes('manifest') && manifest) {
        manifest(request, response)
      } else response.writeHead(404).end()
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { accessKey: 'a', secretKey: 'web-secret', bucket: 'b', prefix: 'p', acl: '' }
  const open = objectStore({ ...account, region: 'x', endpoint }, localOutgoing, () => new Date())
  return {
    asked,
    open,
    deployer: filesDeployer(open, { ...session('web-secret', 1), ...options }),
    async list(): Promise<Listing> {
      const store = await open(new AbortController().signal)
      try {
        return await store.list()
      } finally {
        await store.close()
      }
    },
  }
}

/** Writes block after block until nobody reads any more. @returns how many were not taken */
export function flood(response: ServerResponse, block: Buffer, blocks: number): Promise<number> {
  let left = blocks
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(block)) return
    }
    response.end()
  }
  response.on('drain', more)
  more()
  return new Promise((resolve) => response.on('close', () => resolve(left)))
}
