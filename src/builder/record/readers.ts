/**
 * Who has read each fact, so that only those have to be looked at who have read one that is another now.
 *
 * Too many may be named, never too few: whoever is rendered again stays among the readers of what it read before.
 */

import { COUNTED, DATA, NOW, REMEMBERED, SITE, STYLES, TIME } from '../facts/read-log.js'
import type { ExcerptTrace, Fact, ItemTrace, RecordData } from './record.js'

/** Owners of facts that are no items, whose values are the same during a whole build. */
export const LASTING = [SITE, 'layout', 'include', 'file', 'link', 'post', DATA, NOW, TIME, STYLES]
/** Facts that have a value when they are read, which may be another one later. */
const OF_THE_MOMENT = new Set([REMEMBERED, COUNTED])
/** A fact of more readers is one of everybody. */
const MANY = 1000

/** Before the name of the item whose excerpt it is that has read. */
const EXCERPT = '\0'

/** Of one record, in memory. */
export class Readers {
  /** By fact: the only one, all, or null for everybody. */
  readonly #names: (string | Set<string> | null | undefined)[] = []
  readonly #byOwner = new Map<string, Set<number>>()
  /** Items that have to be looked at in each build. */
  readonly #always = new Set<string>()

  /** Excerpts that have read another one, which may be unknown when it is asked for again. */
  readonly #open = new Set<string>()

  /** @param ids of all items of the site */
  constructor(
    private readonly record: RecordData,
    ids: Iterable<string>,
  ) {
    for (const [id, trace] of Object.entries(record.excerpts)) this.putExcerpt(id, trace)
    for (const id of ids) this.put(id, record.items[id])
  }

  /** What an item has read; undefined where that is not known. */
  put(id: string, trace: ItemTrace | undefined): void {
    const isAlways = trace === undefined || trace.made.length > 0 || trace.warnings.length > 0
    if (isAlways || trace.facts.some((index) => this.#isOpen(index))) this.#always.add(id)
    else this.#always.delete(id)
    for (const index of trace?.facts ?? []) this.#add(index, id)
  }

  /** What an excerpt has read, by the name of its owner. */
  putExcerpt(id: string, { facts }: ExcerptTrace): void {
    const isOpen = facts.some((index) => this.#factOf(index)[1] === 'excerpt')
    if (isOpen) this.#open.add(id)
    else this.#open.delete(id)
    for (const index of facts) this.#add(index, EXCERPT + id)
  }

  /** Forgets who has read a fact that is no more: all of them are rendered again. */
  forget(index: number): void {
    this.#names[index] = undefined
    this.#byOwner.get(this.#factOf(index)[0])?.delete(index)
  }

  /** Forgets items that are no more. */
  keep(ids: ReadonlyMap<string, unknown>): void {
    for (const id of this.#always) if (!ids.has(id)) this.#always.delete(id)
  }

  get always(): Iterable<string> {
    return this.#always
  }

  /** Facts of an owner that somebody has read. */
  factsOf(owner: string): Iterable<number> {
    return this.#byOwner.get(owner) ?? []
  }

  /** Who has read a fact: names of items and, as {@link excerptOwner} knows them, of excerpts; null for everybody. */
  of(index: number): Iterable<string> | null {
    const names = this.#names[index] ?? null
    return typeof names === 'string' ? [names] : names
  }

  /** Whether a fact may be another one though nobody can tell before. */
  #isOpen(index: number): boolean {
    const [owner, key] = this.#factOf(index)
    if (key !== 'excerpt') return OF_THE_MOMENT.has(owner)
    return this.#open.has(owner) || !Object.hasOwn(this.record.excerpts, owner)
  }

  #factOf(index: number): Fact {
    return this.record.facts[index] ?? ['', '', '']
  }

  #add(index: number, reader: string): void {
    const known = this.#names[index]
    if (known === null || known === reader) return
    if (known === undefined) {
      this.#names[index] = reader
      const [owner] = this.#factOf(index)
      const facts = this.#byOwner.get(owner) ?? new Set()
      this.#byOwner.set(owner, facts.add(index))
      return
    }
    const names = typeof known === 'string' ? new Set([known]) : known
    names.add(reader)
    this.#names[index] = names.size > MANY ? null : names
  }
}

/** The item whose excerpt a reader is; null for an item. */
export function excerptOwner(reader: string): string | null {
  return reader.startsWith(EXCERPT) ? reader.slice(EXCERPT.length) : null
}
