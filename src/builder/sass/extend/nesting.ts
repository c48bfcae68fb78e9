/**
 * Rules that were nested in others share the selectors of those with them in libsass, which tells by the object how
 * specific an extender is. CSS has them behind the rule that they were nested in.
 */

import { complexOf, isCompound, keyOf, type Complex, type Sequence } from './selector.js'

/** The rules since the last that was nested in none. */
export class Nesting {
  /** Key -> the components that were read first. */
  #outer = new Map<string, Sequence>()

  /** The selectors of the next rule, with the components of the rules that it was nested in. */
  shared(list: readonly Complex[]): readonly Complex[] {
    const shared = list.map((complex) => this.#sharing(complex))
    if (shared.every((complex, i) => complex === list[i])) this.#outer = new Map()
    for (const { parts } of shared) {
      const key = keyOf(parts)
      if (!this.#outer.has(key)) this.#outer.set(key, parts)
    }
    return shared
  }

  #sharing(complex: Complex): Complex {
    const { parts, onNewLine } = complex
    for (let length = parts.length - 1; length > 0; length--) {
      const begin = parts.slice(0, length)
      const known = isCompound(begin.at(-1)) ? this.#outer.get(keyOf(begin)) : undefined
      if (known !== undefined) return complexOf([...known, ...parts.slice(length)], onNewLine)
    }
    return complex
  }
}
