import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { build } from '../../src/builder/build.js'
import { declarationsOf } from '../parity/css.js'
import { AS_RECORDED } from './recorded.js'

const SITES = resolve(import.meta.dirname, '../../fixtures/sites')

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()

// The built-in minima has icons and a style sheet of its own.
const withoutIcons = (html: string) =>
  html.replace(/(<path (?:fill="[^"]*" )?)d="[^"]*"\s*\/>/g, '$1/>')
// Style sheets are printed as Sass's own compiler does; what they declare counts.
const comparable = (path: string, text: string) =>
  path.endsWith('.css') ? declarationsOf(text).join('\n') : withoutIcons(text)
const isMap = (path: string) => path.endsWith('.css.map')
const OWN_IN_MINIMA = new Set(['assets/main.css', 'assets/minima-social-icons.svg'])

describe('the sites of fixtures/sites are built as by Jekyll 4.3.1', () => {
  let output: string
  beforeEach(() => (output = mkdtempSync(join(tmpdir(), 'galley-site-'))))
  afterEach(() => rmSync(output, { recursive: true, force: true }))

  const sites = readdirSync(SITES).filter((name) => statSync(join(SITES, name)).isDirectory())
  for (const name of sites) {
    it(name, async () => {
      const source = join(SITES, name)
      const report = await build({ source, destination: output, now: Date.now(), ...AS_RECORDED })
      expect(report.diagnostics.filter(({ severity }) => severity === 'error')).to.deep.equal([])
      const own = (path: string) => name === 'minima' && OWN_IN_MINIMA.has(path)
      const expected = join(source, '_site')
      expect(filesOf(output).filter((path) => !own(path))).to.deep.equal(
        filesOf(expected).filter((path) => !own(path)),
      )
      for (const path of filesOf(expected).filter((one) => !own(one) && !isMap(one))) {
        const [ours, theirs] = [output, expected].map((root) =>
          comparable(path, readFileSync(join(root, path), 'utf8')),
        )
        expect(ours, path).to.equal(theirs)
      }
    })
  }
})
