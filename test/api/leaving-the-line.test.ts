/** Searches that wait for a place, and clients that do not wait for them. */

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { MAX_SEARCHES_WAITING_OF_USER } from '../../src/model/limits.js'
import { useApi } from './server.js'

/** Searches of all users that are under way at a time. */
const PLACES = 2

describe('The line of searches', () => {
  const api = useApi()
  const postMessage: Worker['postMessage'] = Reflect.get(Worker.prototype, 'postMessage')
  const sockets: Socket[] = []
  let held: (() => void)[] = []
  afterEach(() => {
    Worker.prototype.postMessage = postMessage
    held.forEach((send) => send())
    sockets.splice(0).forEach((socket) => socket.destroy())
  })

  /** Lets no search reach its thread. */
  function hold(): void {
    held = []
    Worker.prototype.postMessage = function (this: Worker, ...message) {
      const send = () => postMessage.apply(this, message)
      // Other threads, such as that of checkpoints, go on.
      if (Object.hasOwn(Object(message[0]), 'query')) held.push(send)
      else send()
    }
  }

  /** Counts who waits in the line and who has left it. */
  function countLine(): { readonly entered: () => number; readonly left: () => number } {
    const { textSearches: searches } = api.server.application.services
    const { onSite } = searches
    let [entered, left] = [0, 0]
    searches.onSite = (actor, siteId, query) =>
      onSite(actor, siteId, {
        ...query,
        signalOf: () => {
          const signal = query.signalOf?.() ?? new AbortController().signal
          entered += 1
          signal.addEventListener('abort', () => (left += 1))
          return signal
        },
      })
    return { entered: () => entered, left: () => left }
  }

  function search(siteId: string): Socket {
    const { hostname, port } = new URL(api.server.url)
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    const key = Buffer.from(`${api.root.name}:${api.root.secret}`).toString('base64')
    const path = `/v2/sites/${siteId}/search?q=word`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${key}\r\n\r\n`)
    return socket
  }

  const statusOf = async (socket: Socket): Promise<string> => {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString('latin1').slice(9, 12)
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  }

  it('has room again as soon as a client has gone, and answers the others', async () => {
    const { id } = await api.site()
    const line = countLine()
    hold()
    const first = Array.from({ length: PLACES }, () => search(id))
    await until(() => held.length === PLACES)
    const waiting = Array.from({ length: MAX_SEARCHES_WAITING_OF_USER }, () => search(id))
    await until(() => line.entered() === waiting.length)
    expect(await statusOf(search(id)), 'while the line is full').to.equal('503')
    const [gone, ...others] = waiting
    gone?.destroy()
    await until(() => line.left() === 1)
    let status = ''
    const next = statusOf(search(id)).then((answer) => (status = answer))
    await until(() => status !== '' || line.entered() === waiting.length + 1)
    expect(status, 'while it waits').to.equal('')
    Worker.prototype.postMessage = postMessage
    held.splice(0).forEach((send) => send())
    for (const socket of [...first, ...others]) expect(await statusOf(socket)).to.equal('200')
    expect(await next).to.equal('200')
  })

  it('sends a list in parts to a client that waited in it, without a warning of Node', async () => {
    const { id } = await api.site()
    await addPosts(id, 4, 2 * 1024 * 1024)
    const { documents } = api.server.application.services
    const list = documents.list.bind(documents)
    let waiting = 0
    documents.list = (actor, collection, query) => {
      const signalOf = () => {
        waiting += 1
        return query.signalOf?.() ?? new AbortController().signal
      }
      return list(actor, collection, { ...query, signalOf })
    }
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    hold()
    const path = `/v2/sites/${id}/collections/posts/documents?per_page=10000`
    const lists = Array.from({ length: PLACES + 1 }, () => api.get(path))
    await until(() => held.length === PLACES && waiting === 1)
    Worker.prototype.postMessage = postMessage
    held.splice(0).forEach((send) => send())
    for (const answer of await Promise.all(lists)) expect(answer.list).to.have.length(4)
    process.off('warning', note)
    expect(warnings).to.deep.equal([])
  })

  /** Commits posts by git, and waits until they are listed. */
  async function addPosts(siteId: string, count: number, length: number): Promise<void> {
    const changes = Array.from({ length: count }, (_, i) => {
      const text = `---\ntitle: Text ${i}\n---\n${'x'.repeat(length)}`
      return `M 100644 inline _posts/2024-01-01-${i}.md\ndata ${text.length}\n${text}\n`
    })
    const head = 'commit refs/heads/main\ncommitter A <a@test> 1700000000 +0000\ndata 1\nx\n'
    const stream = `${head}from ${await api.head(siteId)}\n${changes.join('')}\n`
    await api.fastImport(siteId, stream)
    await api.server.application.advance.catchUp(siteId)
  }
})
