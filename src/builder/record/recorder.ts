/** Records what each item and each excerpt reads while it is rendered. */

import type { Item } from '../items/item.js'
import { ItemNames } from '../facts/item-names.js'
import {
  COUNTED,
  FIELDS_OF_OTHERS,
  REMEMBERED,
  RENDERED_FIELDS,
  type ReadLog,
} from '../facts/read-log.js'

/** A fact; its value where it is that of a moment, null where it could not be known then. */
interface ReadFact {
  readonly owner: string
  readonly key: string
  /** Undefined for a fact whose value is the same during the whole build. */
  readonly value: string | null | undefined
}

/** What one reader has read. */
export class Frame {
  readonly facts = new Set<number>()
  /** Keys of what it made for others to remember. */
  readonly made = new Set<string>()
  /** It read something whose value depends on when it was asked. */
  isUnsafe = false

  constructor(
    readonly id: string,
    readonly isExcerpt: boolean,
  ) {}
}

// Of its own fields an item is told only those that may change without it; a date may be the build's.
const OWN = new Set([...FIELDS_OF_OTHERS, 'date'])

export class Recorder implements ReadLog {
  readonly facts: ReadFact[] = []
  readonly excerpts = new Map<string, Frame>()
  readonly #indexes = new Map<string, Map<string, number>>()
  /** Facts of counters by name and value, which many pages have in common. */
  readonly #counted = new Map<string, number>()
  #frame: Frame | null = null

  /** @param valueOf the value that a fact has at this moment */
  constructor(
    private readonly valueOf: (owner: string, key: string) => string | null,
    readonly names = new ItemNames(),
  ) {}

  /** Runs the rendering of an item. */
  async as(id: string, run: () => Promise<void>): Promise<Frame> {
    const frame = new Frame(id, false)
    this.#frame = frame
    try {
      await run()
    } finally {
      this.#frame = null
    }
    return frame
  }

  asExcerpt<Result>(owner: Item, run: () => Result): Result {
    const before = this.#frame
    const id = this.names.of(owner)
    if (id === null || before === null) return run()
    this.#frame = new Frame(id, true)
    this.excerpts.set(id, this.#frame)
    try {
      return run()
    } finally {
      this.#frame = before
    }
  }

  item(item: Item, key: string): void {
    const frame = this.#frame
    if (frame === null) return
    const id = this.names.of(item)
    if (id === null) frame.isUnsafe = true
    else if (id !== frame.id || frame.isExcerpt || OWN.has(key)) {
      if (RENDERED_FIELDS.has(key)) this.#changing(frame, id, key)
      else frame.facts.add(this.#indexOf(id, key))
    }
  }

  fact(owner: string, key: string): void {
    this.#frame?.facts.add(this.#indexOf(owner, key))
  }

  target(kind: 'link' | 'post', name: string): void {
    this.fact(kind, name)
  }

  remembered(key: string, how: 'taken' | 'made'): void {
    const frame = this.#frame
    if (frame === null) return
    if (how === 'made') frame.made.add(key)
    if (how === 'made' && frame.isExcerpt) frame.isUnsafe = true
    if (!frame.made.has(key)) this.#changing(frame, REMEMBERED, key)
  }

  // What counts is rendered each time, and so are the counters always what a whole build would have at that place.
  counted(name: string, how: 'read' | 'changed'): void {
    const frame = this.#frame
    if (frame === null) return
    if (how === 'changed') frame.isUnsafe = true
    if (frame.isUnsafe) return
    const value = this.valueOf(COUNTED, name)
    const key = `${name} ${value}`
    let index = this.#counted.get(key)
    if (index === undefined) {
      index = this.facts.push({ owner: COUNTED, key: name, value }) - 1
      this.#counted.set(key, index)
    }
    frame.facts.add(index)
  }

  carried(): void {
    if (this.#frame !== null) this.#frame.isUnsafe = true
  }

  // An excerpt is rendered when somebody first asks for it: at another time in the next build.
  #changing(frame: Frame, owner: string, key: string): void {
    if (frame.isExcerpt) frame.isUnsafe = true
    else {
      this.facts.push({ owner, key, value: this.valueOf(owner, key) })
      frame.facts.add(this.facts.length - 1)
    }
  }

  #indexOf(owner: string, key: string): number {
    let keys = this.#indexes.get(owner)
    if (keys === undefined) this.#indexes.set(owner, (keys = new Map<string, number>()))
    const known = keys.get(key)
    if (known !== undefined) return known
    const index = this.facts.push({ owner, key, value: undefined }) - 1
    keys.set(key, index)
    return index
  }
}
