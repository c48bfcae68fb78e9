/** Selectors that match nothing that others do not match are left out of what extensions made. */

// libsass 3.6.5: trim in extender.cpp, specificity in ast_selectors.cpp

import { isCompound, orderlessKeyOf, type Complex, type Sequence, type Simple } from './selector.js'
import type { Steps } from './sequences.js'
import { isSuperselector } from './superselector.js'

/** Lists of more than this stay, as they do in libsass. */
const MAX_TRIMMED = 100

/** The list without those that another one stands for; those of the author stay, once. */
export function trimmed(
  selectors: readonly Complex[],
  {
    originals,
    sources,
    steps,
  }: {
    originals: ReadonlySet<Complex>
    sources: ReadonlyMap<Simple, number>
    steps: Steps
  },
): readonly Complex[] {
  if (selectors.length > MAX_TRIMMED) return selectors
  const result: Complex[] = []
  let count = 0
  for (const [i, complex] of [...selectors.entries()].reverse()) {
    steps.take(result.length + i)
    const { key, simples } = factsOf(complex.parts)
    if (originals.has(complex)) {
      const same = result.slice(0, count).findIndex(({ parts }) => factsOf(parts).key === key)
      if (same >= 0) result.unshift(...result.splice(same, 1))
      else {
        result.unshift(complex)
        count++
      }
      continue
    }
    const least = Math.max(...simples.map((simple) => sources.get(simple) ?? 0), 0)
    const standsFor = ({ parts }: Complex) =>
      specificityOf(parts) >= least && isSuperselector(parts, complex.parts)
    if (result.some(standsFor) || selectors.slice(0, i).some(standsFor)) continue
    result.unshift(complex)
  }
  return result
}

interface Facts {
  readonly key: string
  readonly specificity: number
  readonly simples: readonly Simple[]
}

/** They are asked for each time that a list is extended. */
const known = new WeakMap<Sequence, Facts>()

function factsOf(parts: Sequence): Facts {
  const before = known.get(parts)
  if (before !== undefined) return before
  const simples = parts.flatMap((part) => (isCompound(part) ? part : []))
  const specificity = simples.reduce((sum, simple) => sum + weightOf(simple), 0)
  const facts = { key: orderlessKeyOf(parts), specificity, simples }
  known.set(parts, facts)
  return facts
}

/** How specific a selector is; pseudo-classes count one class, whatever is in their brackets. */
export function specificityOf(parts: Sequence): number {
  return factsOf(parts).specificity
}

function weightOf({ kind, text, isElement }: Simple): number {
  if (kind === 'id') return 1_000_000
  if (kind === 'type') return text === '*' ? 0 : 1
  return isElement ? 1 : 1000
}
