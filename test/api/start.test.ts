/** Starting over an index that can't be relied on. */

import { expect } from 'chai'
import { chmod, chown, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { closeSync, constants, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasCode } from '../../src/system/errno.js'
import { basic } from './client.js'
import { startApi } from './server.js'

/**
 * Puts a named pipe in the place of `refs/heads/main`: reading it does not end before `release`, which puts the ref
 * back and answers whoever reads.
 */
async function heldRef(gitDir: string) {
  const [main, aside] = [path.join(gitDir, 'refs/heads/main'), path.join(gitDir, 'main-aside')]
  const oid = await readFile(main, 'utf8')
  await rename(main, aside)
  execFileSync('mkfifo', [main])
  let pipe: number | null = null
  return {
    /** Resolves when somebody reads it; rejects if `work` ends before. */
    async isBeingRead(work: Promise<unknown>): Promise<void> {
      let isOver = false
      const over = () => (isOver = true)
      work.then(over, over)
      while (pipe === null) {
        if (isOver) throw new Error('The ref was not read.')
        pipe = openUnlessUnread(main)
        if (pipe === null) await delay(5)
      }
    },
    release(): void {
      if (!existsSync(aside)) return
      // Further readers get the file.
      renameSync(aside, main)
      if (pipe === null) return
      writeSync(pipe, oid)
      closeSync(pipe)
    },
  }
}

/** A named pipe for writing; null if nobody reads it. */
function openUnlessUnread(pipe: string): number | null {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (error) {
    if (hasCode(error, 'ENXIO')) return null
    throw error
  }
}

/** The ports at which this process begins to listen, in their order. */
function watchListening() {
  const ports: number[] = []
  const listen: Server['listen'] = Reflect.get(Server.prototype, 'listen')
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    this.once('listening', () => {
      const address = this.address()
      if (typeof address === 'object' && address !== null) ports.push(address.port)
    })
    return Reflect.apply(listen, this, args)
  }
  return { ports, stop: () => void (Server.prototype.listen = listen) }
}

