import { expect } from 'chai'
import { useApi, type Site } from './server.js'

const CONFIG = `title: x
collections:
  docs:
    output: true
    fields:
      - name: title
        required: true
      - {name: summary, kind: longtext, required: true, label: In short, help: One sentence}
      - {name: stars, kind: number}
      - {name: color, kind: color}
      - {name: when, kind: date}
      - {name: mood, choices: [calm, wild]}
      - {name: flag, kind: boolean}
      - {name: parts, kind: list}
      - {name: more, kind: object}
      - {name: author, kind: reference, collection: people}
      - plain
      - {kind: text}
      - 7
      - [nothing]
`

describe('Fields of a collection', () => {
  const api = useApi()
  let site: Site
  let docs: string

  before(async () => {
    site = await api.site()
    docs = `/v2/sites/${site.id}/collections/docs`
    const put = await api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, { data: CONFIG })
    expect(put.status, put.text).to.equal(200)
  })

  it('are those declared in the configuration', async () => {
    const { list } = await api.get(`${docs}/fields`)
    expect(list.map(({ name, kind }) => [name, kind])).to.deep.equal([
      ['title', 'text'],
      ['summary', 'longtext'],
      ['stars', 'number'],
      ['color', 'color'],
      ['when', 'date'],
      ['mood', 'choice'],
      ['flag', 'boolean'],
      ['parts', 'list'],
      ['more', 'object'],
      ['author', 'reference'],
      ['plain', 'text'],
    ])
    expect(list[1]).to.deep.equal({
      name: 'summary',
      label: 'In short',
      kind: 'longtext',
      required: true,
      choices: [],
      help: 'One sentence',
      declared: true,
      values: [],
    })
    expect(list[5]?.['choices']).to.deep.equal(['calm', 'wild'])
    expect(list[9]?.['choices']).to.deep.equal(['people'])
  })

  it('are checked when a document is written', async () => {
    const good = {
      summary: 's',
      stars: 3,
      color: '#aabbcc',
      when: '2024-01-02',
      mood: 'calm',
      flag: false,
      parts: ['a'],
      more: { a: 1 },
      author: ['ann', 'bob'],
      free: [1],
    }
    const create = (metadata: object) => api.post(`${docs}/documents`, { title: 'T', metadata })
    const made = await create(good)
    expect(made.status, made.text).to.equal(201)
    const url = `/v2/documents/${String(made.json['id'])}`
    const bad: readonly (readonly [object, string])[] = [
      [{ summary: null }, 'summary'],
      [{ summary: { a: 1 } }, 'summary'],
      [{ stars: 'many' }, 'stars'],
      [{ color: 'red' }, 'color'],
      [{ when: 'soon' }, 'when'],
      [{ mood: 'sad' }, 'mood'],
      [{ flag: 'yes!' }, 'flag'],
      [{ parts: 'a' }, 'parts'],
      [{ more: [1] }, 'more'],
      [{ plain: [1] }, 'plain'],
    ]
    for (const [wrong, name] of bad) {
      const metadata = { ...good, ...wrong }
      const change = {
        action: 'create',
        type: 'document',
        collection: 'docs',
        title: 'T',
        metadata,
      }
      const changes = { changes: [change] }
      for (const [answer, prefix] of [
        [await create(metadata), ''],
        [await api.put(url, { metadata }), ''],
        [await api.post(`/v2/sites/${site.id}/changes`, changes), 'changes.0.'],
      ] as const) {
        expect(answer.status, `${JSON.stringify(wrong)}: ${answer.text}`).to.equal(422)
        const details = answer.json['details'] as { field: string }[]
        const fields = details.map(({ field }) => field)
        expect(fields).to.deep.equal([`${prefix}metadata.${name}`])
      }
    }
    expect((await create({})).status).to.equal(422)
  })

  it('are checked only if they change', async () => {
    const data = '---\ntitle: Old\nstars: many\n---\nx'
    await api.upload('PUT', `/v2/sites/${site.id}/source/_docs/old.md`, { data })
    const { list } = await api.get(`${docs}/documents?q=old`)
    const url = `/v2/documents/${String(list[0]?.['id'])}`
    expect((await api.put(url, { body: 'y' })).status).to.equal(200)
    expect((await api.put(url, { metadata: { stars: 'more' } })).status).to.equal(422)
    expect((await api.put(url, { metadata: { stars: 5 } })).status).to.equal(200)
  })

  it('have suggestions: the values in documents, most used first', async () => {
    const notes = `/v2/sites/${site.id}/collections/notes`
    await api.upload('PUT', `/v2/sites/${site.id}/source/_config.yml`, {
      data: CONFIG.replace('  docs:', '  notes: {output: true}\n  docs:'),
    })
    const note = (title: string, metadata: object) =>
      api.post(`${notes}/documents`, { title, metadata })
    await note('One', { by: 'Bob', for: ['a', 'b'], stars: 1, long: 'x'.repeat(81) })
    await note('Two', { by: 'Ada', for: ['b'], stars: 1, long: '' })
    await note('Three', { by: 'Ada', stars: 2 })
    const { list } = await api.get(`${notes}/fields`)
    const values = Object.fromEntries(list.map(({ name, values: found }) => [name, found]))
    expect(values).to.deep.equal({ by: ['Ada', 'Bob'], for: ['b', 'a'], stars: [], long: [] })
  })

  it('are inferred if none are declared, from the documents that the user may see', async () => {
    const posts = `/v2/sites/${site.id}/collections/posts`
    const post = (title: string, metadata: object, visibility = 'visible') =>
      api.post(`${posts}/documents`, { title, metadata, visibility })
    await post('One', { hero: '/a.png', rating: 1, on: '2024-01-02', tone: '#fff', note: 'x' })
    await post('Two', { hero: '/b.jpg', rating: 'five', list: [1], deep: { a: 1 }, done: true })
    await post('Three', { secret: 1 }, 'hidden')
    const kinds = async (as?: Parameters<typeof api.get>[1]) => {
      const { list } = await api.get(`${posts}/fields`, as)
      return Object.fromEntries(list.map(({ name, kind }) => [name, kind]))
    }
    const seen = {
      hero: 'image',
      rating: 'text',
      on: 'date',
      tone: 'color',
      note: 'text',
      list: 'list',
      deep: 'object',
      done: 'boolean',
    }
    expect(await kinds()).to.deep.equal({ ...seen, secret: 'number' })
    const writer = await api.member(site.id, 'writer')
    expect(await kinds(writer)).to.deep.equal(seen)
    expect((await api.get(`/v2/sites/${site.id}/collections/none/fields`)).status).to.equal(404)
  })
})
