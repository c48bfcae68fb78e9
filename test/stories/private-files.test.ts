import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { call } from './writers.js'

describe('The data of a server', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-private-'))
  let server: GalleyProcess | null = null

  after(async () => {
    await server?.kill('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })

  it('is accessible only to its own user, whatever the umask and the mode of the folder', async () => {
    chmodSync(data, 0o755)
    const before = process.umask(0o002)
    try {
      server = await startGalley(data)
    } finally {
      process.umask(before)
    }
    const caller = { server, authorization: server.authorization }
    const site = { title: 'Private', domain: 'private.test' }
    const made = await call(caller, 'POST /v2/sites', site)
    const url = `/v2/sites/${String(made?.json['id'])}`
    const post = await call(caller, `POST ${url}/collections/posts/documents`, { title: 'Secret' })
    expect(post?.status).to.equal(201)
    await server.kill('SIGTERM')
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => name.endsWith('secret.md'))).to.have.length(1)
    const open = names.filter((name) => (lstatSync(path.join(data, name)).mode & 0o077) !== 0)
    expect(open).to.deep.equal([])
  })
})
