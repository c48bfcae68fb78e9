/** A server that is killed in the middle of an import leaves no site behind, and says that the import failed. */

import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { eventually } from './git-client.js'

const TIP = 'a'.repeat(40)
const packet = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
const ADVERTISED = [
  packet('# service=git-upload-pack\n'),
  '0000',
  packet(`${TIP} HEAD\0symref=HEAD:refs/heads/main\n`),
  packet(`${TIP} refs/heads/main\n`),
  '0000',
].join('')

describe('kill -9 in the middle of an import', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-import-kill-'))
  const flags = ['--allow-addresses', '127.0.0.0/8']
  let server: GalleyProcess
  let authorization = ''

  // A repository that never sends its commits.
  const remote = createServer((request, response) => {
    if (request.url?.includes('/info/refs') !== true) return
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
    response.end(ADVERTISED)
  })

  before(async () => {
    remote.listen(0, '127.0.0.1')
    await once(remote, 'listening')
    server = await startGalley(data, flags)
    authorization = server.authorization
  })
  after(async () => {
    await server.kill('SIGKILL')
    remote.closeAllConnections()
    remote.close()
    rmSync(data, { recursive: true, force: true })
  })

  const call = async (method: string, address: string, body?: object) => {
    const answer = await fetch(server.url + address, {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: Record<string, unknown> = await answer.json()
    return { status: answer.status, json }
  }

  it('leaves no record, no folder and no domain, and a job that says so', async () => {
    const { port } = remote.address() as AddressInfo
    const wanted = { url: `http://127.0.0.1:${port}/site.git`, domain: 'killed.example.org' }
    const { status, json } = await call('POST', '/v2/import/repository', wanted)
    expect(status, JSON.stringify(json)).to.equal(202)
    const siteId = String(json['site_id'])
    const jobId = String(json['job_id'])
    const state = async () => (await call('GET', `/v2/jobs/${jobId}`)).json
    await eventually(async () => expect(await state()).to.include({ status: 'working' }))
    const folder = path.join(data, 'sites', siteId)
    expect(existsSync(folder)).to.equal(true)
    await server.kill('SIGKILL')
    server = await startGalley(data, flags)
    expect(await state()).to.include({
      status: 'error',
      error: 'Interrupted by a server restart',
    })
    expect((await call('GET', `/v2/sites/${siteId}`)).status).to.equal(404)
    expect(existsSync(folder)).to.equal(false)
    expect(existsSync(path.join(data, 'trash', siteId))).to.equal(false)
    const { domain } = wanted
    const next = await call('POST', '/v2/sites', { title: 'Next', domain, empty: true })
    expect(next.status, JSON.stringify(next.json)).to.equal(201)
  })
})
