/** `galley doctor` about the disk space of sites; `backup.test.ts` has what it finds in damaged data. */

import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startApi } from '../api/server.js'
import { startBadMailServer, startMailServer } from '../servers/smtp.js'
import { galley } from './galley.js'

describe('galley doctor', () => {
  let data = ''
  let domain = ''

  before(async () => {
    const api = await startApi({ keep: true })
    data = api.data
    const site = await api.site()
    domain = String(site['domain'])
    const url = `/v2/sites/${site.id}/source/large.bin`
    // Git can't make it smaller: it counts even if the working tree is written later.
    const answer = await api.upload('PUT', url, { data: randomBytes(1_000_000) })
    expect(answer.status, answer.text).to.equal(200)
    await api.stop()
  })
  after(() => rm(data, { recursive: true, force: true }))

  const doctor = async (siteBytes: number) => {
    await writeFile(path.join(data, 'galley.yml'), `site_bytes: ${siteBytes}\n`)
    return galley(['doctor', '--data', data])
  }

  it('says if the mail server can’t be used, without its password', async () => {
    const settings = (url: string) => `smtp_url: ${url}\nmail_from: galley@example.org\n`
    const bad = await startBadMailServer((socket) => socket.end('554 Go away\r\n'))
    const url = bad.url.replace('//', '//me:secret@')
    await writeFile(path.join(data, 'galley.yml'), settings(url))
    const { code, out } = await galley(['doctor', '--data', data])
    expect(out).to.match(/^server: No mail can be sent: The mail server: .*554/)
    expect(out).not.to.include('secret')
    // The setting is live.
    expect(out).to.include('correct it, and reload the server (systemctl reload galley, or SIGHUP)')
    expect(code).to.equal(1)
    const good = await startMailServer()
    await writeFile(path.join(data, 'galley.yml'), settings(good.url))
    expect((await galley(['doctor', '--data', data])).out).to.equal('All is well.\n')
    await Promise.all([bad.close(), good.close()])
  })

  it('says that copies can’t be read, and that a reload is enough for other settings of them', async () => {
    const keyFile = path.join(data, '..', `${path.basename(data)}.key`)
    await writeFile(keyFile, randomBytes(32).toString('hex'))
    const settings = `copies_to: ${data}/none\ncopies_key_file: ${keyFile}\n`
    await writeFile(path.join(data, 'galley.yml'), settings)
    const { code, out } = await galley(['doctor', '--data', data])
    expect(out).to.match(/^server: The copies can't be read: /)
    expect(out).to.include('and reload the server (systemctl reload galley, or SIGHUP).')
    expect(code).to.equal(1)
    await rm(keyFile)
  })

  it('names sites that have hardly any room left, and others not', async () => {
    const { code, out } = await doctor(1_000_000)
    expect(out).to.match(
      /^\S+: The site takes [\d.]+ MB on disk and may take 1 MB: raise --site-bytes/,
    )
    expect(out.startsWith(`${domain}: `)).to.equal(true)
    expect(code, 'a notice').to.equal(2)
    for (const room of [100_000_000, 0]) {
      expect(await doctor(room)).to.deep.equal({ code: 0, out: 'All is well.\n', err: '' })
    }
  })
})
