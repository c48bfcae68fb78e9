/** Forms that are refused in the middle leave nothing on the disk; nor does an open folder go unsaid. */

import { expect } from 'chai'
import { chmod, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '../stories/git-client.js'
import { startApi, useApi } from './server.js'

describe('a form with several files', () => {
  const api = useApi()

  it('is refused, and leaves no file behind', async () => {
    const site = await api.site()
    const parts = Array.from({ length: 1000 }, (_, at) =>
      [
        '--x',
        `Content-Disposition: form-data; name="file"; filename="${at}.txt"`,
        'Content-Type: text/plain',
        '',
        `file ${at}`,
        '',
      ].join('\r\n'),
    )
    const raw = Buffer.from(`${parts.join('')}--x--\r\n`)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const url = `/v2/sites/${site.id}/source/a.txt`
    const answer = await api.send({ method: 'PUT', path: url, headers, raw })
    expect(answer.status, answer.text).to.be.within(400, 499)
    const folder = path.join(api.config.data, 'tmp')
    await eventually(async () => {
      const names = await readdir(folder)
      expect(names.filter((name) => !/^(hooks|start)$/.test(name))).to.deep.equal([])
    })
  })
})

describe('a data folder that others can read', () => {
  it('is reported to the operator', async () => {
    const data = await mkdtemp(path.join(tmpdir(), 'galley-open-'))
    const closed = await startApi({ data, keep: true })
    expect(closed.warned).to.deep.equal([])
    await closed.stop()
    await chmod(data, 0o755)
    const api = await startApi({ data })
    expect(api.warned.map(({ message }) => message).join()).to.include('chmod o-rwx')
    await api.finish()
  })
})
