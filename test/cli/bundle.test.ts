import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUNDLE = join(ROOT, 'dist/bundle')

describe('the bundle of dist', () => {
  before(function () {
    // Only there after `npm run build`.
    if (!existsSync(BUNDLE)) this.skip()
  })

  it('looks for files where the modules themselves would', () => {
    const names = readdirSync(BUNDLE)
    const texts = names.map((name) => readFileSync(join(BUNDLE, name), 'utf8'))
    const places = texts.flatMap((text) =>
      Array.from(
        text.matchAll(/new URL\("([^"]+)", ?import\.meta\.url\)/g),
        ([, path = '']) => path,
      ),
    )
    expect(places).to.include('../builder/process/run.js')
    for (const path of places) expect(existsSync(join(BUNDLE, path)), path).to.equal(true)
  })

  it('builds a site', () => {
    const site = mkdtempSync(join(tmpdir(), 'galley-bundle-'))
    try {
      writeFileSync(join(site, 'index.md'), '---\n---\n# Hi\n')
      const command = [
        join(ROOT, 'bin/galley.js'),
        'build',
        '-q',
        '-s',
        site,
        '-d',
        `${site}/_site`,
      ]
      execFileSync(process.execPath, command, { cwd: dirname(site) })
      expect(readFileSync(join(site, '_site/index.html'), 'utf8')).to.contain('<h1 id="hi">Hi</h1>')
    } finally {
      rmSync(site, { recursive: true })
    }
  })
})
