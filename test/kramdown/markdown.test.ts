import { expect } from 'chai'
import { markdownWith, readCases } from './cases.js'

describe('markdown', () => {
  const cases = readCases()
  for (const file of new Set(cases.map((each) => each.file))) {
    describe(`prints ${file.replace('.md', '')} as kramdown does`, () => {
      for (const { title, options, source, html } of cases.filter((each) => each.file === file)) {
        it(title, () => {
          expect(markdownWith(options).toHtml(source).html).to.equal(html)
        })
      }
    })
  }
})
