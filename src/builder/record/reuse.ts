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
import type { Item } from '../items/item.js'
import { COUNTED, REMEMBERED, RENDERED_FIELDS } from '../facts/read-log.js'
import { readText } from '../read/text.js'
import type { SiteHost } from '../render/site-host.js'
import type { Said } from '../base/report.js'
import { documentsOf, writtenPath } from '../items/site.js'
import { SourceError } from '../base/source.js'
import type { RecordPlace } from './open-record.js'
import type { Before } from './destination.js'
import { hashOf } from './describe.js'
import { FactValues } from './fact-values.js'
import { isRecorded, ownExcerptValue, ownValue } from './own.js'
import type { ItemTrace } from './record.js'
import { Recorder, type Frame } from './recorder.js'
import { Texts } from './texts.js'

/** What was rendered in this build. */
export interface Rendered {
  readonly item: Item
  readonly own: string
  readonly frame: Frame
  readonly warnings: readonly Said[]
}

/** One a build. */
export class Reuse {
  readonly rendered = new Map<string, Rendered>()
  /** What an earlier build made, by the item's name. */
  readonly former = new Map<string, ItemTrace>()
  readonly items: ReadonlyMap<string, Item>
  readonly recorder: Recorder
  readonly facts: FactValues
  readonly texts: Texts
  /** Of the facts of the former build: whether they are the same now. */
  readonly #isSame: (boolean | undefined)[] = []
  readonly #excerpts = new Map<string, string | null>()

  constructor(
    readonly host: SiteHost,
    readonly place: RecordPlace,
    private readonly before: Before,
  ) {
    this.texts = new Texts({ host, cache: place.cache, before })
    this.recorder = new Recorder((owner, key) => this.facts.valueOf(owner, key))
    this.items = this.#named()
    this.facts = new FactValues({
      host,
      find: (id) => this.items.get(id),
      idOf: (item) => this.recorder.names.of(item),
      hashOf: (item, id, key) => this.texts.hash(item, key, this.former.get(id)),
      excerptValue: (id, excerpt) => this.excerptValue(id, excerpt),
    })
    host.reads = this.recorder
  }

  #named(): Map<string, Item> {
    const { site } = this.host
    const { names } = this.recorder
    return new Map([...names.nameDocuments(documentsOf(site)), ...names.namePages(site.pages)])
  }

  /** Reads the files of the source that were read while something was rendered. */
  async begin(): Promise<void> {
    const { record } = this.place
    for (const [index, [owner, key, value]] of (record?.facts ?? []).entries()) {
      if (owner !== 'file') continue
      this.#isSame[index] = this.facts.digest(await this.#file(key)) === value
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

  /** Renders an item, or leaves it as it was. @returns whether it was rendered */
  async render(item: Item, run: () => Promise<void>): Promise<boolean> {
    const id = this.recorder.names.of(item)
    if (id === null || !isRecorded(item)) {
      await this.recorder.as('', run)
      return true
    }
    const own = this.#own(item)
    if (own !== null && this.#take(id, item, own)) return false
    const { reporter } = this.host.site
    const said = reporter.diagnostics.length
    const frame = await this.recorder.as(id, run)
    const warnings = reporter.diagnostics.slice(said)
    if (own !== null) this.rendered.set(id, { item, own, frame, warnings })
    return true
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

  #take(id: string, item: Item, own: string): boolean {
    const trace = this.place.record?.items[id]
    if (
      trace === undefined ||
      trace.own !== own ||
      trace.path !== writtenPath(this.host.site, item)
    )
      return false
    const hasOutput = trace.path === null || this.before.holds(trace)
    if (!hasOutput || !this.#areSame(trace.facts)) return false
    if (!this.#remember(trace)) return false
    const { reporter } = this.host.site
    for (const warning of trace.warnings) reporter.warn(warning.message, warning)
    item.become(this.texts.former(item, trace))
    this.host.carried.forget()
    this.former.set(id, trace)
    return true
  }

  #areSame(facts: readonly number[]): boolean {
    return facts.every((index) => this.#isSame[index] ?? this.#compare(index))
  }

  #compare(index: number): boolean {
    const fact = this.place.record?.facts[index]
    if (fact === undefined) return false
    const [owner, key, value] = fact
    const isSame = this.facts.valueOf(owner, key) === value
    const isOfMoment = owner === REMEMBERED || owner === COUNTED || RENDERED_FIELDS.has(key)
    if (!isOfMoment) this.#isSame[index] = isSame
    return isSame
  }

  /** What the item made for later ones is there as if it had been rendered. */
  #remember({ made }: ItemTrace): boolean {
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
