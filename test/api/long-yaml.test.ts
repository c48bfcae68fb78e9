/**
 * Long YAML at every door: the main thread reads none of it, and where the thread for it dies, nothing that
 * was acknowledged is lost. Real threads, which the test ends as soon as they are started.
 */

import type { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { endYamlThread } from '../../src/service/branch/long-yaml/long-yaml.js'
import { yamlReadsOf } from '../calls.js'
import { commitFiles, git, useDesk } from '../stories/git-client.js'
import { useApi, type Site } from './server.js'

/** Of the thread for long YAML, and of no other in this process. */
const THREAD_MB = 256

const LINES = 1200
/** No simple mapping, so that js-yaml reads it wherever it is read. */
const VALUES = ['a text', '2.0', '2024-01-02', '[1, {b: 010}]']

function longYaml(title: string): string {
  const lines = Array.from({ length: LINES }, (_, at) => `key${at}: ${VALUES[at % VALUES.length]}`)
  return `title: ${title} # kept\n${lines.join('\n')}\n`
}

const post = (title: string) => `---\n${longYaml(title)}---\nBody\n`

describe('Long YAML', () => {
  const api = useApi()
  const desk = useDesk(api)
  let site: Site
  let work = ''
  let count = 0
  /** Ends each thread that is started, while there are some left to end. */
  let deaths = 0

  const onWorker = (worker: Worker) => {
    if (worker.resourceLimits?.maxOldGenerationSizeMb !== THREAD_MB || deaths === 0) return
    deaths -= 1
    void worker.terminate()
  }
  before(async () => {
    process.on('worker', onWorker)
    site = await api.site()
    work = await desk.clone(site.id)
  })
  after(() => {
    process.off('worker', onWorker)
  })
  beforeEach(async () => {
    deaths = 0
    await endYamlThread()
  })

  /** Pushes a post with long front matter; its name. */
  const push = async (title: string): Promise<string> => {
    const name = `2024-01-02-p${(count += 1)}.md`
    await git(work, 'pull', '-q')
    await commitFiles(work, { [`_posts/${name}`]: post(title) })
    await git(work, 'push', '-q')
    return name
  }
  const find = async (name: string) => {
    const { list } = await api.get(`/v2/sites/${site.id}/collections/posts/documents`)
    const found = list.find((row) => String(row['path']).endsWith(name))
    if (!found) throw new Error(`${name} is not listed`)
    const { id, sha, title, metadata } = found
    return { id: String(id), sha, title, metadata }
  }
  const putConfig = (data: string) =>
    api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, { data })

  it('that is pushed, listed, got and changed is never read on the main thread', async () => {
    const reads = await yamlReadsOf(async () => {
      const name = await push('Pushed')
      const { id, title, metadata } = await find(name)
      expect(title).to.equal('Pushed')
      expect(Object.keys(metadata as object)).to.have.length(LINES)
      const got = await api.get(`/v2/documents/${id}`)
      expect(got.json['title']).to.equal('Pushed')
      const put = await api.put(`/v2/documents/${id}`, { title: 'Changed' })
      expect(put.status, put.text).to.equal(200)
      expect(await api.file(site.id, `_posts/${name}`)).to.equal(post('Changed'))
    })
    expect(reads).to.equal(0)
  })

  it('that two editors have changed is merged or refused without reading it on the main thread', async () => {
    const name = await push('Base')
    const { id, sha } = await find(name)
    const put = (fields: object) => api.put(`/v2/documents/${id}`, { ...fields, sha })
    const reads = await yamlReadsOf(async () => {
      expect((await put({ title: 'First' })).status).to.equal(200)
      const merged = await put({ body: 'Other\n' })
      expect(merged.status, merged.text).to.equal(200)
      const refused = await put({ title: 'Second' })
      expect(refused.status, refused.text).to.equal(409)
    })
    expect(reads).to.equal(0)
    const text = post('First').replace('Body', 'Other')
    expect(await api.file(site.id, `_posts/${name}`)).to.equal(text)
  })

  it('of the configuration is checked and saved without reading it on the main thread', async () => {
    const reads = await yamlReadsOf(async () => {
      const put = await putConfig(longYaml('Configured'))
      expect(put.status, put.text).to.equal(200)
      const broken = await putConfig(`${longYaml('Broken')}b: ]\n`)
      expect(broken.status, broken.text).to.equal(422)
      expect(broken.json['message']).to.include(`_config.yml:${LINES + 2}:`)
      const changed = await api.put(`/v2/sites/${site.id}`, { title: 'Renamed' })
      expect(changed.status, changed.text).to.equal(200)
    })
    expect(reads).to.equal(0)
    expect(await api.file(site.id, '_config.yml')).to.equal(longYaml('Renamed'))
    expect((await putConfig('title: short\n')).status).to.equal(200)
  })

  it('is still changed if the thread dies once', async () => {
    const name = await push('Before')
    const { id } = await find(name)
    await endYamlThread()
    deaths = 1
    const put = await api.put(`/v2/documents/${id}`, { title: 'After' })
    expect(put.status, put.text).to.equal(200)
    expect(deaths).to.equal(0)
    expect(await api.file(site.id, `_posts/${name}`)).to.equal(post('After'))
  })

  it('is refused with 503 and left unchanged if the thread dies again and again', async () => {
    const name = await push('Before')
    const { id } = await find(name)
    for (const write of [
      () => api.put(`/v2/documents/${id}`, { title: 'After' }),
      () => putConfig(longYaml('After')),
    ]) {
      const head = await api.head(site.id)
      await endYamlThread()
      deaths = 2
      const refused = await write()
      expect(refused.status, refused.text).to.equal(503)
      expect(refused.headers['retry-after']).to.equal('1')
      expect(deaths).to.equal(0)
      expect(await api.head(site.id)).to.equal(head)
      const again = await write()
      expect(again.status, again.text).to.equal(200)
    }
    expect(await api.file(site.id, `_posts/${name}`)).to.equal(post('After'))
    expect((await putConfig('title: short\n')).status).to.equal(200)
  })

  it('that is pushed is visible, even if the thread dies again and again', async () => {
    deaths = Infinity
    const reads = await yamlReadsOf(async () => {
      const { title, metadata } = await find(await push('Pushed'))
      expect(title).to.equal('Pushed')
      expect(Object.keys(metadata as object)).to.have.length(LINES)
    })
    // The server reads it itself then, which shows that the other tests count what they shall.
    expect(reads).to.be.greaterThan(0)
  })

  it('that was committed is answered with 200, even if the thread dies then', async () => {
    // Moving reads no text: the thread is needed only after the commit.
    const name = await push('Moved')
    await putConfig('title: short\n')
    deaths = Infinity
    const moved = await api.post(`/v2/sites/${site.id}/changes`, {
      message: 'Move the folder',
      changes: [{ action: 'move', type: 'file', path: '_posts', to: '_drafts' }],
    })
    expect(moved.status, moved.text).to.equal(200)
    expect(await api.file(site.id, `_drafts/${name}`)).to.equal(post('Moved'))
  })
})
