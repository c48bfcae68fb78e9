import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createHighlighter } from '../../src/highlight/highlight.js'

const FIXTURES = fileURLToPath(new URL('../../fixtures/highlight/', import.meta.url))
const SEPARATOR = '%%%\n'

function read(path: string): string[] {
  return readFileSync(FIXTURES + path, 'utf8').split(SEPARATOR)
}

describe('highlighted code is what Rouge prints', () => {
  const highlighter = createHighlighter()
  for (const file of readdirSync(`${FIXTURES}snippets`).sort()) {
    const language = file.slice(0, -'.txt'.length)
    const expected = read(`expected/${language}.html`)
    for (const [i, code] of read(`snippets/${file}`).entries()) {
      it(`${language}, snippet ${i + 1}`, () => {
        expect(highlighter.highlight(code, language)).to.equal(expected[i])
      })
    }
  }
})
