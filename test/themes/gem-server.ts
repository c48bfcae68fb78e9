/** A gem server with a compact index, on loopback. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeGem, type MadeGem } from './make-gem.js'

export interface GemServer {
  readonly url: string
  /** Paths that were asked for. */
  readonly asked: string[]
  /** Adds a gem, or changes one that is there. */
  add(gem: MadeGem, listed?: { readonly checksum?: string }): void
  /** Answers before all else, if it says so. */
  answer: ((...given: Parameters<RequestListener>) => boolean) | null
  close(): Promise<void>
}

interface Listed {
  readonly line: string
  readonly bytes: Buffer
}

export async function startGemServer(): Promise<GemServer> {
  const gems = new Map<string, Map<string, Listed>>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    if (self.answer?.(request, response) === true) return
    const [, name = ''] = /^\/info\/(.+)$/.exec(path) ?? []
    const [, file = ''] = /^\/gems\/(.+)\.gem$/.exec(path) ?? []
    const versions = gems.get(name)
    const gem = [...gems.values()].flatMap((all) => [...all]).find(([id]) => id === file)?.[1]
    if (versions !== undefined)
      response.end(['---', ...[...versions.values()].map(({ line }) => line), ''].join('\n'))
    else if (gem !== undefined) response.end(gem.bytes)
    else response.writeHead(404).end('This rubygem could not be found.')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const self: GemServer = {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer: null,
    add(gem, { checksum } = {}) {
      const bytes = makeGem(gem)
      const needs = Object.entries(gem.needs ?? {}).map(
        ([name, requirement]) => `${name}:${requirement}`,
      )
      const sum = checksum ?? createHash('sha256').update(bytes).digest('hex')
      const line = `${gem.version} ${needs.join(',')}|checksum:${sum},ruby:>= 2.5`
      const versions = gems.get(gem.name) ?? new Map<string, Listed>()
      gems.set(gem.name, versions.set(`${gem.name}-${gem.version}`, { line, bytes }))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}
