/** A hash that tells which of its keys are read. */

import type { LiquidValue } from '../../../liquid/value.js'

/** A copy of a hash; `onRead` is given a key, or `*` where all of them are looked at. */
export class TrackedMap extends Map<LiquidValue, LiquidValue> {
  readonly #onRead: (key: string) => void

  constructor(
    entries: Iterable<readonly [LiquidValue, LiquidValue]>,
    onRead: (key: string) => void,
  ) {
    super()
    for (const [key, value] of entries) super.set(key, value)
    this.#onRead = onRead
  }

  override get(key: LiquidValue): LiquidValue | undefined {
    this.#onRead(typeof key === 'string' ? key : '*')
    return super.get(key)
  }

  override has(key: LiquidValue): boolean {
    this.#onRead(typeof key === 'string' ? key : '*')
    return super.has(key)
  }

  override get size(): number {
    this.#onRead('*')
    return super.size
  }

  override keys() {
    this.#onRead('*')
    return super.keys()
  }

  override values() {
    this.#onRead('*')
    return super.values()
  }

  override entries() {
    this.#onRead('*')
    return super.entries()
  }

  override forEach(
    run: (value: LiquidValue, key: LiquidValue, map: Map<LiquidValue, LiquidValue>) => void,
  ): void {
    this.#onRead('*')
    super.forEach(run)
  }

  override [Symbol.iterator]() {
    return this.entries()
  }
}
