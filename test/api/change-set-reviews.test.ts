/** The review of change sets: handed in, sent back with notes, handed in again. */

import { expect } from 'chai'
import { MAX_SET_NOTES } from '../../src/model/change-set.js'
import { useApi, type Person, type Site } from './server.js'

describe('The review of change sets', () => {
  const api = useApi()
  let site: Site
  let base: string
  let paula: Person
  let will: Person
  let set: string
  let page: string

  beforeEach(async () => {
    site = await api.site()
    base = `/v2/sites/${site.id}`
    paula = await api.member(site.id, 'publisher', 'paula')
    will = await api.member(site.id, 'writer', 'will')
    const made = await api.post(`${base}/pages`, { title: 'Prices', body: 'Old\n', path: 'p.md' })
    page = String(made.json['id'])
    set = String((await api.post(`${base}/change_sets`, { title: 'Season' }, will)).json['id'])
  })

  const change = (body: string) => api.put(`/v2/pages/${page}?change_set=${set}`, { body }, will)
  const one = () => `${base}/change_sets/${set}`
  const handIn = (json: object = {}, as = will) => api.post(`${one()}/hand_in`, json, as)
  const sendBack = (notes: unknown, as = paula) => api.post(`${one()}/send_back`, { notes }, as)
  const notes = async (as = will) => (await api.get(`${one()}/notes`, as)).list
  const told = async (as: Person) =>
    (await api.get('/v2/notifications', as)).list.filter(({ change_set_id: id }) => id === set)

  it('hand in, send back with notes by text, hand in again and land, and all are told', async () => {
    expect((await handIn()).status).to.equal(422)
    await change('New\n')
    const handed = await handIn({ note: 'As agreed.' })
    expect(handed.json).to.include({ state: 'open', handed_in_by: will.id })
    expect(handed.json['handed_in_at']).to.be.a('string')
    const [waiting] = await told(paula)
    const said = { kind: 'set_handed_in', user_id: will.id, name: 'Season', reason: 'As agreed.' }
    expect(waiting).to.include(said)
    expect(await told(will)).to.deep.equal([])

    const back = await sendBack([{ path: 'p.md', text: 'An old price.' }, { text: 'Nearly.' }])
    expect(back.json).to.include({ handed_in_at: null, handed_in_by: null })
    expect((await sendBack([{ text: 'Twice' }])).status).to.equal(409)
    const [sent] = await told(will)
    expect(sent).to.include({ kind: 'set_sent_back', user_id: paula.id, reason: 'An old price.' })
    const list = (await notes()).map(({ kind, path, text, user_id: by }) => [kind, path, text, by])
    expect(list).to.deep.equal([
      ['sent_back', null, 'Nearly.', paula.id],
      ['sent_back', 'p.md', 'An old price.', paula.id],
      ['handed_in', null, 'As agreed.', will.id],
    ])

    await change('Newer\n')
    expect((await handIn()).status).to.equal(200)
    expect((await api.post(`${one()}/land`, {}, paula)).status).to.equal(200)
    expect((await told(will))[0]).to.include({ kind: 'set_landed', user_id: paula.id })
    expect(await notes(paula)).to.have.length(4)
  })

  it('is open again after any change of it, so that nobody sends back or takes for reviewed what is new', async () => {
    await change('New\n')
    await handIn()
    await change('Newer\n')
    expect((await api.get(one(), paula)).json).to.include({ state: 'open', handed_in_at: null })
    expect((await sendBack([{ text: 'No' }])).status).to.equal(409)
    // Its name is no change of it.
    await handIn()
    await api.put(one(), { title: 'Renamed' }, will)
    expect((await api.get(one(), paula)).json['handed_in_by']).to.equal(will.id)
  })

  it('refuses what is no note, of files that the set does not change, and closed sets', async () => {
    await change('New\n')
    await handIn()
    const wrong = [
      undefined,
      [],
      [{ text: ' ' }],
      [{ text: 'x'.repeat(2001) }],
      [{ path: 'other.md', text: 'x' }],
      Array.from({ length: 51 }, () => ({ text: 'x' })),
    ]
    for (const some of wrong) {
      expect((await sendBack(some)).status, JSON.stringify(some)?.slice(0, 80)).to.equal(422)
    }
    expect((await sendBack([{ text: 'x' }], will)).status).to.equal(403)
    expect((await handIn({ note: 'x'.repeat(2001) })).status).to.equal(422)
    const other = await api.member(site.id, 'writer', 'wanda')
    expect((await handIn({}, other)).status).to.equal(404)
    expect((await api.get(`${one()}/notes`, other)).status).to.equal(404)
    await api.delete(one(), will)
    expect((await handIn()).status).to.equal(404)
    expect((await sendBack([{ text: 'x' }])).status).to.equal(404)
    await api.put(one(), { state: 'open' }, will)
    expect((await api.get(one(), will)).json['handed_in_at']).to.equal(null)
    expect(await notes()).to.have.length(1)
  })

  it('keeps the newest notes of a set, in pages', async () => {
    await change('New\n')
    const some = Array.from({ length: 50 }, (_, index) => ({ text: `note ${index}` }))
    for (let round = 0; round < MAX_SET_NOTES / 50; round += 1) {
      await handIn()
      await sendBack(some)
    }
    const first = await api.get(`${one()}/notes?per_page=1000`, will)
    expect(first.list).to.have.length(MAX_SET_NOTES)
    expect(first.list[0]).to.include({ text: 'note 49' })
  })

  it('is for tokens that may publish, to send back', async () => {
    await change('New\n')
    await handIn()
    const made = await api.post(
      '/v2/users/me/tokens',
      { name: 'robot', scopes: ['read', 'sets'] },
      paula,
    )
    const headers = { Authorization: `Bearer ${String(made.json['token'])}` }
    const json = { notes: [{ text: 'x' }] }
    const call = { method: 'POST', path: `${one()}/send_back`, json, headers, as: undefined }
    expect((await api.send(call)).status).to.equal(403)
  })
})
