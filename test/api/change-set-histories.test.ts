/** Random histories over change sets against a model: nothing is lost, nothing lands that was not in a set. */

import { expect } from 'chai'
import { useApi, type Site } from './server.js'

/** Bodies by path. */
type Texts = ReadonlyMap<string, string>

interface Model {
  main: Texts
  /** Of open sets. */
  readonly sets: Map<string, { base: Texts; own: Texts }>
}

/** Numbers that look random, the same at each run. */
function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** In the order of the paths. */
function sorted(texts: Texts): [string, string][] {
  return [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** What lies on main when a set lands; null if both sides changed the same text. */
function merged(main: Texts, { base, own }: { base: Texts; own: Texts }): Texts | null {
  const result = new Map(main)
  for (const path of new Set([...base.keys(), ...own.keys()])) {
    const [before, ours, theirs] = [base.get(path), own.get(path), main.get(path)]
    if (ours === before || ours === theirs) continue
    if (theirs !== before) return null
    if (ours === undefined) result.delete(path)
    else result.set(path, ours)
  }
  return result
}

describe('Random histories over change sets', () => {
  const api = useApi()

  for (const seed of [1, 2, 3]) {
    it(`end as the model says (${seed})`, async () => {
      const random = generator(seed)
      const site = await api.site()
      const base = `/v2/sites/${site.id}`
      const model: Model = { main: new Map(), sets: new Map() }
      const ids = new Map<string, string>()
      const world = { random, site, base, model, ids }
      for (let step = 0; step < 60; step += 1) {
        await act(world, step)
        await compare(world)
      }
    })
  }

  interface World {
    readonly random: (below: number) => number
    readonly site: Site
    readonly base: string
    readonly model: Model
    /** Ids by path. */
    readonly ids: Map<string, string>
  }

  async function act(world: World, step: number): Promise<void> {
    const { random, base, model } = world
    const choice = random(20)
    const open = [...model.sets.keys()]
    const set = open[random(open.length)]
    if (choice < 2 || set === undefined) {
      if (open.length >= 3) return
      const made = await api.post(`${base}/change_sets`, { title: `Set ${step}` })
      model.sets.set(String(made.json['id']), { base: model.main, own: model.main })
      return
    }
    const content = model.sets.get(set)
    if (!content) return
    const at = `${base}/change_sets/${set}`
    if (choice < 14) return write(world, choice < 8 ? set : null, step)
    if (choice === 14) {
      expect((await api.delete(at)).status).to.equal(200)
      if (random(2) === 0) await api.put(at, { state: 'open' })
      else model.sets.delete(set)
    } else if (choice < 17) {
      const after = merged(content.own, { base: content.base, own: model.main })
      const answer = await api.post(`${at}/update`, {})
      expect(answer.status, answer.text).to.equal(after === null ? 409 : 200)
      if (after === null) return
      model.sets.set(set, { base: model.main, own: after })
    } else {
      await land(world, set)
    }
  }

  async function land({ base, model }: World, set: string): Promise<void> {
    const content = model.sets.get(set)
    if (!content) return
    const isEmpty = JSON.stringify(sorted(content.base)) === JSON.stringify(sorted(content.own))
    const after = merged(model.main, content)
    const answer = await api.post(`${base}/change_sets/${set}/land`, {})
    expect(answer.status, answer.text).to.equal(isEmpty ? 422 : after === null ? 409 : 200)
    if (isEmpty || after === null) return
    model.main = after
    model.sets.delete(set)
  }

  async function write(world: World, set: string | null, step: number): Promise<void> {
    const { random, base, model, ids } = world
    const content = set === null ? null : model.sets.get(set)
    const texts = new Map(content ? content.own : model.main)
    const query = set === null ? '' : `?change_set=${set}`
    const path = `p${random(8)}.md`
    const body = `Text ${step}\n`
    const list = (await api.get(`${base}/pages${query}`)).list
    const known = list.find((one) => one['filename'] === path)
    const id = String(known?.['id'])
    if (!known) {
      const made = await api.post(`${base}/pages${query}`, { title: path, path, body })
      expect(made.status, made.text).to.equal(201)
      texts.set(path, body)
    } else if (random(4) === 0) {
      expect((await api.delete(`/v2/pages/${id}${query}`)).status).to.equal(200)
      texts.delete(path)
    } else {
      expect((await api.put(`/v2/pages/${id}${query}`, { body })).status).to.equal(200)
      texts.set(path, body)
    }
    ids.set(path, id)
    if (set !== null && content) model.sets.set(set, { base: content.base, own: texts })
    else model.main = texts
  }

  async function compare({ base, model, site }: World): Promise<void> {
    const textsAt = async (query: string) =>
      new Map(
        (await api.get(`${base}/pages${query}`)).list.map((one) => [
          String(one['filename']),
          String(one['body']),
        ]),
      )
    expect(sorted(await textsAt(''))).to.deep.equal(sorted(model.main))
    for (const [id, { own }] of model.sets) {
      expect(sorted(await textsAt(`?change_set=${id}`))).to.deep.equal(sorted(own))
    }
    const refs = await api.git(site.id, 'for-each-ref', '--format=%(refname)', 'refs/heads/sets')
    expect(refs.trim() === '' ? 0 : refs.trim().split('\n').length).to.equal(model.sets.size)
  }
})
