import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import type { BuildRequest, Diagnostic } from '../../../src/builder/base/request.js'
import { contentsOf } from '../folders.js'
import { AS_RECORDED } from '../recorded.js'

const SITES = fileURLToPath(new URL('../../../fixtures/sites', import.meta.url))
const NOW = Date.UTC(2026, 0, 1)

interface Built {
  readonly files: Map<string, string>
  readonly diagnostics: readonly Diagnostic[]
}

const PLAIN = { threads: 0 }
const THREADS = { threads: 2 }

describe('the threads and the memory of a build', () => {
  let root: string
  let site: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galley-convert-'))
    site = join(root, 'site')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(site, path)), { recursive: true })
    writeFileSync(join(site, path), text)
  }

  async function built(options: Partial<BuildRequest>): Promise<Built> {
    const destination = join(root, 'out')
    rmSync(destination, { recursive: true, force: true })
    const { diagnostics } = await build({
      source: site,
      destination,
      now: NOW,
      ...AS_RECORDED,
      ...options,
    })
    return { files: contentsOf(destination), diagnostics }
  }

  const cached = (): Partial<BuildRequest> => ({ ...PLAIN, cache: { folder: join(root, 'cache') } })

  for (const name of readdirSync(SITES, { withFileTypes: true })) {
    if (!name.isDirectory()) continue
    it(`do not change the output of ${name.name}`, async () => {
      const filter = (path: string) => !path.endsWith('_site')
      cpSync(join(SITES, name.name), site, { recursive: true, filter })
      const plain = await built(PLAIN)
      expect(plain.files.size).to.be.greaterThan(0)
      expect(await built(THREADS)).to.deep.equal(plain)
      expect(await built(cached()), 'while it learns').to.deep.equal(plain)
      expect(await built(cached()), 'when it knows').to.deep.equal(plain)
    })
  }

  it('give warnings in the order of the pages', async () => {
    write('_config.yml', 'kramdown: {show_warnings: true}\n')
    for (let i = 0; i < 60; i++) write(`p${i}.md`, `---\n---\n{:toc\n\n[x]: \n*${i}* {:bad`)
    const plain = await built(PLAIN)
    expect(plain.diagnostics.length).to.be.at.least(60)
    expect(await built(THREADS)).to.deep.equal(plain)
    await built(cached())
    expect(await built(cached())).to.deep.equal(plain)
  })

  it('fail with the same page', async () => {
    for (let i = 0; i < 40; i++) write(`_posts/2025-01-01-p${i}.md`, `---\n---\n# ${i}\n`)
    write('index.md', '---\n---\n{% include missing.html %}\n')
    const plain = await built(PLAIN)
    expect(plain.diagnostics.map(({ severity }) => severity)).to.deep.equal(['error'])
    expect(await built(THREADS)).to.deep.equal(plain)
    expect(await built(cached())).to.deep.equal(plain)
  })

  it('follow edits of texts, options and layouts', async () => {
    for (let i = 0; i < 20; i++) write(`p${i}.md`, `---\n---\n# Page ${i}\n"quoted"\n`)
    await built(cached())
    write('p3.md', '---\n---\n# Another\n')
    write('_config.yml', 'kramdown: {auto_ids: false, smart_quotes: "apos,apos,quot,quot"}\n')
    const plain = await built(PLAIN)
    expect(await built({ ...cached(), ...THREADS })).to.deep.equal(plain)
    expect(await built(cached())).to.deep.equal(plain)
  })

  it('compile style sheets again if any file that they looked for has changed', async () => {
    write('main.scss', '---\n---\n@import "base";\n')
    write('_sass/base.scss', '@import "colours"; a { color: $link; }')
    write('_sass/colours.scss', '$link: red;')
    const before = await built(cached())
    expect(before.files.get('main.css')).to.include('red')
    expect(await built(cached())).to.deep.equal(before)
    write('_sass/colours.scss', '$link: blue;')
    expect((await built(cached())).files.get('main.css')).to.include('blue')
    // What stands before the other in Sass's order was not there.
    write('_sass/_colours.scss', '$link: green;')
    rmSync(join(site, '_sass/colours.scss'))
    const after = await built(cached())
    expect(after.files.get('main.css')).to.include('green')
    expect(after).to.deep.equal(await built(PLAIN))
  })

  it('compile style sheets again without the theme that they import', async () => {
    write('_config.yml', 'theme: minima\n')
    write('main.scss', '---\n---\n@import "minima";\n')
    expect((await built(cached())).files.get('main.css')).to.include('.site-header')
    write('_config.yml', 'title: No theme\n')
    const after = await built(cached())
    expect(after).to.deep.equal(await built(PLAIN))
    expect(after.diagnostics.map(({ severity }) => severity)).to.deep.equal(['error'])
  })

  it('use a cache folder in the site only if the site is trusted', async () => {
    write('index.md', '---\n---\n# Hello\n')
    const inSite = () => readdirSync(site).filter((name) => name.startsWith('.'))
    await built({ ...PLAIN, cache: 'site', safe: true })
    expect(inSite()).to.deep.equal([])
    write('_config.yml', 'disable_disk_cache: true\n')
    await built({ ...PLAIN, cache: 'site' })
    expect(inSite()).to.deep.equal([])
    write('_config.yml', 'cache_dir: .remembered\n')
    await built({ ...PLAIN, cache: 'site' })
    expect(inSite()).to.deep.equal(['.remembered'])
  })
})
