import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { basic } from './client.js'
import { useApi, type Person } from './server.js'

const KB = 1024

describe('Memory that one client can take', () => {
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

  it('by bodies that it does not finish has a limit, for itself', async () => {
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

  it('by short answers to long questions of nobody has a limit, too', async () => {
    const answer = await api.send({
      method: 'POST',
      path: '/v2/session',
      json: { email: 'x@example.org', password: 'x'.repeat(70 * KB) },
    })
    expect(answer.status).to.equal(413)
    expect(answer.json['most_bytes']).to.equal(64 * KB)
  })

  it('by answers that it does not read has a limit', async () => {
    const site = await api.site()
    const page = { title: 'x', path: 'x.md', visibility: 'visible' }
    const { id } = (await api.post(`/v2/sites/${site.id}/pages`, page)).json
    await api.upload('PUT', `/v2/sites/${site.id}/source/x.md`, {
      // Six times as long in JSON.
      data: `---\ntitle: x\n---\n${'\u0001'.repeat(3_900_000)}`,
    })
    const asked = Array.from({ length: 12 }, () =>
      open([`GET /v2/pages/${String(id)} HTTP/1.1`], api.root).pause(),
    )
    const closed = new Promise<void>((resolve) => {
      for (const socket of asked) socket.once('close', () => resolve())
    })
    // Who does not read hears of the end only by writing: empty lines before a request are ignored.
    const writing = setInterval(() => asked.forEach((socket) => socket.write('\r\n')), 20)
    await closed.finally(() => clearInterval(writing))
  })
})
