/** Makes the record of a build out of what was rendered and what was not. */

import type { Item } from '../items/item.js'
import type { ItemOutput, Outputs } from '../write/outputs.js'
import { TICK_MS, type FileState } from '../write/file-state.js'
import type { ContentCache } from '../cache/disk-cache.js'
import { RENDERED_FIELDS, STYLES } from '../facts/read-log.js'
import { hashOf } from './describe.js'
import { putText, type TextKey } from './texts.js'
import { ownExcerptValue } from './own.js'
import {
  writeRecord,
  type ExcerptTrace,
  type Fact,
  type ItemTrace,
  type RecordData,
} from './record.js'
import { Readers } from './readers.js'
import { writtenPath } from '../items/site.js'
import { isOfPosts, type Rendered, type Reuse } from './reuse.js'

/** Where an output stands, so that it is known again. */
type Standing = Pick<ItemTrace, 'state' | 'hash'>

/** What was written, by path. */
interface Written {
  readonly outputs: readonly ItemOutput[]
  /** Where an output stands that was looked at or written; null for others. */
  readonly standingOf: (path: string) => Standing | null
  readonly files: RecordData['files']
}

/** Writes the record. */
export function saveRecord(reuse: Reuse, written: Written): void {
  const { folder, key } = reuse.place
  writeRecord(folder, key, recordOf(reuse, written))
}

/** The record of a build. */
function recordOf(reuse: Reuse, { outputs, standingOf, files }: Written): RecordData {
  return madeRecord(reuse, new FactTable(reuse), { outputs, standingOf, files })
}

/** A record that a process keeps in memory. */
export interface KeptRecord {
  readonly data: RecordData
  readonly table: FactTable
  readonly readers: Readers
  /** How many facts there were when none was a former one. */
  readonly first: number
}

/** What a process keeps, for others to begin from. */
interface Kept {
  readonly record: KeptRecord
  readonly items: ReadonlyMap<string, Item>
  /** SHA-256 of an output; null for none. */
  readonly hashOf: (path: string) => string | null
  /** Where texts that others read are put. */
  readonly cache: ContentCache
  readonly files: RecordData['files']
}

/** A record that other processes can read: of outputs that stand where nobody writes to them. */
export function storedRecord({ record, items, hashOf: sha256Of, ...kept }: Kept): RecordData {
  const { facts, items: traces, excerpts } = record.data
  const asked = new Set(facts.map(([owner, key]) => (RENDERED_FIELDS.has(key) ? owner + key : '')))
  // Which style sheets there were, only this process can tell.
  const styles = new Set(facts.flatMap(([owner], index) => (owner === STYLES ? [index] : [])))
  const isLasting = (trace: { readonly facts: readonly number[] }) =>
    !trace.facts.some((index) => styles.has(index))
  const text = (id: string, item: Item, key: TextKey): string | null => {
    if (item.isFormer) return traces[id]?.[key] ?? null
    if (!asked.has(id + key)) return null
    const made = key === 'content' ? item.content : (item.output ?? item.content)
    const hash = hashOf(made)
    putText(kept.cache, hash, made)
    return hash
  }
  const stored: Record<string, ItemTrace> = {}
  for (const [id, trace] of Object.entries(traces)) {
    const item = items.get(id)
    const hash = trace.hash ?? (trace.path === null ? null : sha256Of(trace.path))
    const stands = trace.path === null || hash !== null
    if (item === undefined || item.isSass || !stands || !isLasting(trace)) continue
    const texts = { content: text(id, item, 'content'), output: text(id, item, 'output') }
    stored[id] = { ...trace, hash, ...texts }
  }
  const others = Object.entries(excerpts).filter(([, trace]) => isLasting(trace))
  return { facts, items: stored, excerpts: Object.fromEntries(others), files: kept.files }
}

/** Where there are so many times the facts of the beginning, the former ones are left out. */
const MAX_GROWTH = 2
const MIN_GROWTH = 10_000

