/**
 * Decides what of a build is what an earlier one made, and tells the next one.
 *
 * An item is not rendered when it begins from the same, when everything that was read while it was rendered
 * has the same value now, and when its output stands in the destination untouched. Rendering is a function
 * of exactly that, so the output would be the same; where anything cannot be known, the item is rendered.
 * Items come in the order of rendering, so that what each finds rendered before it is what a whole build
 * would find.
 */

import { excerptOf } from '../generate/excerpts.js'
import type { Excerpt } from '../items/excerpt.js'
import type { Document } from '../items/document.js'
import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { ItemNames } from '../facts/item-names.js'
import { COUNTED, FIELDS_OF_OTHERS, REMEMBERED, RENDERED_FIELDS, SITE } from '../facts/read-log.js'
import { readText } from '../read/text.js'
import type { SiteHost } from '../render/site-host.js'
import type { Said } from '../base/report.js'
import { documentsOf, writtenPath, type Site } from '../items/site.js'
import { SourceError } from '../base/source.js'
import type { RecordPlace } from './open-record.js'
import type { Before } from './destination.js'
import { hashOf } from './describe.js'
import { FactValues } from './fact-values.js'
import { isRecorded, ownExcerptValue, ownValue } from './own.js'
import type { ItemTrace } from './record.js'
import { knownNames, type RenderedItems, type RenderedTexts } from './rendered-items.js'
import { excerptOwner, LASTING, type Readers } from './readers.js'
import { Recorder, type Frame } from './recorder.js'
import { Texts } from './texts.js'

const OF_OTHERS: ReadonlySet<string> = new Set([...RENDERED_FIELDS, ...FIELDS_OF_OTHERS])
const POSTS: ReadonlySet<string> = new Set(['posts', 'related_posts'])

/** Whether a fact is a list of posts, whose value is the names of the posts and nothing else. */
export function isOfPosts(owner: string, key: string): boolean {
  return owner === SITE && POSTS.has(key)
}

/** What was rendered in this build. */
export interface Rendered {
  readonly item: Item
  readonly own: string
  readonly frame: Frame
  readonly warnings: readonly Said[]
}

/** What a process keeps in memory from one build of a site to the next. */
interface Memory extends RenderedItems {
  /** Null where there is no record. */
  readonly readers: Readers | null
  /** Another one whenever a style sheet has changed. */
  readonly styles: string
  /** Whether items that are the same objects begin from the same: no generator changes them. */
  readonly areSettled: boolean
}

/** What an earlier build has left beside its record. */
interface Earlier {
  readonly before: Before
  readonly memory?: Memory
}

/** One a build. */
export class Reuse {
  readonly rendered = new Map<string, Rendered>()
  /** What an earlier build made, by the item's name. */
  readonly former = new Map<string, ItemTrace>()
  readonly items: Map<string, Item>
  /** Whether there are the same items, by their names, in the same order as in the build before. */
  readonly isInOrder: boolean
  readonly recorder: Recorder
  readonly facts: FactValues
  readonly texts: Texts
  /** Of the facts of the former build: whether they are the same now. */
  readonly #isSame: (boolean | undefined)[] = []
  readonly #excerpts = new Map<string, string | null>()
  /** Descriptions of what items begin from. */
  readonly #owns = new Map<Item, string>()
  private readonly before: Before
  private readonly memory: Memory | null
  readonly #order: readonly (Document | Page)[]
  /** What items were rendered to, by their names; only where they are not in order. */
  readonly #texts: ReadonlyMap<string, RenderedTexts>
  /** Items that may be rendered to something else, by their names; null for all. */
  #suspects: Set<string> | null = null

