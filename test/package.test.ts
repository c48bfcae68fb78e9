/** What the package exports works for somebody who installs it: by name, from what was built. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders of the sources whose files are read as they are. */
const SHIPPED = ['builder/theme/minima', 'service/sites/theme', 'http/docs/files']

/** Paths of all files below a folder, from the folder. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

/** Paths of what `npm pack` would put into the package. */
function packed(): string[] {
  const command = ['pack', '--dry-run', '--ignore-scripts', '--json', '--offline', '--silent']
  const json = execFileSync('npm', command, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // A list until npm 11, by the package's name since.
  const packages: Record<string, { files: { path: string }[] }> = JSON.parse(json)
  return Object.values(packages).flatMap(({ files }) => files.map(({ path }) => path))
}

describe('the package', () => {
  it('exports Markdown as kramdown writes it', async () => {
    const { createMarkdown, defaultOptions } = await import('galley/kramdown')
    const { html } = createMarkdown(defaultOptions).toHtml('# Hi *there*\n')
    expect(html).to.equal('<h1 id="hi-there">Hi <em>there</em></h1>\n')
  })

  it('exports Liquid', async () => {
    const { createEngine, fromPlain, RenderContext } = await import('galley/liquid')
    const environment = new Map([['name', fromPlain('ada')]])
    const template = createEngine().parse('{{ name | upcase }}{% if 1 == 1 %}!{% endif %}')
    expect(template.render(new RenderContext({ environment }))).to.equal('ADA!')
  })

  it('exports highlighting', async () => {
    const { createHighlighter } = await import('galley/highlight')
    expect(createHighlighter().highlight('[1]', 'json')).to.include('<span class="mi">1</span>')
  })

  it('ships every file of themes and documents', () => {
    const paths = new Set(packed())
    for (const folder of SHIPPED) {
      const files = filesOf(join(ROOT, 'src', folder))
      expect(files.length, folder).to.be.greaterThan(0)
      const missing = files.filter((file) => !paths.has(`dist/${folder}/${file}`))
      expect(missing, folder).to.deep.equal([])
    }
  })

  it('builds a site of its own theme', () => {
    const site = mkdtempSync(join(tmpdir(), 'galley-package-'))
    try {
      writeFileSync(join(site, '_config.yml'), 'theme: minima\ntitle: A site\n')
      writeFileSync(join(site, 'index.md'), '---\nlayout: home\n---\nHi\n')
      const command = [
        join(ROOT, 'bin/galley.js'),
        'build',
        '-q',
        '-s',
        site,
        '-d',
        `${site}/_site`,
      ]
      execFileSync(process.execPath, command, { cwd: tmpdir() })
      const built = readFileSync(join(site, '_site/index.html'), 'utf8')
      expect(built).to.include('<link rel="stylesheet" href="/assets/main.css">')
      expect(readFileSync(join(site, '_site/assets/main.css'), 'utf8')).to.include('.site-header')
    } finally {
      rmSync(site, { recursive: true })
    }
  })
})
