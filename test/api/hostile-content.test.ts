/** Files that mean harm to whoever reads them: stored, listed, harmless. */

import { expect } from 'chai'
import { useApi, type Site } from './server.js'

describe('Hostile content', () => {
  const api = useApi()
  let site: Site
  let source: string

  before(async () => {
    site = await api.site()
    source = `/v2/sites/${site.id}/source`
  })

  const put = (name: string, data: string) => api.upload('PUT', `${source}/${name}`, { data })

  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
    .concat(
      Array.from('bcdefghij').map(
        (name, place) =>
          `${name}: &${name} [${Array(10).fill(`*${'abcdefghij'[place]}`).join(',')}]`,
      ),
    )
    .join('\n')

  // The statuses: of a change of one key, and of the same YAML as the site's configuration.
  for (const [title, { edited, asConfig }, front] of [
    ['a YAML bomb', { edited: 409, asConfig: 422 }, bomb],
    [
      'a merge bomb',
      { edited: 409, asConfig: 422 },
      `a: &a {x: 1}\n${'b: {<<: *a}\n'.repeat(500)}`,
    ],
    ['deep nesting', { edited: 409, asConfig: 422 }, `a: ${'['.repeat(5000)}${']'.repeat(5000)}`],
    [
      'a tag that makes an object',
      { edited: 200, asConfig: 200 },
      'a: !!js/function "function () { throw 1 }"',
    ],
    ['a Ruby object', { edited: 409, asConfig: 200 }, '--- !ruby/object:Gem::Installer\ni: x'],
    [
      'a prototype',
      { edited: 200, asConfig: 200 },
      '__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}',
    ],
    ['a ring', { edited: 409, asConfig: 422 }, 'a: &a [*a]'],
    [
      'keys that are no texts',
      { edited: 200, asConfig: 200 },
      '? [a, b]\n: c\n1: x\nnull: y\n? {a: 1}\n: z',
    ],
    [
      'numbers beyond',
      { edited: 200, asConfig: 200 },
      'a: .inf\nb: -.inf\nc: .nan\nd: 1e999\ne: 0x1ffffffffffffffff',
    ],
    ['a million characters', { edited: 409, asConfig: 422 }, `a: ${'x'.repeat(1_000_000)}`],
    ['binary', { edited: 200, asConfig: 200 }, 'a: !!binary R0lGODlhDAAMAIQAAP'],
  ] as const) {
    it(`${title} in front matter is stored, listed and harmless`, async () => {
      const name = `_posts/2024-01-01-${title.replaceAll(' ', '-')}.md`
      const made = await put(name, `---\ntitle: x\n${front}\n---\nBody`)
      expect(made.status, made.text.slice(0, 200)).to.equal(200)
      const list = await api.get(`/v2/sites/${site.id}/collections/posts/documents?per_page=99`)
      expect(list.status).to.equal(200)
      const shown = list.list.find(({ filename }) => filename === name)
      expect(shown, 'listed').to.be.an('object')
      expect(list.text.length).to.be.below(20_000_000)
      expect({}).not.to.have.property('polluted')
      const path = `/v2/documents/${String(shown?.['id'])}`
      const changed = await api.put(path, { title: 'y' })
      expect(changed.status, changed.text.slice(0, 200)).to.equal(edited)
      await api.delete(path)
    })

    it(`${title} in _config.yml leaves a site that can be read and mended`, async () => {
      const made = await put('_config.yml', `title: x\n${front}\n`)
      expect(made.status, made.text.slice(0, 200)).to.equal(asConfig)
      expect((await api.get(`/v2/sites/${site.id}`)).status).to.equal(200)
      expect((await api.get('/v2/sites')).status).to.equal(200)
      expect((await put('_config.yml', 'title: fine\n')).status).to.equal(200)
      expect((await api.get(`/v2/sites/${site.id}`)).json['title']).to.equal('fine')
    })
  }

  it('never runs front matter in another language, such as JavaScript', async () => {
    for (const language of ['js', 'javascript', 'coffee', 'json', 'ruby']) {
      const name = `_posts/2024-01-01-${language}.md`
      const made = await put(name, `---${language}\nglobalThis.ran = true\n---\nx`)
      expect(made.json['type']).to.equal('file')
    }
    expect(globalThis).not.to.have.property('ran')
  })

  it('keeps permalinks of any kind within the site', async () => {
    const list = `/v2/sites/${site.id}/collections/posts/documents`
    for (const permalink of [
      '../../etc/passwd',
      '/a/../../b',
      '%2e%2e/x',
      '\\..\\x',
      '/:nope/',
      'javascript:alert(1)',
      '/x\ny/',
      '//evil.example.org/',
      '',
    ]) {
      const made = await api.post(list, { title: 'x', permalink })
      expect(made.status, made.text).to.equal(201)
      expect(String(made.json['url'])).to.match(/^(\/|$)/)
      expect(String(made.json['url'])).not.to.match(/(^|\/)\.\.(\/|$)/)
    }
  })
})
