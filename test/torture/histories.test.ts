/**
 * Histories at random, held against a model that knows nothing of Galley: which pages there are, what
 * each says, and what visitors see. Every way in takes part (API, several changes at once, push, the
 * working tree), publishing, rolling back, stopping and kill -9.
 *
 * A failure names its seed and its steps: GALLEY_SEED plays it again.
 */

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'chai'
import { report, SEED, SIZE } from './figures.js'
import { eventually } from '../stories/git-client.js'
import { World } from './world.js'

const HISTORIES = Math.max(1, Math.min(40, SIZE))

interface Page {
  readonly id: string
  readonly body: string
}

interface Release {
  readonly id: string
  readonly live: boolean
}

interface Deleted extends Page {
  readonly path: string
}

/** What is true after the steps so far. */
interface Model {
  pages: Map<string, Page>
  /** Newest last; those whose path is free can be brought back. */
  deleted: Deleted[]
  /** Bodies by path, of every release, oldest first. */
  releases: { readonly id: string; readonly bodies: ReadonlyMap<string, string> }[]
  live: ReadonlyMap<string, string> | null
}

/** A step, with numbers that choose what it is done to. */
interface Step {
  readonly kind: Kind
  readonly at: number
  readonly word: string
}

/** Each history does all of it, so many times, in an order at random. */
const DECK = {
  create: 5,
  edit: 4,
  'stale edit': 2,
  rename: 3,
  delete: 2,
  restore: 2,
  changes: 3,
  push: 4,
  'push away': 1,
  'save on disk': 1,
  publish: 4,
  'roll back': 3,
  stop: 1,
  kill: 2,
} as const

type Kind = keyof typeof DECK

const deck = (Object.entries(DECK) as [Kind, number][]).flatMap(([kind, times]) =>
  Array.from({ length: times }, () => kind),
)

const anyWord = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  minLength: 3,
  maxLength: 8,
})

const anySteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.shuffledSubarray(deck, { minLength: deck.length }),
    fc.array(fc.tuple(fc.nat(1000), anyWord), { minLength: deck.length, maxLength: deck.length }),
  )
  .map(([kinds, choices]) =>
    choices.map(([at, word], place) => ({ kind: kinds[place] ?? 'edit', at, word })),
  )

/** As git names a file with this text. */
function oidOf(text: string): string {
  const hash = createHash('sha1').update(`blob ${Buffer.byteLength(text)}\0`)
  return hash.update(text).digest('hex')
}

const fileOf = (title: string, body: string) => `---\ntitle: ${title}\n---\n${body}`

class History {
  private readonly model: Model = { pages: new Map(), deleted: [], releases: [], live: null }
  private count = 0

  constructor(private readonly world: World) {}

  async run(step: Step): Promise<void> {
    this.count += 1
    const body = `Body ${this.count} ${step.word}.\n`
    await this.does({ ...step, body })
  }

  private async does(step: Step & { readonly body: string }): Promise<void> {
    switch (step.kind) {
      case 'create':
        return this.create(step.word, step.body)
      case 'edit':
      case 'stale edit':
        return this.edit(step.at, step.body, step.kind === 'stale edit')
      case 'rename':
        return this.rename(step.at, step.word)
      case 'delete':
        return this.remove(step.at)
      case 'restore':
        return this.restore(step.at)
      case 'changes':
        return this.changes(step.at, step.word, step.body)
      case 'push':
        return this.push(step.at, step.word, step.body)
      case 'push away':
        return this.pushAway(step.at)
      case 'save on disk':
        return this.saveOnDisk(step.at, step.body)
      case 'publish':
        return this.publish()
      case 'roll back':
        return this.rollBack(step.at)
      case 'stop':
        return this.world.restart('SIGTERM')
      case 'kill':
        return this.world.restart('SIGKILL')
    }
  }

  private some(at: number): [string, Page] | undefined {
    const all = [...this.model.pages]
    return all[at % Math.max(1, all.length)]
  }

