/**
 * Bombs at the doors of a server in a process of its own: each is answered (never by a 500), the memory of
 * the server stays in bounds, and somebody else is served as before. How long others waited is a figure of
 * `npm run torture`, not a test.
 */

import { connect } from 'node:net'
import { readFile } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { longestTurn, turnsInto } from '../bench/turns.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { codeBombs, jsonBombs, liquidBombs, markdownBombs, yamlBombs, type Bomb } from './bombs.js'
import { report, SEED, SIZE } from './figures.js'
import { sassBombs } from './sass-bombs.js'

/** `npm test` throws one of so many, `npm run torture` all. */
const STRIDE = SIZE > 1 ? 1 : 12
/** Megabytes of the server's own process, however many were thrown; it has 100 to 200 at rest. */
const MAX_MEMORY = 1500

/** What has no end takes all of it, twice in a preview. */
const renderSeconds = SIZE > 1 ? '4' : '2'
/** Between two questions of somebody else, in milliseconds: what is asked here without a pause costs more than the bombs. */
const ASKED_AGAIN = SIZE > 1 ? 5 : 50
const times = ['--render-seconds', renderSeconds, '--build-seconds', '60']
const flags = [...times, '--build-memory-mb', '512', '--rate-limit', '1000000']

describe('Bombs', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-bombs-'))
  const turns = `${data}-turns`
  let started = 0
  let server: GalleyProcess
  let site = ''
  let page = ''
  let isOver = false
  let watching: Promise<void>
  const waits: number[] = []
  let thrown = 0

  interface Sent {
    readonly body?: string | FormData
    readonly headers?: Readonly<Record<string, string>>
  }

  async function send(method: string, url: string, init: Sent = {}): Promise<number> {
    const headers = { authorization: server.authorization, ...init.headers }
    const response = await fetch(server.url + url, { method, ...init, headers })
    await response.arrayBuffer()
    return response.status
  }

  const json = (method: string, url: string, body: string) =>
    send(method, url, { body, headers: { 'content-type': 'application/json' } })

  async function made(url: string, body: object): Promise<string> {
    const response = await fetch(server.url + url, {
      method: 'POST',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { id } = (await response.json()) as { id: string }
    return id
  }

  function put(name: string, text: string): Promise<number> {
    const body = new FormData()
    body.set('file', new Blob([text]), 'file')
    return send('PUT', `/v2/sites/${site}/source/${name}`, { body })
  }

  /** Asks as somebody else does, over and over. */
  async function watch(): Promise<void> {
    while (!isOver) {
      const began = performance.now()
      expect(await send('GET', `/v2/pages/${page}`)).to.equal(200)
      waits.push(performance.now() - began)
      await sleep(ASKED_AGAIN)
    }
  }

  before(async () => {
    server = await startGalley(data, flags, { env: turnsInto(turns) })
    // What the start takes is nobody's harm.
    started = longestTurn(turns).lines
    site = await made('/v2/sites', { title: 'Bombs', domain: 'bombs.test', empty: true })
    const neighbour = await made('/v2/sites', { title: 'Other', domain: 'o.test', empty: true })
    page = await made(`/v2/sites/${neighbour}/pages`, { title: 'Neighbour', path: 'n.md' })
    watching = watch()
    watching.catch(() => undefined)
  })

  after(async () => {
    isOver = true
    await watching
    await server.kill('SIGTERM')
    rmSync(data, { recursive: true, force: true })
    waits.sort((a, b) => a - b)
    const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0)
    const turn = Math.round(longestTurn(turns, started).longest)
    rmSync(turns)
    const waited = { "others' p99, ms": at(0.99), "others' longest wait, ms": at(1) }
    report({ bombs: thrown, ...waited, 'longest turn, processor ms': turn })
  })

  async function memory(): Promise<number> {
    const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }

  function each(
    bombs: readonly Bomb[],
    explode: (bomb: Bomb) => Promise<number>,
  ): () => Promise<void> {
    return async () => {
      for (const bomb of bombs.filter((_, at) => (at + SEED) % STRIDE === 0)) {
        const status = await explode(bomb)
        thrown += 1
        expect(status, bomb.title).to.satisfy((code: number) => code < 500 || code === 503)
        expect(await memory(), `megabytes after ${bomb.title}`).to.be.below(MAX_MEMORY)
      }
    }
  }

  const render = (body: string) =>
    json('POST', `/v2/sites/${site}/render`, JSON.stringify({ title: 'x', path: 'shown.md', body }))

  it(
    'of JSON',
    each(jsonBombs, ({ text }) => json('POST', `/v2/sites/${site}/pages`, text)),
  ).timeout(600_000)

  it(
    'of YAML, stored, listed and changed',
    each(yamlBombs, async ({ text }) => {
      const stored = await put('bomb.md', `---\n${text}\n---\nx\n`)
      const listed = await send('GET', `/v2/sites/${site}/pages?per_page=100`)
      const config = await put('_config.yml', text)
      await put('_config.yml', 'title: x\n')
      return Math.max(stored, listed, config)
    }),
  ).timeout(600_000)

  it(
    'of Markdown, shown',
    each(markdownBombs, ({ text }) => render(text)),
  ).timeout(900_000)

  it(
    'of Liquid, shown',
    each(liquidBombs, ({ text }) => render(text)),
  ).timeout(900_000)

  it(
    'of code, coloured',
    each(codeBombs, ({ text }) => render(text)),
  ).timeout(900_000)

  /** How a preview of the site ends: 200, or 500 for an error that does not name the style sheet. */
  async function preview(): Promise<number> {
    const asked = await fetch(`${server.url}/v2/sites/${site}/preview`, {
      method: 'POST',
      headers: { authorization: server.authorization },
    })
    const { job_id: id } = (await asked.json()) as { job_id: string }
    for (;;) {
      const answer = await fetch(`${server.url}/v2/jobs/${id}`, {
        headers: { authorization: server.authorization, accept: 'application/json' },
      })
      const job = (await answer.json()) as { status: string; message: string }
      if (job.status === 'complete') return 200
      if (job.status === 'error') {
        return job.message.startsWith('The build failed: css/main.scss') ? 200 : 500
      }
      await sleep(20)
    }
  }

  it(
    'of Sass, in previews',
    each(sassBombs, async ({ text }) => {
      expect(await put('css/main.scss', `---\n---\n${text}\n`)).to.equal(200)
      return preview()
    }),
  ).timeout(900_000)

  it('of requests that are not HTTP, or too large', async () => {
    const { hostname, port } = new URL(server.url)
    const heads = [
      `GET / HTTP/1.1\r\n${'A: b\r\n'.repeat(5000)}\r\n`,
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a=b;'.repeat(20_000)}\r\n\r\n`,
      `GET /v2/sites HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${'"a",'.repeat(3000)}\r\n\r\n`,
      `GET /v2/sites HTTP/1.1\r\nHost: x\r\nRange: bytes=${'0-1,'.repeat(2000)}\r\n\r\n`,
      'POST /v2/sites HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /v2/sites HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n',
      'GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n',
      `${'\0'.repeat(10_000)}\r\n\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]
    for (const head of heads) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(head))
        socket.on('error', () => resolve())
        socket.on('close', () => resolve())
        socket.on('data', (chunk) => {
          expect(chunk.toString()).to.match(/^HTTP\/1\.1 [234]/)
          socket.destroy()
        })
      })
      thrown += 1
    }
    expect(await send('GET', `/v2/pages/${page}`)).to.equal(200)
  })

  it('of forms', async () => {
    const head = { 'content-type': 'multipart/form-data; boundary=b' }
    const piece = (name: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
    const bodies = [
      piece('x').repeat(20_000),
      `--b\r\n${'A: b\r\n'.repeat(20_000)}\r\nx\r\n--b--`,
      `--b\r\nContent-Disposition: form-data; name="${'a'.repeat(100_000)}"\r\n\r\nx\r\n--b--`,
      '--b'.repeat(50_000),
      `${'\r\n'.repeat(100_000)}--b--`,
      piece('__proto__') + '--b--',
      piece('file'),
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'.repeat(5000),
    ]
    for (const body of bodies) {
      const url = `/v2/sites/${site}/source/form.txt`
      // A server that has enough may close before it has read all.
      const status = await send('PUT', url, { body, headers: head }).catch(() => 413)
      expect(status, body.slice(0, 60)).to.be.within(200, 499)
      thrown += 1
    }
    expect(await send('GET', `/v2/pages/${page}`)).to.equal(200)
  })
})
