import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
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
        text.matchAll(/new URL\("([^"]+)", ?(?:import\.meta\.url|bundleUrl)\)/g),
        ([, path = '']) => path,
      ),
    )
    expect(places).to.include('../builder/process/run.js')
    for (const path of places) expect(existsSync(join(BUNDLE, path)), path).to.equal(true)
  })

  it('has a digest of the code, on which caches of builds depend', () => {
    const asBuilt = readFileSync(join(ROOT, 'dist/code-digest.txt'), 'utf8')
    expect(asBuilt).to.match(/^[0-9a-f]{64}\n$/)
    const stale = mkdtempSync(join(tmpdir(), 'galley-bundle-'))
    try {
      // The same build with other code: what the cache holds must be asked for by another name.
      // Not where a link leads, if it is one.
      cpSync(join(ROOT, 'dist'), join(stale, 'dist'), { recursive: true, dereference: true })
      cpSync(join(ROOT, 'package.json'), join(stale, 'package.json'))
      symlinkSync(join(ROOT, 'node_modules'), join(stale, 'node_modules'))
      const ask = `import('${pathToFileURL(stale).href}/dist/builder/cache/code-version.js')
        .then((code) => console.log(code.codeVersion(), code.builderVersion()))`
      const versions = (): string[] =>
        execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }).trim().split(' ')
      const before = versions()
      expect(versions()).to.deep.equal(before)
      writeFileSync(join(stale, 'dist/code-digest.txt'), 'other')
      const [conversions, builds] = versions()
      expect(conversions).to.not.equal(before[0])
      expect(builds).to.not.equal(before[1])
    } finally {
      rmSync(stale, { recursive: true })
    }
  })

  it('has the code of the builder in a form that any memory limit allows', () => {
    const bundle = readdirSync(BUNDLE).find((name) => name.endsWith('.cjs')) ?? ''
    const ask = `import('./dist/bundle/builder-code.js').then(({ cachePath, compile }) => {
      const limit = () => require('v8').getHeapStatistics().heap_size_limit
      const before = limit()
      const bundle = ${JSON.stringify(join(BUNDLE, bundle))}
      const { script } = compile(bundle, require('fs').readFileSync(cachePath(bundle)))
      console.log(script.cachedDataRejected, before === limit(), before / 1024 / 1024)
    })`
    const answers = [[], ['--max-old-space-size=300']].map((flags) =>
      execFileSync(process.execPath, [...flags, '-e', ask], { cwd: ROOT, encoding: 'utf8' }).split(
        ' ',
      ),
    )
    for (const [isRejected, isSame] of answers) {
      expect([isRejected, isSame]).to.deep.equal(['false', 'true'])
    }
    expect(Number(answers[1]?.[2])).to.be.below(500)
  })

  for (const { what, isKept } of [
    { what: 'with the code of the builder', isKept: true },
    { what: 'without it, as for another version of Node', isKept: false },
  ]) {
    it(`builds a site ${what}`, () => {
      const root = mkdtempSync(join(tmpdir(), 'galley-bundle-'))
      try {
        for (const name of ['dist', 'bin', 'package.json']) {
          // Not a link: what is removed below would be gone from the repository.
          cpSync(join(ROOT, name), join(root, name), { recursive: true, dereference: true })
        }
        symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
        const bundle = join(root, 'dist/bundle')
        const code = readdirSync(bundle).filter((name) => name.endsWith('.cache'))
        expect(code).to.have.length(1)
        for (const name of isKept ? [] : code) rmSync(join(bundle, name))
        const site = join(root, 'site')
        mkdirSync(site)
        writeFileSync(join(site, 'index.md'), '---\n---\n# Hi\n\n```kotlin\nval a = 1\n```\n')
        const command = ['bin/galley.js', 'build', '-q', '-s', site, '-d', `${site}/_site`]
        execFileSync(process.execPath, command, { cwd: root })
        const page = readFileSync(join(site, '_site/index.html'), 'utf8')
        expect(page).to.contain('<h1 id="hi">Hi</h1>')
        expect(page).to.contain('<span class="kd">val</span>')
        for (const name of code) expect(existsSync(join(BUNDLE, name)), name).to.equal(true)
      } finally {
        rmSync(root, { recursive: true })
      }
    })
  }
})