  private site(rest: string): string {
    return `/v2/sites/${this.world.siteId}${rest}`
  }

  private async create(word: string, body: string): Promise<void> {
    const path = `${word}.md`
    const answer = await this.world.call(`POST ${this.site('/pages')}`, { title: word, path, body })
    if (this.model.pages.has(path)) expect(answer.status).to.equal(409)
    else {
      expect(answer.status, JSON.stringify(answer.json)).to.equal(201)
      this.model.pages.set(path, { id: String(answer.json['id']), body })
    }
  }

  private async edit(at: number, body: string, isStale: boolean): Promise<void> {
    const [path, page] = this.some(at) ?? []
    if (path === undefined || !page) return
    const { etag } = await this.world.call(`GET /v2/pages/${page.id}`)
    const version = isStale ? `"${'0'.repeat(40)}"` : etag
    const headers = { 'if-match': version }
    const answer = await this.world.call(`PUT /v2/pages/${page.id}`, { body }, headers)
    expect(answer.status).to.equal(isStale ? 412 : 200)
    if (!isStale) this.model.pages.set(path, { ...page, body })
  }

  private async rename(at: number, word: string): Promise<void> {
    const [path, page] = this.some(at) ?? []
    if (path === undefined || !page) return
    const to = `moved-${word}.md`
    const answer = await this.world.call(`PUT /v2/pages/${page.id}`, { path: to })
    if (this.model.pages.has(to) && to !== path) expect(answer.status).to.equal(409)
    else {
      expect(answer.status, JSON.stringify(answer.json)).to.equal(200)
      this.model.pages.delete(path)
      this.model.pages.set(to, page)
    }
  }

  private async remove(at: number): Promise<void> {
    const [path, page] = this.some(at) ?? []
    if (path === undefined || !page) return
    expect((await this.world.call(`DELETE /v2/pages/${page.id}`)).status).to.equal(200)
    this.model.pages.delete(path)
    this.model.deleted.push({ ...page, path })
  }

  private async restore(at: number): Promise<void> {
    const free = this.model.deleted.filter(({ path }) => !this.model.pages.has(path))
    const wanted = free[at % Math.max(1, free.length)]
    if (!wanted) return
    const told = await this.world.rows<{ id: string; restore_commit: string }>('/deleted')
    const commit = told.find(({ id }) => id === wanted.id)?.restore_commit
    const answer = await this.world.call(`POST /v2/pages/${wanted.id}/restore`, { commit })
    expect(answer.status, JSON.stringify(answer.json)).to.equal(200)
    expect(answer.json['body']).to.equal(wanted.body)
    this.model.pages.set(wanted.path, { id: wanted.id, body: wanted.body })
    this.model.deleted = this.model.deleted.filter((one) => one !== wanted)
  }

  /** One is changed, one is new, or, where the new one is taken, neither. */
  private async changes(at: number, word: string, body: string): Promise<void> {
    const [path, page] = this.some(at) ?? []
    if (path === undefined || !page) return
    const fresh = `both-${word}.md`
    const changes = [
      { action: 'update', type: 'page', id: page.id, body },
      { action: 'create', type: 'page', title: word, path: fresh, body },
    ]
    const answer = await this.world.call(`POST ${this.site('/changes')}`, { changes })
    if (this.model.pages.has(fresh)) {
      expect(answer.status).to.equal(409)
      return
    }
    expect(answer.status, JSON.stringify(answer.json)).to.equal(200)
    const results = answer.json['results'] as { id: string }[]
    this.model.pages.set(path, { ...page, body })
    this.model.pages.set(fresh, { id: results[1]?.id ?? '', body })
  }

