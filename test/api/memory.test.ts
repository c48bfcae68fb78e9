import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { basic } from './client.js'
import { useApi, type Person } from './server.js'

const KB = 1024

describe('Memory that one client can use', () => {
  const api = useApi({ settings: { jsonBytes: String(256 * KB), bodySeconds: '600' } })
  const sockets: Socket[] = []
  after(() => sockets.forEach((socket) => socket.destroy()))

  function open(head: readonly string[], as: Person): Socket {
    const { hostname, port } = new URL(api.server.url)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write([...head, 'Host: x', `Authorization: ${basic(as)}`, '', ''].join('\r\n'))
    return socket
  }

  it('by unfinished bodies has a limit for each client', async () => {
    const site = await api.site()
    const [greedy, other] = [
      await api.member(site.id, 'writer'),
      await api.member(site.id, 'writer'),
    ]
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const begun: Socket[] = []
    const refused = new Promise<string>((resolve) => {
      for (let count = 0; count < 20; count += 1) {
        const socket = open(
          [`POST ${url} HTTP/1.1`, 'Content-Type: application/json', `Content-Length: ${256 * KB}`],
          greedy,
        )
        socket.write(`{"title":"${'x'.repeat(250 * KB)}`)
        socket.on('data', (chunk) => resolve(chunk.toString()))
        begun.push(socket)
      }
    })
    expect(await refused).to.match(/^HTTP\/1.1 503 [^]*Retry-After: 1\r\n/)
    const document = { title: 'x', body: 'x'.repeat(200 * KB) }
    expect((await api.post(url, { ...document, body: 'short' }, greedy)).status).to.equal(201)
    expect((await api.post(url, document, other)).status).to.equal(201)
    for (const socket of begun) socket.destroy()
    // The server hears of it in its own time.
    while ((await api.post(url, document, greedy)).status !== 201) await sleep(10)
  })

  it('by bodies of requests without credentials has a limit', async () => {
    const answer = await api.send({
      method: 'POST',
      path: '/v2/session',
      json: { email: 'x@example.org', password: 'x'.repeat(70 * KB) },
    })
    expect(answer.status).to.equal(413)
    expect(answer.json['most_bytes']).to.equal(64 * KB)
  })

  describe('by answers that it does not read', () => {
    /** Six times as long in JSON, 23 MB: the fifth is the last that has room. */
    const TEXT = `---\ntitle: x\n---\n${'\u0001'.repeat(3_900_000)}`
    let page: string
    let begun: Socket[]

    before(async () => {
      const site = await api.site()
      const made = { title: 'x', path: 'x.md', visibility: 'visible' }
      const { id } = (await api.post(`/v2/sites/${site.id}/pages`, made)).json
      await api.upload('PUT', `/v2/sites/${site.id}/source/x.md`, { data: TEXT })
      page = `/v2/pages/${String(id)}`
    })
    beforeEach(() => {
      begun = []
    })
    afterEach(() => begun.forEach((socket) => socket.destroy()))

    /** Takes the beginning of the page, then nothing. */
    async function begin(): Promise<string> {
      const socket = open([`GET ${page} HTTP/1.1`, 'Connection: close'], api.root)
      begun.push(socket)
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      socket.pause()
      socket.unshift(chunk)
      return chunk.toString('latin1')
    }

    /** Reads on to the end, which must not come before its time. */
    async function readAll(socket: Socket): Promise<void> {
      const bytes = Buffer.concat((await socket.toArray()) as Buffer[])
      const head = bytes.subarray(0, bytes.indexOf('\r\n\r\n')).toString()
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
      expect(bytes.length).to.equal(head.length + 4 + length)
    }

    it('has a limit, above which a read is refused before it begins', async () => {
      for (let count = 0; count < 5; count += 1) expect(await begin()).to.match(/^HTTP\/1\.1 200 /)
      // What is small has room.
      expect((await api.get('/v2/users/me')).status).to.equal(200)
      expect((await api.send({ method: 'HEAD', path: page })).status).to.equal(200)
      const refused = await api.get(page)
      // Nobody is cut off for it.
      await Promise.all(begun.map(readAll))
      expect(refused.status).to.equal(503)
      expect(refused.headers['retry-after']).to.equal('5')
      expect(refused.headers).not.to.have.property('etag')
      expect(refused.json['error']).to.equal('unavailable')
      expect(refused.json['message']).to.match(/128 MB/)
      // The server hears of it in its own time.
      while ((await api.get(page)).status !== 200) await sleep(10)
    })

    it('still lets a change return its result', async () => {
      for (let count = 0; count < 5; count += 1) await begin()
      const changed = await api.put(page, { title: 'y' })
      expect(changed.status).to.equal(200)
      expect(changed.json['title']).to.equal('y')
    })
  })
})
