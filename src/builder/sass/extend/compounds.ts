/** What a compound becomes when its simple selectors are extended. */

// libsass 3.6.5: extendCompound, extendSimple in extender.cpp

import {
  complexOf,
  isCompound,
  type Complex,
  type Compound,
  type Sequence,
  type Simple,
} from './selector.js'
import { pathsOf } from './sequences.js'
import { unifyComplex } from './weave.js'

/** Key of a target -> its extenders by their keys, in order. */
export type Extensions = ReadonlyMap<string, ReadonlyMap<string, Complex>>

/** One of those that may stand for a simple selector. */
interface Option {
  readonly extender: Complex
  /** Stands in the style sheet so, no extension made it. */
  readonly isOriginal: boolean
}

/**
 * The selectors that stand for a compound, the compound first; null where nothing is extended.
 *
 * @param pseudosOf a pseudo-class with what is in its brackets extended; null where that is nothing
 */
export function extendCompound(
  compound: Compound,
  extensions: Extensions,
  pseudosOf: (simple: Simple) => readonly Simple[] | null,
): readonly Complex[] | null {
  const extended = compound.map((simple) => optionsOf(simple, extensions, pseudosOf))
  const first = extended.findIndex((options) => options !== null)
  if (first < 0) return null
  const options = extended
    .slice(first)
    .flatMap((found, i) => found ?? [[original(compound.slice(first + i, first + i + 1))]])
  if (first > 0) options.unshift([original(compound.slice(0, first))])
  const [only = []] = options
  if (options.length === 1) return only.map(({ extender }) => inOrder(extender))
  const unified: Complex[] = []
  for (const [i, path] of pathsOf(options).entries()) {
    const made = i === 0 ? [[path.flatMap(lastOf)]] : unifyPath(path)
    // Where one cannot be, libsass makes none.
    if (made.length === 0) return null
    const onNewLine = path.some(({ extender }) => extender.onNewLine)
    unified.push(...made.map((parts) => complexOf(parts, onNewLine)))
  }
  return unified
}

function unifyPath(path: readonly Option[]): readonly Sequence[] {
  // Of the simple selectors before the first that is extended, which are one, libsass takes the last.
  const originals = path.flatMap((option) => (option.isOriginal ? lastOf(option).slice(-1) : []))
  const extenders = path.flatMap(({ isOriginal, extender }) => (isOriginal ? [] : [extender.parts]))
  return unifyComplex(originals.length === 0 ? extenders : [[originals], ...extenders])
}

function lastOf({ extender }: Option): Compound {
  const last = extender.parts.at(-1)
  return isCompound(last) ? last : []
}

function original(compound: Compound): Option {
  return { extender: complexOf([compound]), isOriginal: true }
}

/** What may stand for a simple selector: one list, or of a `:not` one for each; null where it is not extended. */
function optionsOf(
  simple: Simple,
  extensions: Extensions,
  pseudosOf: (simple: Simple) => readonly Simple[] | null,
): Option[][] | null {
  const pseudos = simple.list === null ? null : pseudosOf(simple)
  if (pseudos !== null && pseudos.length > 0)
    return pseudos.map((pseudo) => plainOptions(pseudo, extensions) ?? [original([pseudo])])
  const options = plainOptions(simple, extensions)
  return options === null ? null : [options]
}

function plainOptions(simple: Simple, extensions: Extensions): Option[] | null {
  const extenders = extensions.get(simple.text)
  if (extenders === undefined) return null
  const made = [...extenders.values()].map((extender) => ({ extender, isOriginal: false }))
  return [original([simple]), ...made]
}

const ORDER = { placeholder: 0, type: 1, class: 2, id: 2, attribute: 2, pseudo: 3 } as const

/** A selector whose compounds are in the order that CSS wants. */
function inOrder(complex: Complex): Complex {
  const isInvalid = complex.parts.some((part) => isCompound(part) && !isOrdered(part))
  if (!isInvalid) return complex
  const parts = complex.parts.map((part) =>
    isCompound(part) && !isOrdered(part)
      ? part.toSorted((one, two) => ORDER[one.kind] - ORDER[two.kind])
      : part,
  )
  return complexOf(parts, complex.onNewLine)
}

function isOrdered(compound: Compound): boolean {
  return compound.every(({ kind }, i) => {
    const before = compound[i - 1]?.kind
    if (before === undefined) return true
    return ORDER[kind] >= ORDER[before] && !(kind === 'type' && before === 'type')
  })
}
