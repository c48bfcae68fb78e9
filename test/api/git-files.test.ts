/** Files that git itself reads: nobody with an account can spoil a history for other hosts by one of them. */

import { expect } from 'chai'
import yazl from 'yazl'
import { useApi, type Person, type Site } from './server.js'

const BAD_MODULES = '[submodule "../x"]\n\tpath = -x\n\turl = -upwned\n'
const LONG_LINE = `${'a'.repeat(3000)}\n`
const GOOD = '*.png binary\n'

// When it is through, `git fsck --strict` of every repository is clean, as other hosts ask for.
describe('Files that git itself reads', () => {
  const api = useApi()
  let site: Site
  let url: string
  let writer: Person

  before(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Docs' })
    writer = await api.member(site.id, 'writer')
  })

  const write = (name: string, data: string) =>
    api.upload('POST', `${url}/collections/docs/files`, { as: writer, name, data })
  const put = (name: string, data: string) =>
    api.upload('PUT', `${url}/source/${name.split('/').map(encodeURIComponent).join('/')}`, {
      data,
    })

  it('cannot be written by a writer if other hosts would refuse them', async () => {
    for (const [name, data] of [
      ['.gitmodules', BAD_MODULES],
      ['.GitModules', BAD_MODULES],
      ['.gitattributes', LONG_LINE],
    ] as const) {
      const { status, text } = await write(name, data)
      expect(status, `${name}: ${text}`).to.equal(422)
    }
  })

  it('cannot be .gitmodules in any spelling, nor folders of such names', async () => {
    for (const name of [
      '.gitmodules',
      'a/.gitmodules/b',
      'a/.gitattributes/b',
      '.git\u200cmodules',
      '.gitmodules. .',
      '.gitmodules:x',
      'gitmod~1',
      'GI7EBA~1',
      'gi7d29~2/x',
    ]) {
      const { status, text } = await put(name, 'x')
      expect(status, `${name}: ${text}`).to.equal(422)
    }
    const title = { title: 'x', path: '.gitmodules/e.md' }
    expect((await api.post(`${url}/collections/docs/documents`, title, writer)).status).to.equal(
      422,
    )
  })

  it('are written as .gitattributes only if git can read them, by any request', async () => {
    expect((await put('.gitattributes', GOOD)).status).to.equal(200)
    expect((await put('.gitattributes', 'a'.repeat(1024 * 1024 + 1))).status).to.equal(422)
    expect((await put('long.txt', LONG_LINE)).status).to.equal(200)
    const moved = await api.post(`${url}/changes`, {
      changes: [{ action: 'move', type: 'file', path: 'long.txt', to: 'a/.gitattributes' }],
    })
    expect(moved.status, moved.text).to.equal(422)
    expect(await api.file(site.id, '.gitattributes')).to.equal(GOOD)
  })

  it('do not include those whose names only look similar', async () => {
    for (const name of ['gitmodules', '.gitmodules.md', '.gitignore', 'g~x', 'gitmod~0', 'a~1']) {
      const { status, text } = await put(name, LONG_LINE)
      expect(status, `${name}: ${text}`).to.equal(200)
    }
  })

  it('are left out of an imported ZIP if they declare submodules', async () => {
    const zip = new yazl.ZipFile()
    zip.addBuffer(Buffer.from('title: Zipped\n'), '_config.yml')
    zip.addBuffer(Buffer.from(BAD_MODULES), '.gitmodules')
    zip.addBuffer(Buffer.from(GOOD), '.gitattributes')
    zip.end()
    const chunks: Buffer[] = []
    for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
    const fields = { title: 'Zip', domain: 'zip.test' }
    const upload = { name: 'site.zip', data: Buffer.concat(chunks), fields }
    const { json } = await api.upload('POST', '/v2/import', upload)
    await api.get(`/v2/jobs/${String(json['job_id'])}`)
    const files = await api.git(String(json['site_id']), 'ls-tree', '--name-only', '-r', 'main')
    expect(files.trim().split('\n')).to.deep.equal(['.gitattributes', '_config.yml'])
  })
})
