/** Building with the machine's own jekyll. */

import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runJekyll } from '../../../src/builder/process/jekyll-command.js'
import type { BuildRequest } from '../../../src/builder/base/request.js'
import { AS_RECORDED } from '../recorded.js'

const hasJekyll = spawnSync('jekyll', ['--version']).status === 0
const limits = { wallMs: 280_000, memoryMb: 4096 }

describe('runJekyll (needs jekyll)', () => {
  let root = ''

  before(function () {
    if (!hasJekyll) this.skip()
  })
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'galley-jekyll-test-'))
    mkdirSync(path.join(root, 'source/_plugins'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function request(files: Record<string, string>): BuildRequest {
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(root, 'source', name), text)
    const source = path.join(root, 'source')
    return {
      source,
      destination: path.join(root, 'site'),
      now: 0,
      environment: 'production',
      ...AS_RECORDED,
    }
  }

  it('builds a site with a Ruby plugin of its own', async () => {
    const report = await runJekyll(
      request({
        '_config.yml': 'title: From Ruby\n',
        'index.md': '---\n---\n{{ site.title }}: {% shout %} in {{ jekyll.environment }}\n',
        '_plugins/shout.rb':
          'class Shout < Liquid::Tag\n def render(c)\n  "HELLO"\n end\nend\nLiquid::Template.register_tag("shout", Shout)\n',
      }),
      { limits },
    )
    expect(report.diagnostics).to.deep.equal([])
    expect(report.ok).to.equal(true)
    const page = readFileSync(path.join(root, 'site/index.html'), 'utf8')
    expect(page).to.include('From Ruby: HELLO in production')
  })

  it('builds a site without a configuration, and with _config.yaml', async () => {
    const files = { 'index.md': '---\n---\n{{ site.title }}{{ site.posts.size }}\n' }
    const plain = await runJekyll(request(files), { limits })
    expect(plain).to.deep.include({ ok: true, diagnostics: [] })
    const named = { ...request({ ...files, '_config.yaml': 'title: Named\n' }), limitPosts: 1 }
    expect(await runJekyll(named, { limits })).to.have.property('ok', true)
    expect(readFileSync(path.join(root, 'site/index.html'), 'utf8')).to.include('Named0')
  })

  it('reports the output of the command if it fails', async () => {
    const files = { '_config.yml': '', 'index.md': '---\n---\n{% nonsense %}\n' }
    const report = await runJekyll(request(files), { limits })
    expect(report.ok).to.equal(false)
    expect(report.diagnostics[0]?.message).to.match(/nonsense/)
  })

  it('stops a plugin that never ends', async () => {
    const files = { '_config.yml': '', '_plugins/loop.rb': 'loop { sleep 1 }\n' }
    const error: unknown = await runJekyll(request(files), {
      limits: { ...limits, wallMs: 3000 },
    }).catch((thrown: unknown) => thrown)
    expect(error).to.have.property('code', 'time')
  })

  it('stops a plugin that uses all memory', async () => {
    const eat =
      'Jekyll::Hooks.register(:site, :after_init) { a = []; loop { a << "x" * 10_000_000 } }\n'
    const error: unknown = await runJekyll(request({ '_config.yml': '', '_plugins/eat.rb': eat }), {
      limits: { ...limits, memoryMb: 600 },
    }).catch((thrown: unknown) => thrown)
    expect(error).to.have.property('code', 'memory')
    expect(error).to.have.property('message', 'The build needs more than 600 MB.')
  })

  it('ends when it is cancelled', async () => {
    const controller = new AbortController()
    const files = { '_config.yml': '', '_plugins/loop.rb': 'loop { sleep 1 }\n' }
    const running = runJekyll(request(files), { limits, signal: controller.signal })
    setTimeout(() => controller.abort(new Error('stop')), 500)
    const error: unknown = await running.catch((thrown: unknown) => thrown)
    expect(error).to.have.property('message', 'stop')
  })
})
