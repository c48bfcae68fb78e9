/** Starting over an index that can't be relied on. */

import { expect } from 'chai'
import { chmod, chown, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startApi } from './server.js'

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
      const answer = await api.get(document)
      expect(answer.status).to.equal(503)
      expect(answer.headers['retry-after']).to.equal('2')
      readiness.endPending(siteId)
    } finally {
      await api.finish()
    }
  })
})