/** The record of a build whose outputs stay in memory; what was left as it was stays as it is. */
export function keptRecord(reuse: Reuse, outputs: Outputs, known: KeptRecord | null): KeptRecord {
  if (known === null) return firstRecord(reuse, outputs)
  const { data, table, readers, first } = known
  table.follow(reuse)
  const items: Record<string, ItemTrace> = data.items
  const excerpts: Record<string, ExcerptTrace> = data.excerpts
  if (!reuse.isInOrder) {
    for (const id of Object.keys(items)) if (!reuse.items.has(id)) delete items[id]
    for (const id of Object.keys(excerpts)) if (!reuse.items.has(id)) delete excerpts[id]
    readers.keep(reuse.items)
  }
  for (const id of reuse.recorder.excerpts.keys()) delete excerpts[id]
  const fresh = renderedExcerpts(reuse, table)
  Object.assign(excerpts, fresh)
  for (const [id, trace] of Object.entries(fresh)) readers.putExcerpt(id, trace)
  for (const id of reuse.again) {
    const item = reuse.items.get(id)
    const rendered = reuse.rendered.get(id)
    const trace = rendered === undefined ? null : traceOf(reuse, table, rendered)
    if (trace === null || item === undefined) delete items[id]
    else items[id] = { ...trace, path: writtenPath(reuse.host.site, item), ...IN_MEMORY, ...UNREAD }
    readers.put(id, items[id])
  }
  for (const id of coveredIds(reuse, outputs)) {
    delete items[id]
    readers.put(id, undefined)
  }
  const isGrown = table.all.length > first * MAX_GROWTH + MIN_GROWTH
  return isGrown ? withoutFormer(reuse, data) : { data, table, readers, first }
}

function firstRecord(reuse: Reuse, outputs: Outputs): KeptRecord {
  const table = new FactTable(reuse)
  const written = { outputs: outputs.files, standingOf: () => IN_MEMORY, files: {} }
  const data = madeRecord(reuse, table, written)
  const items: Record<string, ItemTrace> = data.items
  for (const id of coveredIds(reuse, outputs)) delete items[id]
  const readers = new Readers(data, reuse.items.keys())
  return { data, table, readers, first: table.all.length }
}

function coveredIds({ recorder }: Reuse, { covered }: Outputs): string[] {
  return [...covered].flatMap((item) => recorder.names.of(item) ?? [])
}

/** The same record with the facts alone that are read. */
function withoutFormer(reuse: Reuse, { facts, items, excerpts }: RecordData): KeptRecord {
  const table = new FactTable(reuse, facts)
  const data = {
    facts: table.all,
    items: mapped(items, (trace) => ({ ...trace, facts: table.ofFormer(trace.facts) })),
    excerpts: mapped(excerpts, (trace) => ({ ...trace, facts: table.ofFormer(trace.facts) })),
    files: {},
  }
  const readers = new Readers(data, reuse.items.keys())
  return { data, table, readers, first: table.all.length }
}

function mapped<Trace>(
  traces: Readonly<Record<string, Trace>>,
  change: (trace: Trace) => Trace,
): Record<string, Trace> {
  return Object.fromEntries(Object.entries(traces).map(([id, trace]) => [id, change(trace)]))
}

const IN_MEMORY: Standing = { state: null, hash: null }
/** The texts of items are in memory, too. */
const UNREAD = { content: null, output: null }

function textsOf({ texts }: Reuse, item: Item, former: ItemTrace | undefined) {
  return {
    content: texts.keep(item, 'content', former),
    output: texts.keep(item, 'output', former),
  }
}

function madeRecord(
  reuse: Reuse,
  facts: FactTable,
  { outputs, standingOf, files }: Written,
): RecordData {
  const items: Record<string, ItemTrace> = {}
  const owners = new Map(outputs.map(({ path, item }) => [path, item]))
  const paths = new Map(outputs.map(({ path, item }) => [item, path]))
  for (const [id, item] of reuse.items) {
    const former = reuse.former.get(id)
    const rendered = reuse.rendered.get(id)
    const path = paths.get(item) ?? null
    // What another item's output has taken the place of is rendered again.
    if (path !== null && owners.get(path) !== item) continue
    const trace = former === undefined ? null : { ...former, facts: facts.ofFormer(former.facts) }
    const fresh = rendered === undefined ? null : traceOf(reuse, facts, rendered)
    const place = former ?? (path === null ? { state: null, hash: null } : standingOf(path))
    if (place === null || (trace ?? fresh) === null) continue
    items[id] = {
      ...(trace ?? fresh ?? NOTHING),
      path,
      state: place.state,
      hash: place.hash,
      ...textsOf(reuse, item, former),
    }
  }
  const excerpts = excerptsOf(reuse, facts)
  return { facts: facts.all, items, excerpts, files }
}

