import { expect } from 'chai'
import { outputPath } from '../../../src/builder/items/output-path.js'

describe('outputPath', () => {
  const table: [string, string, string | null][] = [
    ['/a/', '.html', 'a/index.html'],
    ['/a', '.html', 'a.html'],
    ['/a.html', '.html', 'a.html'],
    ['/a b%20c', '', 'a b c'],
    ['/%C3%A9', '', 'é'],
    ['/100%', '', '100%'],
    ['/../../etc/passwd', '', 'etc/passwd'],
    ['/%2e%2e/%2e%2e/x', '', 'x'],
    ['/a/%2e%2e%2f%2e%2e%2fx', '', 'a/x'],
    ['/', '.html', 'index.html'],
    ['', '', null],
    ['/a%00b', '', null],
    ['/..', '', null],
  ]
  for (const [url, extension, path] of table) {
    it(`${JSON.stringify(url)} is ${String(path)}`, () => {
      expect(outputPath(url, extension)).to.equal(path)
    })
  }
})
