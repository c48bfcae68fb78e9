import { expect } from 'chai'
import { formatManifest, parseManifest } from '../../../src/deploy/files/manifest.js'
import { factsOf } from '../releases.js'

describe('manifest', () => {
  it('reads what it has written', async () => {
    const manifest = {
      release: 'r1',
      files: new Map([
        ['a b/ü.html', { ...factsOf('x'), md5: 'abc', version: 'abc-2' }],
        ['__proto__', factsOf('y')],
      ]),
      pending: new Map([['c', factsOf('')]]),
    }
    expect(await parseManifest(await formatManifest(manifest))).to.deep.equal(manifest)
  })

  it('reads indented JSON', async () => {
    const manifest = { release: 'r1', files: new Map([['a', factsOf('x')]]) }
    const text = JSON.stringify(JSON.parse(String(await formatManifest(manifest))), null, 2)
    expect(await parseManifest(Buffer.from(text))).to.deep.equal(manifest)
  })

  const row = (path: string, facts: unknown) =>
    JSON.stringify({ galley: 1, release: 'r1', files: { [path]: facts } })
  const sha = 'a'.repeat(64)

  for (const [title, text] of Object.entries({
    nothing: '',
    'a torn one': '{"galley":1,"release":"r1","files":{"a":["',
    'a list': '[]',
    'another version': '{"galley":2,"release":"r1","files":{}}',
    'a path that leaves the folder': row('../etc/passwd', [sha, 1, '', '']),
    'a path with a line break': row('a\r\nDELE b', [sha, 1, '', '']),
    'an absolute path': row('/a', [sha, 1, '', '']),
    'itself as a file': row('.galley-manifest.json', [sha, 1, '', '']),
    'a checksum that is none': row('a', ['x', 1, '', '']),
    'a negative size': row('a', [sha, -1, '', '']),
    'rows that are none': row('a', 'x'),
  })) {
    it(`refuses ${title}`, async () => {
      expect(await parseManifest(Buffer.from(text))).to.equal(null)
    })
  }
})
