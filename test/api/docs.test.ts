/** The documentation for people: whole, without scripts, and its program does what it says. */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { operationsOf } from '../../src/http/docs/operation.js'
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