describe('starting', () => {
  async function siteWithPosts() {
    const api = await startApi({ keep: true })
    const site = await api.site()
    const base = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await api.post(base, { title: 'Kept', body: 'A text. '.repeat(2000) })
    for (let i = 0; i < 30; i += 1) await api.post(base, { title: `Post ${i}`, body: 'Text' })
    await api.stop()
    const index = path.join(api.data, 'index.db')
    const document = `/v2/documents/${String(made.json['id'])}`
    return { data: api.data, index, base, document, root: api.root }
  }

  it('indexes everything again if the index is damaged', async () => {
    const { data, index, base, document } = await siteWithPosts()
    const bytes = await readFile(index)
    for (let at = Math.floor(bytes.length / 2); at < bytes.length; at += 7) bytes[at] = at % 251
    await writeFile(index, bytes)
    const api = await startApi({ data })
    try {
      const found = async () => (await api.get(document)).status === 200
      while (!existsSync(`${index}.aside`)) await delay(20)
      while (!(await found())) await delay(20)
      const list = await api.get(`${base}?per_page=100`)
      expect(list.status).to.equal(200)
      expect(list.list).to.have.length(31)
    } finally {
      await api.finish()
    }
  })

  it('warns the operator of a data folder that others can enter or change', async () => {
    for (const [mode, told] of [
      [0o755, ['chmod o-rwx']],
      [0o701, ['chmod o-rwx']],
      [0o777, ['chmod g-w', 'chmod o-rwx']],
      [0o770, ['chmod g-w']],
      [0o750, []],
      [0o700, []],
    ] as const) {
      const data = await mkdtemp(path.join(tmpdir(), 'galley-open-'))
      await chmod(data, mode)
      const api = await startApi({ data })
      try {
        const open = api.warned.filter(({ message }) => message.includes('chmod'))
        const fields = { data, mode: mode.toString(8) }
        expect(open.map((one) => [one.message.split(': ')[1], one.fields])).to.deep.equal(
          told.map((advice) => [advice, fields]),
        )
      } finally {
        await api.finish()
      }
    }
  })

  it('warns the operator of a data folder that another user owns', async function () {
    // Only root can give a folder away.
    if (process.getuid?.() !== 0) return this.skip()
    const data = await mkdtemp(path.join(tmpdir(), 'galley-owned-'))
    await chown(data, 65_534, 65_534)
    const api = await startApi({ data })
    try {
      const owned = api.warned.filter(({ message }) => message.includes('chown'))
      expect(owned.map(({ fields }) => fields)).to.deep.equal([{ data, uid: 65_534 }])
    } finally {
      await api.finish()
    }
    return undefined
  })

  it('uses an index that was copied from elsewhere, once it was checked', async () => {
    const { data, index, document } = await siteWithPosts()
    await copyFile(index, `${index}.copy`)
    await rename(`${index}.copy`, index)
    const api = await startApi({ data })
    try {
      while ((await api.get(document)).status !== 200) await delay(20)
      expect(existsSync(`${index}.aside`)).to.equal(false)
    } finally {
      await api.finish()
    }
  })

  it('does not answer 404 for a document whose site is not indexed yet', async () => {
    const { data, index, document } = await siteWithPosts()
    await rm(index)
    const api = await startApi({ data })
    try {
      const { readiness } = api.server.application
      const [site] = api.server.application.services.sites.list(
        { kind: 'server' },
        { window: { limit: 1, offset: 0 } },
      ).rows
      const siteId = site?.record.id ?? ''
      await api.server.application.advance.catchUp(siteId)
      expect((await api.get(document)).status).to.equal(200)
      readiness.markPending([siteId])
      expect((await api.get('/readyz')).status).to.equal(503)
      const answer = await api.get(document)
      expect(answer.status).to.equal(503)
      expect(answer.headers['retry-after']).to.equal('2')
      readiness.endPending(siteId)
    } finally {
      await api.finish()
    }
  })

  it('answers all other sites while one of them is still being read', async function () {
    if (process.platform === 'win32') return this.skip()
    const first = await startApi({ keep: true })
    const [held, other] = [await first.site(), await first.site()]
    await first.post(`/v2/sites/${other.id}/pages`, { title: 'There', body: 'Text' })
    await first.stop()
    const ref = await heldRef(path.join(first.data, 'sites', held.id, 'repository.git'))
    const listening = watchListening()
    const starting = startApi({ data: first.data })
    try {
      // Whoever reads the ref of the site waits for what only this test will write.
      await ref.isBeingRead(starting)
      const [port] = listening.ports
      expect(port, 'it listens by now').to.be.a('number')
      const headers = { Authorization: basic(first.root) }
      const get = (where: string) => fetch(`http://127.0.0.1:${port}${where}`, { headers })
      expect((await get('/healthz')).status).to.equal(200)
      const ready = await get('/readyz')
      expect([ready.status, ready.headers.get('retry-after')]).to.deep.equal([503, '2'])
      expect(await ready.json()).to.have.property('error', 'unavailable')
      let pages = await get(`/v2/sites/${other.id}/pages`)
      while (pages.status === 503) {
        await pages.text()
        pages = await get(`/v2/sites/${other.id}/pages`)
      }
      expect(pages.status).to.equal(200)
      expect(await pages.json()).to.have.nested.property('[0].title', 'There')
      const waiting = await get(`/v2/sites/${held.id}/pages`)
      expect([waiting.status, waiting.headers.get('retry-after')]).to.deep.equal([503, '2'])
      await waiting.text()
      ref.release()
      const api = await starting
      expect((await api.get(`/v2/sites/${held.id}/pages`)).status).to.equal(200)
      expect((await get('/readyz')).status).to.equal(200)
    } finally {
      listening.stop()
      ref.release()
      await starting.then((api) => api.finish())
    }
    return undefined
  })

  it('answers while the configuration has a label of 250,000 dashes, whether it is indexed or not', async () => {
    const first = await startApi({ keep: true })
    const [site, other] = [await first.site(), await first.site()]
    const label = `x${'-'.repeat(250_000)}x`
    const config = `title: Dashes\ncollections:\n  ${label}: {output: true}\n`
    await first.stop()
    const lines = [
      'commit refs/heads/main',
      'committer A <a@test> 1700000000 +0000',
      'data 1\nx',
      'from refs/heads/main^0',
      `M 100644 inline _config.yml\ndata ${config.length}\n${config}`,
    ]
    await first.fastImport(site.id, `${lines.join('\n')}\n`)
    const reason = 'the name of a collection may have at most 254 characters'
    // The first start indexes it, the second finds it indexed.
    for (const isIndexed of [true, true, false]) {
      if (!isIndexed) await rm(path.join(first.data, 'index.db'))
      const api = await startApi({ data: first.data, keep: isIndexed })
      try {
        const base = `/v2/sites/${site.id}`
        while ((await api.get(base)).status === 503) {
          expect(api.logged).to.deep.equal([])
          await delay(20)
        }
        const shown = await api.get(base)
        expect([shown.status, shown.json['config_error']]).to.deep.equal([
          200,
          `_config.yml:1:1: ${reason}`,
        ])
        const { status, list } = await api.get(`${base}/collections`)
        expect(status).to.equal(200)
        expect(list.map((row) => row['path'])).to.deep.equal(['posts'])
        expect((await api.get(`${base}/collections/posts/documents`)).status).to.equal(200)
        expect((await api.get(`/v2/sites/${other.id}`)).status).to.equal(200)
        const documents = `/v2/sites/${other.id}/collections/posts/documents`
        expect((await api.post(documents, { title: 'Written' })).status).to.equal(201)
        const renamed = await api.put(base, { title: 'Renamed' })
        expect(renamed.status).to.equal(422)
        expect(renamed.json['message']).to.include(reason)
      } finally {
        await api.finish()
      }
    }
  })
})
