import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const COMPOSED = 'caf\u00e9'
const DECOMPOSED = 'cafe\u0301'

describe('File names in decomposed Unicode (NFD)', () => {
  const api = useApi()
  let site: Site
  let url: string
  let docs: string

  before(async () => {
    site = await api.site()
    url = `/v2/sites/${site.id}`
    await api.post(`${url}/collections`, { title: 'Docs' })
    docs = `${url}/collections/docs`
  })

  const inGit = async () =>
    (await api.git(site.id, 'ls-tree', '-rz', '--name-only', 'main')).split('\0')

  it('are composed by the source endpoints, so that both spellings name one file', async () => {
    const put = (name: string, data: string) =>
      api.upload('PUT', `${url}/source/${encodeURIComponent(name)}`, { name: 'x', data })
    expect((await put(`${DECOMPOSED}.txt`, 'one')).json['name']).to.equal(`${COMPOSED}.txt`)
    expect((await put(`${COMPOSED}.txt`, 'two')).status).to.equal(200)
    for (const name of [COMPOSED, DECOMPOSED]) {
      const read = await api.get(`${url}/source/${encodeURIComponent(`${name}.txt`)}?download`)
      expect(read.text).to.equal('two')
    }
    const names = (await inGit()).filter((name) => name.startsWith('caf'))
    expect(names).to.deep.equal([`${COMPOSED}.txt`])
    const gone = await api.delete(`${url}/source/${encodeURIComponent(`${DECOMPOSED}.txt`)}`)
    expect(gone.status).to.equal(200)
  })

  it('are composed for documents, pages and files, so that no two files look the same', async () => {
    const list = `${docs}/documents`
    const made = await api.post(list, { title: 'x', path: `${DECOMPOSED}.md` })
    expect(made.json['path'], made.text).to.equal(`${COMPOSED}.md`)
    expect((await api.post(list, { title: 'y', path: `${COMPOSED}.md` })).status).to.equal(409)
    const same = await api.put(`/v2/documents/${String(made.json['id'])}`, {
      path: `${DECOMPOSED}.md`,
    })
    expect(same.json['path'], same.text).to.equal(`${COMPOSED}.md`)
    const page = await api.post(`${url}/pages`, { title: 'x', path: `${DECOMPOSED}.html` })
    expect(page.json['path'], page.text).to.equal(`${COMPOSED}.html`)
    for (const [fields, name] of [
      [{}, `${DECOMPOSED}.png`],
      [{ path: `a/${DECOMPOSED}.png` }, 'x'],
    ] as const) {
      const file = await api.upload('POST', `${docs}/files`, { name, data: 'x', fields })
      expect(file.json['basename'], file.text).to.equal(`${COMPOSED}.png`)
    }
  })

  it('are composed in changes', async () => {
    for (const change of [
      { action: 'create', path: `${DECOMPOSED}/1.txt`, content: 'MQ==' },
      { action: 'move', path: `${DECOMPOSED}/1.txt`, to: `${DECOMPOSED}/2.txt` },
    ]) {
      const answer = await api.post(`${url}/changes`, { changes: [{ type: 'file', ...change }] })
      expect(answer.status, answer.text).to.equal(200)
    }
    const names = (await inGit()).filter((name) => name.startsWith('caf') && name.includes('/'))
    expect(names).to.deep.equal([`${COMPOSED}/2.txt`])
  })
})