  private async push(at: number, word: string, body: string): Promise<void> {
    const path = at % 2 === 0 ? `pushed-${word}.md` : (this.some(at)?.[0] ?? `pushed-${word}.md`)
    await this.world.push(path, fileOf(word, body))
    const { id = '' } = (await this.world.pages()).get(path) ?? {}
    const known = this.model.pages.get(path)
    if (known) expect(id, 'a pushed change keeps the id').to.equal(known.id)
    this.model.pages.set(path, { id, body })
  }

  private async pushAway(at: number): Promise<void> {
    const [path, page] = this.some(at) ?? []
    if (path === undefined || !page) return
    await this.world.push(path, null)
    this.model.pages.delete(path)
  }

  private async saveOnDisk(at: number, body: string): Promise<void> {
    const [path, page] = this.some(at) ?? []
    if (path === undefined || !page) return
    await this.world.saveOnDisk(path, fileOf('Saved', body), body)
    this.model.pages.set(path, { ...page, body })
  }

  private async publish(): Promise<void> {
    if (this.model.pages.size === 0) return
    expect(await this.world.job(this.site('/publish'))).to.equal('complete')
    const bodies = new Map([...this.model.pages].map(([path, { body }]) => [path, body]))
    const live = (await this.world.rows<Release>('/releases')).find((release) => release.live)
    if (!this.model.releases.some(({ id }) => id === live?.id))
      this.model.releases.push({ id: live?.id ?? '', bodies })
    this.model.live = bodies
  }

  private async rollBack(at: number): Promise<void> {
    const kept = await this.world.rows<Release>('/releases')
    const known = this.model.releases.filter(({ id }) => kept.some((one) => one.id === id))
    const wanted = known[at % Math.max(1, known.length)]
    if (!wanted) return
    const url = this.site(`/releases/${wanted.id}/publish`)
    expect(await this.world.job(url)).to.equal('complete')
    this.model.live = wanted.bodies
  }

  /** The API, git, the working tree and the live site are what the model says. */
  async check(): Promise<void> {
    const seen = await this.world.pages()
    const wanted = [...this.model.pages].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const found = [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(found).to.deep.equal(wanted.map(([path, { id, body }]) => [path, { id, body }]))
    const committed = await this.world.committed()
    const names = [...committed.keys()].filter((name) => name.endsWith('.md'))
    expect(names.toSorted()).to.deep.equal(wanted.map(([path]) => path).toSorted())
    for (const [path, { body }] of wanted) {
      const onDisk = async () => {
        const text = (await this.world.onDisk(path)) ?? ''
        expect(oidOf(text), `${path} on disk, as it is in git`).to.equal(committed.get(path))
        expect(text.endsWith(`---\n${body}`), `${path} on disk`).to.equal(true)
      }
      await eventually(onDisk)
    }
    await this.checkLive()
  }

  private async checkLive(): Promise<void> {
    const { live } = this.model
    const all = new Set(this.model.releases.flatMap(({ bodies }) => [...bodies.keys()]))
    for (const path of [...all, ...this.model.pages.keys()]) {
      const body = live?.get(path)
      const html = body === undefined ? null : `<p>${body.trim()}</p>\n`
      expect(await this.world.live(path.replace(/\.md$/, '.html')), `live ${path}`).to.equal(html)
    }
  }
}

describe('Histories at random', () => {
  for (let number = 0; number < HISTORIES; number += 1) {
    it(`are what a model of them says (seed ${SEED + number})`, async function () {
      this.timeout(1_200_000)
      const options = { seed: SEED + number, numRuns: 1 }
      const [steps = []] = fc.sample(anySteps, options)
      const world = await World.open()
      const done: string[] = []
      try {
        const history = new History(world)
        for (const step of steps) {
          done.push(`${step.kind} ${step.at} ${step.word}`)
          await history.run(step)
          await history.check()
        }
      } catch (error) {
        throw new Error(`after ${done.join(', ')}`, { cause: error })
      } finally {
        await world.close()
      }
      report({
        histories: 1,
        steps: steps.length,
        kills: steps.filter((s) => s.kind === 'kill').length,
      })
    })
  }
})