  constructor(
    readonly host: SiteHost,
    readonly place: RecordPlace,
    { before, memory }: Earlier,
  ) {
    this.before = before
    this.memory = memory ?? null
    this.texts = new Texts({ host, cache: place.cache, before })
    const valueOf = (owner: string, key: string) => this.facts.valueOf(owner, key)
    const { site } = host
    this.#order = [...documentsOf(site), ...site.pages]
    const known = memory === undefined ? null : knownNames(this.#order, memory)
    const { names } = (this.recorder = new Recorder(valueOf, known ?? new ItemNames()))
    this.isInOrder = known !== null
    this.items = known === null || memory === undefined ? named(site, names) : memory.items
    const texts = known === null && memory !== undefined ? memory.texts : []
    this.#texts = new Map(texts.map((one) => [one.id, one]))
    this.facts = new FactValues({
      host,
      find: (id) => this.items.get(id),
      idOf: (item) => this.recorder.names.of(item),
      hashOf: (item, id, key) => this.texts.hash(item, key, this.former.get(id)),
      styles: memory?.styles ?? null,
      excerptValue: (id, excerpt) => this.excerptValue(id, excerpt),
    })
    host.reads = this.recorder
  }

  /** Reads the files of the source that were read while something was rendered. */
  async begin(): Promise<void> {
    const { record } = this.place
    const all = record?.facts ?? []
    for (const index of this.memory?.readers?.factsOf('file') ?? all.keys()) {
      const [owner, key, value] = all[index] ?? []
      if (owner !== 'file' || key === undefined) continue
      this.#isSame[index] = this.facts.digest(await this.#file(key)) === value
    }
    const readers = this.memory?.readers ?? null
    if (readers !== null && this.isInOrder) this.#suspects = this.#look(readers)
  }

  /** Items that may be others now; null for all. */
  #look(readers: Readers): Set<string> | null {
    const found = new Set(readers.always)
    this.#suspects = found
    for (const owner of LASTING) this.#lookAt(owner, readers)
    for (const [at, { id, item: before }] of (this.memory?.texts ?? []).entries()) {
      const item = this.#order[at]
      if (item === undefined || this.#isAsBefore(item, before)) continue
      found.add(id)
      this.#lookAt(id, readers)
    }
    return this.#suspects
  }

  /** Finds who has read something of an owner that is another now, or may be when it is their turn. */
  #lookAt(owner: string, readers: Readers): void {
    for (const index of readers.factsOf(owner)) {
      const key = this.place.record?.facts[index]?.[1] ?? ''
      if (RENDERED_FIELDS.has(key)) this.#suspect(index, readers)
      else if (!this.#areSame([index])) {
        this.#suspect(index, readers)
        readers.forget(index)
      }
    }
  }

  #suspect(index: number, readers: Readers): void {
    const names = readers.of(index)
    if (names === null) this.#suspects = null
    for (const name of names ?? []) {
      const owner = excerptOwner(name)
      if (this.#suspects?.has(name) !== false) continue
      this.#suspects.add(name)
      if (owner !== null)
        for (const next of readers.factsOf(owner)) {
          if (this.place.record?.facts[next]?.[1] === 'excerpt') this.#suspect(next, readers)
        }
    }
  }

