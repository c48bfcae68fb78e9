/**
 * Carries out `@extend` as libsass does. It differs from Sass's own compiler: of what stands before an extended class in
 * its compound, only the last is kept (`select[multiple].a` gives `[multiple].b`), and what is left out is found by
 * the selectors that this makes.
 */

// libsass 3.6.5: extender.cpp

import { extendPseudo } from './pseudo.js'
import {
  complexOf,
  isCompound,
  keyOf,
  orderlessKeyOf,
  type Complex,
  type Simple,
} from './selector.js'
import { pathsOf, Steps, TooMany } from './sequences.js'
import { specificityOf, trimmed } from './trim.js'
import { weave } from './weave.js'
import { extendCompound, type Extensions } from './compounds.js'

/** The selectors of a rule, which extensions change. */
export interface RuleSelectors {
  list: readonly Complex[]
}

/** libsass makes no more than this of one. */
const MAX_MADE_OF_ONE = 500

/** To make one takes as long as so many comparisons. */
const STEPS_OF_ONE = 20

/** The rules and extensions of a style sheet, in their order. */
export class Extender {
  /** Simple selector -> the rules that have it. */
  readonly #rules = new Map<string, Set<RuleSelectors>>()
  readonly #extensions = new Map<string, Map<string, Complex>>()
  /** Simple selector -> the extensions whose extender has it. */
  readonly #byExtender = new Map<string, { target: string; extender: Complex }[]>()
  /** How specific the first extender is that has a simple selector, by the object as in libsass. */
  readonly #sources = new Map<Simple, number>()
  readonly #originals = new Set<Complex>()
  readonly #required = new Set<string>()
  readonly #steps = new Steps()

  /** Takes in a rule; what its selectors are by now and later stands in it. @throws TooMany */
  addRule(rule: RuleSelectors): void {
    if (!rule.list.some(isInvisible)) for (const complex of rule.list) this.#originals.add(complex)
    if (this.#extensions.size > 0) rule.list = this.#extendList(rule.list, this.#extensions)
    this.#register(rule.list, rule)
  }

  /** Lets a rule extend a simple selector. @throws TooMany */
  addExtension({ list }: RuleSelectors, target: Simple, isOptional: boolean): void {
    // libsass asks the first extension of a target alone.
    if (!isOptional && !this.#extensions.has(target.text)) this.#required.add(target.text)
    const rules = this.#rules.get(target.text)
    const existing = this.#byExtender.get(target.text)
    const isKnown = rules !== undefined || existing !== undefined
    const sources = entryOf(this.#extensions, target.text, () => new Map<string, Complex>())
    const added = new Map<string, Complex>()
    for (const extender of list) {
      const key = keyOf(extender.parts)
      if (sources.has(key)) continue
      sources.set(key, extender)
      for (const simple of simplesOf(extender)) {
        entryOf(this.#byExtender, simple.text, () => []).push({ target: target.text, extender })
        if (!this.#sources.has(simple)) this.#sources.set(simple, specificityOf(extender.parts))
      }
      if (isKnown) added.set(key, extender)
    }
    if (added.size === 0) return
    const extensions = new Map([[target.text, added]])
    if (existing !== undefined) this.#extendExtensions(existing, extensions)
    for (const rule of new Set(rules)) {
      const extended = this.#extendList(rule.list, extensions)
      if (extended === rule.list) continue
      const before = new Set(rule.list)
      rule.list = extended
      const made = extended.filter((complex) => !before.has(complex))
      this.#register(made, rule)
    }
  }

  /** Whether each target that must be there is in some rule. */
  isSatisfied(): boolean {
    return [...this.#required].every((target) => this.#rules.has(target))
  }

  #register(list: readonly Complex[], rule: RuleSelectors): void {
    for (const complex of list)
      for (const simple of simplesOf(complex)) {
        entryOf(this.#rules, simple.text, () => new Set<RuleSelectors>()).add(rule)
        if (simple.list !== null) this.#register(simple.list, rule)
      }
  }

  #extendExtensions(
    old: readonly { readonly target: string; readonly extender: Complex }[],
    extensions: Extensions,
  ): void {
    for (const { target, extender } of old.slice()) {
      const sources = this.#extensions.get(target)
      for (const complex of this.#extendComplex(extender, extensions) ?? []) {
        const key = keyOf(complex.parts)
        if (sources?.has(key) === false) sources.set(key, complex)
      }
    }
  }

  #extendList(list: readonly Complex[], extensions: Extensions): readonly Complex[] {
    this.#steps.take(list.length)
    let isExtended = false
    const extended = list.flatMap((complex) => {
      const made = this.#extendComplex(complex, extensions)
      if (made !== null) isExtended = true
      return made ?? [complex]
    })
    if (!isExtended) return list
    return trimmed(extended, {
      originals: this.#originals,
      sources: this.#sources,
      steps: this.#steps,
    })
  }

  /** What a selector becomes; null where nothing of it is extended. */
  #extendComplex(complex: Complex, extensions: Extensions): readonly Complex[] | null {
    if (!mayBeExtended(complex, extensions)) return null
    const choices = complex.parts.map((part) =>
      isCompound(part)
        ? extendCompound(part, extensions, (simple) =>
            extendPseudo(simple, (list) => this.#extendList(list, extensions)),
          )
        : null,
    )
    if (choices.every((choice) => choice === null)) return null
    const paths = pathsOf(
      choices.map((choice, i) => choice ?? [complexOf(complex.parts.slice(i, i + 1))]),
    )
    const made = new Map<string, Complex>()
    let isFirst = true
    for (const path of paths) {
      const onNewLine = complex.onNewLine || path.some((part) => part.onNewLine)
      for (const parts of weave(path.map((part) => part.parts))) {
        const woven = complexOf(parts, onNewLine)
        if (isFirst && this.#originals.has(complex)) this.#originals.add(woven)
        isFirst = false
        const key = orderlessKeyOf(parts)
        if (!made.has(key)) made.set(key, woven)
        this.#steps.take(STEPS_OF_ONE)
        if (made.size > MAX_MADE_OF_ONE) throw new TooMany()
      }
    }
    return [...made.values()]
  }
}

/** Most are not, and this is asked of each selector for each extension. */
function mayBeExtended({ parts }: Complex, extensions: Extensions): boolean {
  for (const part of parts)
    if (isCompound(part))
      for (const { text, list } of part) if (list !== null || extensions.has(text)) return true
  return false
}

function entryOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function simplesOf({ parts }: Complex): Simple[] {
  return parts.flatMap((part) => (isCompound(part) ? part : []))
}

/** Whether a compound of it holds nothing but placeholders. */
function isInvisible({ parts }: Complex): boolean {
  return parts.some((part) => isCompound(part) && part.every(({ kind }) => kind === 'placeholder'))
}