/** How outputs stand in the destination. @param states of files that were looked at or written */
export function standing(
  outputs: readonly ItemOutput[],
  states: ReadonlyMap<string, FileState>,
): Written['standingOf'] {
  const owners = new Map(outputs.map(({ path, item }) => [path, item]))
  const last = [...states.values()].reduce((latest, [, , at]) => Math.max(latest, at), 0)
  return (path) => {
    const state = states.get(path)
    if (state === undefined) return null
    const isFresh = state[2] >= last - TICK_MS
    return { state, hash: isFresh ? hashOf(owners.get(path)?.output ?? '') : null }
  }
}

type Made = Pick<ItemTrace, 'own' | 'facts' | 'warnings' | 'made'>

const NOTHING: Made = { own: '', facts: [], warnings: [], made: [] }

function traceOf(reuse: Reuse, facts: FactTable, { own, frame, warnings }: Rendered): Made | null {
  const read = frame.isUnsafe ? null : facts.ofRecorder(frame.facts)
  if (read === null) return null
  const made = [...frame.made].map((key): [string, string] => {
    const text = reuse.host.cache.get(key) ?? ''
    const hash = hashOf(text)
    reuse.texts.put(hash, text)
    return [key, hash]
  })
  return { own, facts: read, warnings, made }
}

function excerptsOf(reuse: Reuse, facts: FactTable): Record<string, ExcerptTrace> {
  const excerpts: Record<string, ExcerptTrace> = {}
  for (const id of reuse.formerExcerpts) {
    const trace = reuse.place.record?.excerpts[id]
    if (trace !== undefined) excerpts[id] = { ...trace, facts: facts.ofFormer(trace.facts) }
  }
  return { ...excerpts, ...renderedExcerpts(reuse, facts) }
}

function renderedExcerpts(reuse: Reuse, facts: FactTable): Record<string, ExcerptTrace> {
  const excerpts: Record<string, ExcerptTrace> = {}
  for (const [id, frame] of reuse.recorder.excerpts) {
    const known = reuse.renderedExcerpt(id)
    const read = frame.isUnsafe ? null : facts.ofRecorder(frame.facts)
    if (known === null || read === null) continue
    const own = reuse.facts.digest(ownExcerptValue(known.excerpt))
    excerpts[id] = { own, facts: read, value: reuse.facts.digest(known.html) }
  }
  return excerpts
}

/** The facts of both builds under one numbering. */
class FactTable {
  readonly all: Fact[] = []
  readonly #indexes = new Map<string, number>()
  readonly #ofFormer: (number | undefined)[] = []
  /** Values of lists that are the same as long as the items are in order. */
  readonly #posts = new Map<string, string | null>()
  #ofRecorder: (number | null | undefined)[] = []

  constructor(
    private reuse: Reuse,
    private readonly former = reuse.place.record?.facts ?? [],
  ) {}

  /** Goes on with the facts of another build, whose former one is that of this table. */
  follow(reuse: Reuse): void {
    this.reuse = reuse
    this.#ofRecorder = []
    if (!reuse.isInOrder) this.#posts.clear()
  }

  ofFormer(indexes: readonly number[]): number[] {
    return indexes.map((index) => {
      const fact = this.former[index]
      return (this.#ofFormer[index] ??= fact === undefined ? -1 : this.#add(fact))
    })
  }

  /** Null where the value of one is not known. */
  ofRecorder(indexes: ReadonlySet<number>): number[] | null {
    const all: number[] = []
    for (const index of indexes) {
      let own = this.#ofRecorder[index]
      if (own === undefined) this.#ofRecorder[index] = own = this.#read(index)
      if (own === null) return null
      all.push(own)
    }
    return all
  }

  #read(index: number): number | null {
    const { recorder, facts } = this.reuse
    const fact = recorder.facts[index]
    if (fact === undefined) return null
    const { owner, key } = fact
    const isPosts = isOfPosts(owner, key)
    const known = isPosts ? this.#posts.get(key) : fact.value
    const value = known === undefined ? facts.valueOf(owner, key) : known
    if (isPosts) this.#posts.set(key, value)
    return value === null ? null : this.#add([owner, key, value])
  }

  #add(fact: Fact): number {
    const name = fact.join('\0')
    const known = this.#indexes.get(name)
    if (known !== undefined) return known
    const index = this.all.push(fact) - 1
    this.#indexes.set(name, index)
    return index
  }
}
