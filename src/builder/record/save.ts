/** Makes the record of a build out of what was rendered and what was not. */

import type { ItemOutput } from '../write/outputs.js'
import { TICK_MS, type FileState } from '../write/file-state.js'
import { hashOf } from './describe.js'
import { ownExcerptValue } from './own.js'
import {
  writeRecord,
  type ExcerptTrace,
  type Fact,
  type ItemTrace,
  type RecordData,
} from './record.js'
import type { Rendered, Reuse } from './reuse.js'

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
export function saveRecord(reuse: Reuse, { outputs, standingOf, files }: Written): void {
  const { place } = reuse
  const facts = new FactTable(reuse)
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
      content: reuse.texts.keep(item, 'content', former),
      output: reuse.texts.keep(item, 'output', former),
    }
  }
  const excerpts = excerptsOf(reuse, facts)
  writeRecord(place.folder, place.key, { facts: facts.all, items, excerpts, files })
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
  readonly #ofRecorder: (number | null | undefined)[] = []

  constructor(private readonly reuse: Reuse) {}

  ofFormer(indexes: readonly number[]): number[] {
    const { record } = this.reuse.place
    return indexes.map((index) => {
      const fact = record?.facts[index]
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
    const value = fact.value === undefined ? facts.valueOf(owner, key) : fact.value
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
