/**
 * Buckets and containers on the one Swift server of the tests, looked at past the adapters: with
 * Swift's own first API and fetch.
 */
import { type RunningServer, sharedServer } from '../../servers/start.js'
import { hashOf } from '../files/file-places.js'
import { MANIFEST_PATH } from '../../../src/deploy/files/remote-name.js'

/** Names in a page of a listing: few, so that listings have several. */
export const pageSize = 15

const env = { SWIFT_LISTING_LIMIT: String(pageSize), S3_LISTING_LIMIT: String(pageSize - 1) }

/**
 * Swift with its S3 API and short pages of listings (s3api asks Swift for one name more than it
 * shows).
 */
export async function swiftServer(): Promise<RunningServer> {
  return sharedServer('swift', { ports: ['0'], env })
}

/** Swift with Keystone: another server, as this one asks Keystone about every token, slowly. */
export async function keystoneServer(): Promise<RunningServer> {
  return sharedServer('swift', { ports: ['0', '0'], env })
}

let places = 0

/** A new container of an account, by that account's storage URL and token. */
export interface Container {
  readonly name: string
  readonly contents: () => Promise<Map<string, string>>
  readonly plant: (path: string, content: string) => Promise<void>
  /** SHA-256 of an object. */
  readonly hash: (path: string) => Promise<string>
  /** One object's headers. */
  readonly head: (path: string) => Promise<Headers>
}

/** Makes a container in the account of the first API (which is also the S3 user's). */
export async function makeContainer(server: RunningServer): Promise<Container> {
  const login = await fetch(server.text('authUrl'), {
    headers: { 'x-auth-user': server.text('user'), 'x-auth-key': server.text('key') },
  })
  return containerIn({
    url: login.headers.get('x-storage-url') ?? '',
    token: login.headers.get('x-auth-token') ?? '',
  })
}

/** Makes a container in any account. */
export async function containerIn(access: { url: string; token: string }): Promise<Container> {
  const name = `place-${(places += 1)}`
  const headers = { 'x-auth-token': access.token }
  const urlOf = (path: string) =>
    `${access.url}/${name}/${path.split('/').map(encodeURIComponent).join('/')}`
  await check(fetch(`${access.url}/${name}`, { method: 'PUT', headers }))
  async function names(): Promise<string[]> {
    const all: string[] = []
    for (;;) {
      const query = new URLSearchParams({ format: 'json', marker: all.at(-1) ?? '' })
      const page = await check(fetch(`${access.url}/${name}?${query.toString()}`, { headers }))
      const rows: { name: string }[] = JSON.parse(await page.text())
      all.push(...rows.map((row) => row.name))
      if (rows.length < pageSize) return all
    }
  }
  return {
    name,
    async contents() {
      const contents = new Map<string, string>()
      const read = async (path: string) => {
        const response = await fetch(urlOf(path), { headers })
        // A removal that was under way when its connection was cut may end only now.
        if (response.status !== 404) contents.set(path, await (await check(response)).text())
      }
      const paths = await names()
      await Promise.all(paths.filter((path) => !path.endsWith(MANIFEST_PATH)).map(read))
      return contents
    },
    async plant(path, content) {
      await check(fetch(urlOf(path), { method: 'PUT', headers, body: content }))
    },
    async hash(path) {
      const { body } = await check(fetch(urlOf(path), { headers }))
      if (body === null) throw new Error(`${path} has no body`)
      return hashOf(body)
    },
    head: async (path) => (await check(fetch(urlOf(path), { method: 'HEAD', headers }))).headers,
  }
}

async function check(answer: Promise<Response> | Response): Promise<Response> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status} for ${response.url}`)
  return response
}
