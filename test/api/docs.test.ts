/** The documentation for people: whole, without scripts, and its program does what it says. */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { operationsOf } from '../../src/http/docs/operation.js'
import { newWebhookSecret, signedHeaders } from '../../src/service/notices/signing.js'
import { isRecord } from './client.js'
import { useApi } from './server.js'

const run = promisify(execFile)
const GUIDES = new URL('../../src/http/docs/files/guides/', import.meta.url)
const POSTS = 1000

describe('GET /v2/docs', () => {
  const api = useApi()
  const pages = new Map<string, string>()

  /** Every page that can be reached by links, from the overview on. */
  async function collect(at: string): Promise<void> {
    if (pages.has(at)) return
    const answer = await api.send({ method: 'GET', path: at, as: undefined })
    expect(answer.status, `${at} ${answer.text}`).to.equal(200)
    pages.set(at, answer.text)
    for (const link of linksOf(answer.text)) {
      const [page = ''] = link.split('#')
      if (page.startsWith('/v2/docs')) await collect(page)
    }
  }

  before('walk through all pages', () => collect('/v2/docs'))

  it('needs no credentials, and allows no scripts and nothing from elsewhere', async () => {
    const { status, headers } = await api.send({ method: 'GET', path: '/v2/docs', as: undefined })
    expect(status).to.equal(200)
    expect(headers['content-type']).to.equal('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).to.match(/^default-src 'none'; style-src 'self';/)
    expect(policy).not.to.include('unsafe')
    for (const [at, text] of pages) {
      if (at.endsWith('.css')) expect(text, at).not.to.match(/@import|url\(/)
      else expect(text, at).not.to.match(/<script|<style|\sstyle=|\son\w+=|<img|<iframe|src=/)
    }
  })

  it('has an ETag, and answers 304 if it matches', async () => {
    const { headers } = await api.get('/v2/docs/style.css')
    const again = { 'If-None-Match': String(headers.etag) }
    const answer = await api.send({ method: 'GET', path: '/v2/docs/style.css', headers: again })
    expect(answer.status).to.equal(304)
  })

  it('has no broken links', () => {
    for (const [at, text] of pages) {
      for (const link of linksOf(text)) {
        const [page = '', anchor] = link.split('#')
        if (page === '/v2/openapi.json' || /^https?:/.test(page)) continue
        const target = page === '' ? text : pages.get(page)
        expect(target, `${at} -> ${link}`).not.to.equal(undefined)
        if (anchor !== undefined) expect(target, `${at} -> ${link}`).to.include(`id="${anchor}"`)
      }
    }
  })

  it('describes every operation and every schema', async () => {
    const { json } = await api.get('/v2/openapi.json')
    const all = [...pages.values()].join('\n')
    for (const { id, path: place } of operationsOf(json)) {
      expect(all).to.include(`<section id="${id}"`)
      expect(all).to.include(`<code>${place}</code>`)
    }
    const { schemas }: { schemas?: unknown } = Object(json['components'])
    for (const name of Object.keys(Object(schemas))) {
      expect(pages.get('/v2/docs/schemas')).to.include(`<section id="${name}"`)
    }
    expect(all).not.to.match(/\bundefined\b|\[object|NaN/)
  })

  it('has a guide for each topic that is not one operation', () => {
    const guides = [...pages.keys()].flatMap((at) => at.split('/v2/docs/guides/')[1] ?? [])
    const wanted = [
      'first-steps',
      'import',
      'conflicts',
      'jobs',
      'git',
      'roles',
      'errors',
      'moving',
      'webhooks',
    ]
    expect(guides).to.have.members(wanted)
  })

  it('links from the errors of an operation to their explanation', () => {
    const documents = pages.get('/v2/docs/reference/documents') ?? ''
    const codes = [...documents.matchAll(/guides\/errors#(\w+)"/g)].map(([, code]) => code)
    expect(codes).to.include.members(['validation_failed', 'conflict', 'precondition_failed'])
  })

  it('names this server in its guides', () => {
    for (const [at, text] of pages) {
      if (at.includes('/guides/')) expect(text, at).not.to.include('galley.example.org')
    }
    const guide = pages.get('/v2/docs/guides/git') ?? ''
    expect(guide).to.include(new URL(api.server.url).host)
  })

  it('finds operations, schemas and sections of guides by the beginnings of words', async () => {
    const search = async (q: string) => {
      const path = `/v2/docs/search?q=${encodeURIComponent(q)}`
      const { status, text } = await api.send({ method: 'GET', path, as: undefined })
      expect(status, text).to.equal(200)
      const main = /<main id="main">(.*)<\/main>/s.exec(text)?.[1] ?? ''
      return { text: main, links: linksOf(main) }
    }
    const { links } = await search('creat docum')
    expect(links[0]).to.equal('/v2/docs/reference/documents#createDocument')
    for (const link of [...links, ...(await search('publish')).links]) {
      const [page = '', anchor = ''] = link.split('#')
      expect(pages.get(page), link).to.include(`id="${anchor}"`)
    }
    expect((await search('fast-forward')).links.some((link) => /guides\/git#/.test(link))).to.equal(
      true,
    )
    expect((await search('SiteChanged')).links).to.include('/v2/docs/schemas#SiteChanged')
    expect((await search('<b>"')).text).to.include('&lt;b&gt;&quot;')
    expect((await search('zzz')).links).to.deep.equal([])
    expect((await search('')).links).to.deep.equal([])
    expect((await api.get(`/v2/docs/search?q=${'x'.repeat(201)}`)).status).to.equal(422)
  })

  it('shows an example of each operation before its parameters, for a shell and for a program', () => {
    const text = pages.get('/v2/docs/reference/documents') ?? ''
    const section = text.slice(text.indexOf('<section id="createDocument"'))
    const at = (part: string) => section.indexOf(part)
    expect(at('curl')).to.be.greaterThan(0).and.lessThan(at('<h3>Parameters</h3>'))
    expect(at('await')).to.be.greaterThan(at('curl')).and.lessThan(at('<h3>Parameters</h3>'))
    expect(at('<h3>Parameters</h3>')).to.be.lessThan(at('<h3>Answers</h3>'))
  })

  it('has first steps that publish a site, from a shell and from a program', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-steps-'))
    const env = { ...process.env, KEY: api.root.name, SECRET: api.root.secret }
    try {
      const [, , functions = '', steps = ''] = await codeOf(
        '1-first-steps.md',
        'sh',
        api.server.url,
      )
      const script = `${functions}\n${steps}\necho "SITE=$SITE"\n`
      const pasted = await run('bash', ['-euc', script], { env })
      expect(pasted.stdout).to.include('"title":"Hello, world"')
      expect(pasted.stdout).to.match(/^data: .*"complete"/m)
      expect(pasted.stdout).to.match(/^http:\/\/first-steps\.localhost:\d+\/$/m)
      const [, site = ''] = /^SITE=(\w+)$/m.exec(pasted.stdout) ?? []
      const [program = ''] = await codeOf('1-first-steps.md', 'js', api.server.url)
      await writeFile(path.join(folder, 'posts.mjs'), program)
      const command = ['--import', 'tsx', path.join(folder, 'posts.mjs'), site]
      const { stdout } = await run('node', command, { env })
      expect(stdout.split('\n')).to.include.members(['Hello, world', 'From a program'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('has examples in its other guides that succeed, too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-guides-'))
    const site = await api.site({ empty: false })
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const post = String((await api.post(posts, { title: 'Old' })).json['id'])
    const { url } = api.server
    const who = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' }
    const env = {
      ...process.env,
      ...who,
      GIT_COMMITTER_NAME: who.GIT_AUTHOR_NAME,
      GIT_COMMITTER_EMAIL: who.GIT_AUTHOR_EMAIL,
      KEY: api.root.name,
      SECRET: api.root.secret,
      API: `${url}/v2`,
      SITE: site.id,
      POST: post,
    }
    try {
      const [conditional = ''] = await codeOf('3-conflicts.md', 'sh')
      const { stdout } = await run('bash', ['-euc', conditional], { env, cwd: folder })
      expect(stdout).to.include('"title":"New"')
      const [clone = ''] = await codeOf('5-git.md', 'sh')
      const address = url.replace('//', '//$KEY:$SECRET@')
      const pasted = clone.replace('https://$KEY:$SECRET@galley.example.org', address)
      await run('bash', ['-euc', pasted], { env, cwd: folder })
      expect(await api.file(site.id, 'about.md')).to.match(/More\.\n$/)
      const job = String((await api.post(`/v2/sites/${site.id}/preview`)).json['job_id'])
      const [change = ''] = await codeOf('3-conflicts.md', 'js')
      const [follow = ''] = await codeOf('4-jobs.md', 'js')
      const client = new URL('../../src/client/client.ts', import.meta.url).href
      const program = `
        import { createClient } from '${client}'
        const { KEY: key, SECRET: secret } = process.env
        const client = createClient({ url: '${url}', key, secret })
        const [document_id, job_id] = process.argv.slice(2)
        ${change}
        ${follow}`
      await writeFile(path.join(folder, 'guides.mjs'), program)
      const words = ['--import', 'tsx', path.join(folder, 'guides.mjs'), post, job]
      expect((await run('node', words, { env })).stdout).to.match(/^complete /m)
      expect((await api.get(`/v2/documents/${post}`)).json['title']).to.equal('New!')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('has a check of signatures that takes what is signed with the secret, and nothing else', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-guides-'))
    try {
      const [code = ''] = await codeOf('9-webhooks.md', 'js')
      await writeFile(path.join(folder, 'check.mjs'), code)
      const { isSigned } = await import(path.join(folder, 'check.mjs'))
      const [secret, other] = [newWebhookSecret(), newWebhookSecret()]
      const timestamp = Math.floor(Date.now() / 1000)
      const signed = { id: '1', timestamp, body: '{}' }
      const headers = signedHeaders(signed, [other, secret])
      expect(isSigned(headers, '{}', secret)).to.equal(true)
      expect(isSigned(headers, '{} ', secret)).to.equal(false)
      expect(isSigned(headers, '{}', newWebhookSecret())).to.equal(false)
      const late = signedHeaders({ ...signed, timestamp: timestamp - 3600 }, [secret])
      expect(isSigned(late, '{}', secret)).to.equal(false)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('is 404 for unknown pages, whatever the path', async () => {
    for (const name of ['nothing', 'guides/..%2f..%2fpages', 'guides/%2e%2e/style.css', 'guides']) {
      const answer = await api.get(`/v2/docs/${name}`)
      expect(answer.status, name).to.equal(404)
    }
  })

  it(`has a program of 30 lines that imports a folder as one commit and publishes it`, async () => {
    const site = await api.site({ empty: false })
    const before = await api.git(site.id, 'rev-list', '--count', 'main')
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-import-'))
    try {
      const [program = ''] = await codeOf('2-import.md', 'js')
      expect(program.trim().split('\n').length).to.be.lessThan(33)
      await writeFile(path.join(folder, 'import.mjs'), program)
      await mkdir(path.join(folder, 'posts'))
      for (let i = 1; i <= POSTS; i += 1) {
        const name = `2026-01-${String((i % 28) + 1).padStart(2, '0')}-post-${i}.md`
        await writeFile(
          path.join(folder, 'posts', name),
          `---\ntitle: Post ${i}\n---\nText ${i}.\n`,
        )
      }
      const arguments_ = ['--import', 'tsx', path.join(folder, 'import.mjs')]
      const { stdout } = await run('node', [...arguments_, path.join(folder, 'posts'), site.id], {
        env: {
          ...process.env,
          GALLEY_URL: api.server.url,
          GALLEY_KEY: api.root.name,
          GALLEY_SECRET: api.root.secret,
        },
      })
      expect(stdout).to.match(new RegExp(`^${POSTS} posts in commit [0-9a-f]{40}$`, 'm'))
      expect(stdout).to.match(/^complete: /m)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    const after = await api.git(site.id, 'rev-list', '--count', 'main')
    expect(Number(after)).to.equal(Number(before) + 1)
    const { host } = new URL(api.server.sitesUrl)
    expect(host).not.to.equal('')
    const shown = await api.get(`/v2/sites/${site.id}/collections/posts/documents?q=post+${POSTS}`)
    expect(shown.list.map(({ title }) => title)).to.include(`Post ${POSTS}`)
    expect(isRecord(shown.list[0]) && shown.list[0]['body']).to.equal(`Text ${POSTS}.\n`)
  })
})

function linksOf(text: string): string[] {
  return [...text.matchAll(/href="([^"]*)"/g)].map(([, link = '']) => link)
}

/** The code of a guide in a language, with the client as its source is here, and for this server. */
async function codeOf(guide: string, language: 'js' | 'sh', url = ''): Promise<string[]> {
  const text = await readFile(new URL(guide, GUIDES), 'utf8')
  const client = new URL('../../src/client/client.ts', import.meta.url).href
  return text
    .split('```')
    .filter((block) => block.startsWith(`${language}\n`))
    .map((block) =>
      block
        .slice(language.length + 1)
        .replace("'galley/client'", `'${client}'`)
        .replace('https://galley.example.org', url),
    )
}
