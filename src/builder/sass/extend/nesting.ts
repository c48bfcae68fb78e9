/**
 * Rules that were nested in others share the selectors of those with them in libsass, which tells by the object how
 * specific an extender is. CSS has them behind the rule that they were nested in.
 */

import {
  complexOf,
  isCompound,
  keyOf,
  type Complex,
  type Compound,
  type Sequence,
} from './selector.js'

/** The rules since the last that was nested in none. */
export class Nesting {
  /** Key -> the components that were read first. */
  #outer = new Map<string, Sequence>()
  /** The same with the last compound cut behind each simple selector. */
  #begins = new Map<string, Compound>()

  /** The selectors of the next rule, with the components of the rules that it was nested in. */
  shared(list: readonly Complex[]): readonly Complex[] {
    const shared = list.map((complex) => this.#sharing(complex))
    if (shared.every((complex, i) => complex === list[i])) this.#forget()
    for (const { parts } of shared) {
      const key = keyOf(parts)
      if (!this.#outer.has(key)) this.#outer.set(key, parts)
      const last = parts.at(-1)
      if (isCompound(last)) this.#keep(parts.slice(0, -1), last)
    }
    return shared
  }

  #forget(): void {
    this.#outer = new Map()
    this.#begins = new Map()
  }

  #keep(before: Sequence, last: Compound): void {
    for (let length = last.length; length > 0; length--) {
      const begin = last.slice(0, length)
      const key = keyOf([...before, begin])
      if (!this.#begins.has(key)) this.#begins.set(key, begin)
    }
  }

  #sharing(complex: Complex): Complex {
    const { parts, onNewLine } = complex
    const last = parts.at(-1)
    const beside = isCompound(last) ? this.#beside(parts, last) : undefined
    if (beside !== undefined) return complexOf([...parts.slice(0, -1), beside], onNewLine)
    for (let length = parts.length - 1; length > 0; length--) {
      const begin = parts.slice(0, length)
      const known = isCompound(begin.at(-1)) ? this.#outer.get(keyOf(begin)) : undefined
      if (known !== undefined) return complexOf([...known, ...parts.slice(length)], onNewLine)
    }
    return complex
  }

  /** A compound made of an outer one by `&.more` or `&-more`, with the simple selectors of that one. */
  #beside(parts: Sequence, last: Compound): Compound | undefined {
    for (let length = last.length - 1; length > 0; length--) {
      const begin = last.slice(0, length)
      const known = this.#begins.get(keyOf([...parts.slice(0, -1), begin]))
      if (known !== undefined) return [...known, ...last.slice(length)]
    }
    return undefined
  }
}
