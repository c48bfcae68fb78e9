import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { ZipFile } from 'yazl'
import { follow, parseEvents } from './job-events.js'
import { useApi } from './server.js'

interface ZipItem {
  readonly name: string
  readonly comment?: string
  readonly data?: Buffer | string
  readonly mode?: number
}

async function zip(items: readonly ZipItem[], compress = true): Promise<Buffer> {
  const file = new ZipFile()
  for (const { name, data = 'x', mode, comment = '' } of items) {
    const options = { compress, fileComment: comment, ...(mode !== undefined && { mode }) }
    if (name.endsWith('/')) file.addEmptyDirectory(name)
    else file.addBuffer(Buffer.from(data), name, options)
  }
  file.end()
  const chunks: Buffer[] = []
  for await (const chunk of file.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

describe('POST /v2/import', () => {
  const api = useApi({
    settings: { importBytes: '1000000', importUnpackedBytes: '2000000', importFiles: '50' },
  })

  const run = async (data: Buffer, fields: Record<string, string> = {}) => {
    const upload = { name: 'My site.zip', data, fields }
    const answer = await api.upload('POST', '/v2/import', upload)
    expect(answer.status, answer.text).to.equal(202)
    const jobId = String(answer.json['job_id'])
    const events = await follow(api, jobId)
    return { siteId: String(answer.json['site_id']), jobId, last: events.at(-1)?.data }
  }

  const expectNone = async (siteId: string) => {
    expect((await api.get(`/v2/sites/${siteId}`)).status).to.equal(404)
    expect(existsSync(path.join(api.config.data, 'sites', siteId))).to.equal(false)
    const trashed = await api.server.application.remover.listTrash()
    expect(trashed.map((one) => one.siteId)).to.not.include(siteId)
  }

  it('makes a site of a ZIP in one commit', async () => {
    const data = await zip([
      { name: '_config.yml', data: '# mine\ntitle: Old\n' },
      { name: '_posts/2024-01-02-a.md', data: '---\ntitle: A\n---\nx' },
      { name: 'index.html', data: '---\n---\n' },
    ])
    const domain = 'imported.example.org'
    const { siteId, last } = await run(data, { title: 'New title', domain })
    expect(last).to.include({ status: 'complete' })
    const site = await api.get(`/v2/sites/${siteId}`)
    expect(site.json).to.include({ title: 'New title', domain, user_id: api.root.id })
    expect(await api.file(siteId, '_config.yml')).to.equal('# mine\ntitle: New title\n')
    const posts = await api.get(`/v2/sites/${siteId}/collections/posts/documents`)
    expect(posts.list.map(({ title }) => title)).to.deep.equal(['A'])
  })

  it('warns of files that Git LFS keeps elsewhere', async () => {
    const data = await zip([
      { name: '_config.yml', data: 'title: T\njekyll_version: 4.4\n' },
      { name: '.gitattributes', data: '# filter=lfs\n*.txt text\n*.psd filter=lfs -text\n' },
      { name: 'img/.gitattributes', data: '"a b.png" diff=lfs filter=lfs\n*.x filter=lfsx\n' },
    ])
    const { siteId, last } = await run(data)
    expect(last?.status, last?.message).to.equal('complete')
    const [job] = (await api.get(`/v2/sites/${siteId}/jobs`)).list
    const said = job?.['diagnostics'] as readonly { path: string; line: number; message: string }[]
    const named = said.map(({ path, line, message }) => `${path}:${line}: ${message}`)
    const ofLfs = named
      .filter((text) => text.includes('Git LFS'))
      .map((text) => text.split(' elsewhere')[0])
    expect(ofLfs).to.deep.equal([
      '.gitattributes:3: Git LFS keeps *.psd',
      'img/.gitattributes:1: Git LFS keeps "a b.png"',
    ])
  })

  it('takes names that differ only in case, builds both, and warns', async () => {
    const page = (title: string) => `---\ntitle: ${title}\n---\n${title}\n`
    const data = await zip([
      { name: '_config.yml', data: 'title: T\njekyll_version: 4.4\n' },
      { name: 'About.md', data: page('Upper') },
      { name: 'about.md', data: page('Lower') },
      { name: 'Docs/one.md', data: page('One') },
      { name: 'docs/two.md', data: page('Two') },
    ])
    const { siteId, jobId, last } = await run(data)
    expect(last?.status, last?.message).to.equal('complete')
    const [job] = (await api.get(`/v2/sites/${siteId}/jobs`)).list
    expect(job?.['id']).to.equal(jobId)
    const said = job?.['diagnostics'] as readonly { path: string; message: string }[]
    expect(said.map(({ path, message }) => `${path}: ${message.split('.', 1)[0]}`)).to.deep.equal([
      'about.md: Differs from About',
      'docs/two.md: Differs from Docs only in case',
    ])
    const url = `/v2/sites/${siteId}`
    const put = (name: string, text: string) =>
      api.upload('PUT', `${url}/source/${name}`, { data: text })
    for (const name of ['About.md', 'docs/two.md', 'docs/three.md', 'Docs/four.md']) {
      const answer = await put(name, page('Edited'))
      expect(answer.status, `${name}: ${answer.text}`).to.equal(200)
    }
    expect((await put('ABOUT.md', 'x')).status, 'a third one by the API').to.equal(409)
    const { json } = await api.post(`${url}/publish`)
    await follow(api, String(json['job_id']))
    const release = await api.server.application.releases.current(siteId, 'live')
    expect([...(release?.manifest.keys() ?? [])]).to.include.members([
      'About.html',
      'about.html',
      'Docs/one.html',
      'docs/two.html',
    ])
  })

  it('warns of what the site needs that is missing here, before it is published', async () => {
    const data = await zip([
      { name: '_config.yml', data: 'title: T\nplugins: [jekyll-nope]\nremote_theme: a/b\n' },
      { name: '_plugins/video.rb', data: "Liquid::Template.register_tag('video', Video)\n" },
      { name: 'index.html', data: '---\n---\n{% video x %}\n' },
    ])
    const { jobId, last } = await run(data)
    expect(last).to.include({ status: 'complete' })
    const job = await api.send({
      method: 'GET',
      path: `/v2/jobs/${jobId}`,
      headers: { accept: 'application/json' },
    })
    const said = job.json['diagnostics'] as readonly { severity: string; path: string }[]
    // The Jekyll of a site without a Gemfile comes first, then its theme.
    expect(said.map(({ severity, path }) => `${severity} ${path}`)).to.deep.equal([
      'warning null',
      'warning _config.yml',
      'error index.html',
      'warning _plugins/video.rb',
      'warning _config.yml',
    ])
  })

  it('leaves out one folder around everything, and files that file managers add', async () => {
    const data = await zip([
      { name: 'site/_config.yml', data: 'title: In a folder\n' },
      { name: 'site/.git/config', data: 'x' },
      { name: 'site/a/b.txt' },
      { name: '__MACOSX/site/._a', data: 'x' },
      { name: 'site/.DS_Store', data: 'x' },
    ])
    const { siteId, last } = await run(data)
    expect(last?.status, last?.message).to.equal('complete')
    const names = await api.git(siteId, 'ls-tree', '-r', '--name-only', 'main')
    expect(names.trim().split('\n')).to.deep.equal(['_config.yml', 'a/b.txt'])
    expect((await api.get(`/v2/sites/${siteId}`)).json['title']).to.equal('In a folder')
  })

  const link = 0o120777
  for (const [title, message, items] of [
    [
      'a symbolic link',
      '"a": is a symbolic link.',
      [{ name: 'a', data: '/etc/passwd', mode: link }],
    ],
    [
      'twins',
      '"a.txt": cannot be beside "a.txt": a site takes both names for the same.',
      [{ name: 'a.txt' }, { name: 'a.txt' }],
    ],
    [
      'a file and a folder of one name',
      '"a/b": cannot be beside "a": a site takes both names for the same.',
      [{ name: 'a' }, { name: 'a/b' }],
    ],
    ['a control character', '"a\\u0001b": contains a control character.', [{ name: 'a\u0001b' }]],
    [
      'a .git below',
      '"y/.GIT/config": contains a spelling of .git.',
      [{ name: 'x' }, { name: 'y/.GIT/config' }],
    ],
    [
      'too many files',
      'The ZIP contains more than 50 files.',
      Array.from({ length: 51 }, (_, count) => ({ name: `${count}.txt` })),
    ],
    [
      'too many folders',
      'The ZIP contains more than 50 folders.',
      [{ name: 'a' }, ...Array.from({ length: 51 }, (_, count) => ({ name: `${count}/` }))],
    ],
    [
      'too many folders around files',
      'The ZIP contains more than 50 folders.',
      Array.from({ length: 26 }, (_, count) => ({ name: `${count}/a/x.txt` })),
    ],
    [
      'folders in folders',
      `"${'a/'.repeat(33)}x": is deeper than 32 folders.`,
      [{ name: 'y' }, { name: `${'a/'.repeat(33)}x` }],
    ],
    [
      'a name that fills a message',
      `"${'a'.repeat(200)}…": is over 1024 bytes.`,
      [{ name: 'a'.repeat(20_000) }],
    ],
    [
      'long comments',
      'The ZIP has more than 25,600 bytes of names and comments.',
      [
        { name: 'a', comment: 'c'.repeat(20_000) },
        { name: 'b', comment: 'c'.repeat(20_000) },
      ],
    ],
    ['nothing but folders', 'The ZIP contains no files.', [{ name: 'a/' }]],
    [
      'a bomb',
      'The ZIP unpacks to more than 2,000,000 bytes.',
      [{ name: 'zeros', data: Buffer.alloc(3_000_000) }],
    ],
  ] as const satisfies readonly (readonly [string, string, readonly ZipItem[]])[]) {
    it(`ends in an error with a reason for ${title}, and leaves no site behind`, async () => {
      const { siteId, last } = await run(await zip(items))
      expect(last).to.include({ status: 'error', message })
      await expectNone(siteId)
    })
  }

  it('tells who imported why there is no site, and gives the domain to the next', async () => {
    const ada = await api.person('ada')
    const eve = await api.person('eve')
    const fields = { domain: 'wanted.example.org' }
    const send = (as: typeof ada, data: Buffer) =>
      api.upload('POST', '/v2/import', { name: 'x.zip', data, fields, as })
    const failed = await send(ada, await zip([{ name: 'a/' }]))
    expect(failed.status, failed.text).to.equal(202)
    const call = { method: 'GET', path: `/v2/jobs/${String(failed.json['job_id'])}` }
    const events = parseEvents((await api.send({ ...call, as: ada })).text)
    const message = 'The ZIP contains no files.'
    expect(events.at(-1)?.data).to.include({ status: 'error', message })
    await expectNone(String(failed.json['site_id']))
    const headers = { accept: 'application/json' }
    const read = (as: typeof ada) => api.send({ ...call, headers, as })
    expect((await read(ada)).json).to.include({ status: 'error', error: message })
    expect((await read(api.root)).status, 'an administrator').to.equal(200)
    expect((await read(eve)).status, 'another user').to.equal(404)
    expect((await api.send({ ...call, as: eve })).status, 'another user').to.equal(410)
    const next = await send(eve, await zip([{ name: 'a.txt' }]))
    expect(next.status, next.text).to.equal(202)
    await api.send({ method: 'GET', path: `/v2/jobs/${String(next.json['job_id'])}`, as: eve })
    const site = await api.get(`/v2/sites/${String(next.json['site_id'])}`, eve)
    expect(site.json).to.include(fields)
  })

  it('ends in an error for names outside the site', async () => {
    const good = await zip([{ name: 'aa/aa/evil.txt' }, { name: 'b' }], false)
    for (const name of ['../../evil.txt', '/a/b/c/evil.tx', 'aa\\aa\\evil.txt']) {
      const bytes = Buffer.from(good)
      const place = (from: number) => bytes.indexOf('aa/aa/evil.txt', from)
      for (let at = place(0); at >= 0; at = place(at + 1)) bytes.write(name.padEnd(14, 'x'), at)
      const { last } = await run(bytes)
      expect(last?.status, name).to.equal('error')
      expect(last?.message)
        .to.match(/^The ZIP: .*[^.]\.$/)
        .and.to.include(name)
    }
  })

  it('ends in an error for a file with a wrong checksum', async () => {
    const bytes = await zip([{ name: 'a.txt', data: 'as it was' }], false)
    bytes.write('x', bytes.indexOf('as it was'))
    const { siteId, last } = await run(bytes)
    const message = '"a.txt": is damaged: its checksum is another.'
    expect(last).to.include({ status: 'error', message })
    await expectNone(siteId)
  })

  it('ends in an error for files that share their bytes', async () => {
    const bytes = await zip(
      [
        { name: 'a.txt', data: 'shared' },
        { name: 'b.txt', data: 'shared' },
      ],
      false,
    )
    // The list at the end names the first one's place for the second, too: bytes 42 to 45 of its line.
    const second = bytes.lastIndexOf(Buffer.from('PK\x01\x02'))
    expect(bytes.readUInt32LE(second + 42)).to.be.greaterThan(0)
    bytes.writeUInt32LE(0, second + 42)
    const { siteId, last } = await run(bytes)
    const message = '"b.txt": overlaps another file of the ZIP.'
    expect(last).to.include({ status: 'error', message })
    await expectNone(siteId)
  })

  it('ends in an error for a name that is not UTF-8', async () => {
    const bytes = await zip([{ name: 'b' }, { name: 'caf\u00e9' }], false)
    const place = (from: number) => bytes.indexOf('caf\u00e9', from)
    for (let at = place(0); at >= 0; at = place(at + 1))
      bytes.write('\u00ff\u00fe', at + 3, 'latin1')
    const { last } = await run(bytes)
    expect(last).to.include({ status: 'error', message: '"caf\ufffd\ufffd": is not UTF-8.' })
  })

  it('answers 422 to a file that is not a ZIP, 413 over the limit, 409 for a taken domain', async () => {
    const send = (data: Buffer | string, fields = {}) =>
      api.upload('POST', '/v2/import', { name: 'x.zip', data, fields })
    for (const data of ['', 'text', 'PK', '<html>']) {
      expect((await send(data)).status, data).to.equal(422)
    }
    const before = (await api.get('/v2/sites')).list.length
    const nothing = await send(await zip([]))
    expect(nothing.json['details']).to.deep.equal([
      { field: 'file', message: 'is a ZIP archive without files' },
    ])
    expect((await api.get('/v2/sites')).list.length).to.equal(before)
    expect((await send(Buffer.alloc(1_000_001))).status).to.equal(413)
    const good = await zip([{ name: 'a' }])
    expect((await send(good, { domain: 'not a domain' })).status).to.equal(422)
    const site = await api.site()
    expect((await send(good, { domain: site['domain'] })).status).to.equal(409)
    const torn = await run(good.subarray(0, good.length - 30))
    expect(torn.last?.status).to.equal('error')
    expect(torn.last?.message).to.match(/^The ZIP: .*truncated\.$/)
  })
})