  async #file(path: string): Promise<string | null> {
    try {
      return await readText(this.host.site.source, path)
    } catch (error) {
      if (error instanceof SourceError) return null
      throw error
    }
  }

  /** Whether something that the earlier build has left is gone, or was not left at all. */
  get lacks(): boolean {
    return this.texts.isLost || this.host.carried.isMissed
  }

  /** Names of the items that were rendered again, where there is a memory. */
  readonly again: string[] = []

  /** What every item has been rendered to, for the memory of the next build. */
  readonly made: RenderedTexts[] = []

  /** Leaves an item as it was, if it would be rendered to the same. @returns whether it is left */
  take(item: Item): boolean {
    const before = this.isInOrder ? this.memory?.texts[this.made.length] : undefined
    const isSafe = before !== undefined && this.#suspects?.has(before.id) === false
    if (isSafe && this.#leave(item, before)) return true
    const id = this.recorder.names.of(item)
    if (id === null || !isRecorded(item, this.memory !== null)) return false
    return this.#take(id, item, before ?? this.#texts.get(id))
  }

  /** Makes an item what it was rendered to. @returns whether that is still there */
  #leave(item: Item, texts: RenderedTexts): boolean {
    if (texts.isFormer === true) {
      const trace = this.place.record?.items[texts.id]
      if (trace === undefined || !this.#stands(trace)) return false
      this.#becomeFormer(texts.id, item, trace)
      return true
    }
    item.content = texts.content
    item.output = texts.output
    this.made.push(texts.item === item ? texts : { ...texts, item })
    if (texts.left !== null) this.host.carried.leave(texts.left)
    return true
  }

  #becomeFormer(id: string, item: Item, trace: ItemTrace): void {
    item.become(this.texts.former(item, trace))
    this.host.carried.forget()
    this.former.set(id, trace)
    this.made.push({ id, item, content: '', output: null, left: null, isFormer: true })
  }

  #stands(trace: ItemTrace): boolean {
    return trace.path === null || this.before.holds(trace)
  }

  /** Renders an item. */
  async render(item: Item, run: () => Promise<void>): Promise<void> {
    const { carried } = this.host
    const { leaves } = carried
    const id = this.recorder.names.of(item)
    await this.#render(id, item, run)
    if (this.memory === null || id === null) return
    const { content, output } = item
    const left = carried.leaves === leaves ? null : (carried.save() ?? null)
    this.made.push({ id, item, content, output, left })
    this.again.push(id)
    const { readers } = this.memory
    if (readers !== null)
      for (const index of readers.factsOf(id)) {
        const key = this.place.record?.facts[index]?.[1] ?? ''
        if (RENDERED_FIELDS.has(key)) this.#suspect(index, readers)
      }
  }

  async #render(id: string | null, item: Item, run: () => Promise<void>): Promise<void> {
    if (id === null || !isRecorded(item, this.memory !== null)) {
      await this.recorder.as('', run)
      return
    }
    const own = this.#owns.get(item) ?? this.#own(item)
    const { reporter } = this.host.site
    const said = reporter.diagnostics.length
    const frame = await this.recorder.as(id, run)
    const warnings = reporter.diagnostics.slice(said)
    if (own !== null) this.rendered.set(id, { item, own, frame, warnings })
  }

  #own(item: Item): string | null {
    const { host } = this
    host.reads = null
    try {
      return this.facts.digest(ownValue(host, item))
    } catch {
      // Something in it has no name, or no URL: rendering will tell.
      return null
    } finally {
      host.reads = this.recorder
    }
  }

  #take(id: string, item: Item, texts: RenderedTexts | undefined): boolean {
    const trace = this.place.record?.items[id]
    const isSettled = texts !== undefined && this.#isAsBefore(item, texts.item)
    const own = trace !== undefined && isSettled ? trace.own : this.#own(item)
    if (own !== null) this.#owns.set(item, own)
    if (trace === undefined || trace.own !== own) return false
    if (trace.path !== writtenPath(this.host.site, item)) return false
    if (!this.#stands(trace) || !this.#areSame(trace.facts)) return false
    if (!this.#remember(trace)) return false
    const { reporter } = this.host.site
    for (const warning of trace.warnings) reporter.warn(warning.message, warning)
    if (texts === undefined || texts.isFormer === true) this.#becomeFormer(id, item, trace)
    else this.#leave(item, texts)
    this.former.set(id, trace)
    return true
  }

  #areSame(facts: readonly number[]): boolean {
    const known = this.#isSame
    // Every item of the site comes by here: a loop is several times as fast as a function for each fact.
    for (let i = 0; i < facts.length; i++) {
      const index = facts[i] ?? 0
      const isSame = known[index]
      if (isSame === false || (isSame === undefined && !this.#compare(index))) return false
    }
    return true
  }

  #compare(index: number): boolean {
    const fact = this.place.record?.facts[index]
    if (fact === undefined) return false
    const [owner, key, value] = fact
    const item = this.items.get(owner)
    const before = this.#texts.get(owner)?.item
    const isOwn = item !== undefined && before !== undefined && this.#isAsBefore(item, before)
    const isSame =
      (isOwn && !OF_OTHERS.has(key)) ||
      (this.isInOrder && isOfPosts(owner, key)) ||
      this.facts.valueOf(owner, key) === value
    const isOfMoment = owner === REMEMBERED || owner === COUNTED || RENDERED_FIELDS.has(key)
    if (!isOfMoment) this.#isSame[index] = isSame
    return isSame
  }

  /** Whether an item begins from what it began from in the last build. */
  #isAsBefore(item: Item, before: Item): boolean {
    if (this.memory?.areSettled !== true || before !== item) return false
    if (!(item instanceof Page)) return true
    return item.pager === null && item.extra === null && item.produce === null
  }

  /** What the item made for later ones is there as if it had been rendered. */
  #remember({ made }: ItemTrace): boolean {
    if (made.length === 0) return true
    const { cache } = this.host
    const texts = made.map(([key, hash]): [string, string | null] => {
      const known = cache.get(key)
      if (known === undefined) return [key, this.texts.find(hash)]
      return [key, hashOf(known) === hash ? known : null]
    })
    if (texts.some(([, text]) => text === null)) return false
    for (const [key, text] of texts) cache.set(key, text ?? '')
    return true
  }

  /** Description of the HTML of an excerpt; null where nobody can know it without rendering it. */
  excerptValue(id: string, excerpt: Excerpt): string | null {
    const html = this.host.knownExcerpt(excerpt)
    if (html !== undefined) return this.facts.digest(html)
    const known = this.#excerpts.get(id)
    if (known !== undefined) return known
    // For one that reads itself.
    this.#excerpts.set(id, null)
    const trace = this.place.record?.excerpts[id]
    const isSame =
      trace !== undefined &&
      trace.own === this.facts.digest(ownExcerptValue(excerpt)) &&
      this.#areSame(trace.facts)
    const value = isSame ? trace.value : null
    this.#excerpts.set(id, value)
    return value
  }

  /** Excerpts that are what they were, by the name of their owner. */
  get formerExcerpts(): string[] {
    return [...this.#excerpts].flatMap(([id, value]) => (value === null ? [] : [id]))
  }

  /** The excerpt of an item, if it was rendered. */
  renderedExcerpt(id: string): { readonly excerpt: Excerpt; readonly html: string } | null {
    const item = this.items.get(id)
    const excerpt = item === undefined ? null : excerptOf(item)
    const html = excerpt === null ? undefined : this.host.knownExcerpt(excerpt)
    return excerpt === null || html === undefined ? null : { excerpt, html }
  }
}

function named(site: Site, names: ItemNames): Map<string, Item> {
  return new Map([...names.nameDocuments(documentsOf(site)), ...names.namePages(site.pages)])
}
