/** The combinators at the beginning and at the end of what is woven. */

// libsass 3.6.5: mergeInitialCombinators, mergeFinalCombinators in ast_sel_weave.cpp

import { longestCommon } from './sequences.js'
import {
  isCombinator,
  isCompound,
  type Combinator,
  type Component,
  type Compound,
  type Sequence,
} from './selector.js'
import { isSuperCompound } from './superselector.js'
import { unifyCompounds } from './unify.js'

/** Takes the combinators at the beginning out of both; null where they do not go together. */
export function mergeInitialCombinators(
  components1: Component[],
  components2: Component[],
): readonly Combinator[] | null {
  return mergedCombinators(takenFrom(components1, 'start'), takenFrom(components2, 'start'))
}

function mergedCombinators(
  one: readonly Combinator[],
  two: readonly Combinator[],
): readonly Combinator[] | null {
  const { length } = longestCommon(one, two, (a, b) => (a === b ? a : null))
  if (length === one.length) return two
  return length === two.length ? one : null
}

function takenFrom(components: Component[], side: 'start' | 'end'): Combinator[] {
  const found: Combinator[] = []
  for (;;) {
    const next = side === 'start' ? components[0] : components.at(-1)
    if (!isCombinator(next)) return side === 'start' ? found : found.reverse()
    found.push(next)
    if (side === 'start') components.shift()
    else components.pop()
  }
}

/** Takes what ends with combinators out of both: the choices from the end on; null where they do not go together. */
export function mergeFinalCombinators(
  components1: Component[],
  components2: Component[],
): Sequence[][] | null {
  const result: Sequence[][] = []
  while (isCombinator(components1.at(-1)) || isCombinator(components2.at(-1))) {
    const combinators1 = takenFrom(components1, 'end')
    const combinators2 = takenFrom(components2, 'end')
    if (combinators1.length > 1 || combinators2.length > 1) {
      const merged = mergedCombinators(combinators1, combinators2)
      return merged === null ? null : [...result, [merged]]
    }
    const [one] = combinators1
    const [two] = combinators2
    const choice =
      one !== undefined && two !== undefined
        ? mergedPair({ components: components1, one }, { components: components2, one: two })
        : one !== undefined
          ? mergedAlone(components1, one, components2)
          : mergedAlone(components2, two ?? '>', components1)
    if (choice === null) return null
    result.push(choice)
  }
  return result
}

interface Ending {
  readonly components: Component[]
  /** The combinator that stood behind them. */
  readonly one: Combinator
}

/** Where only one of the two ends with a combinator. */
function mergedAlone(
  components: Component[],
  combinator: Combinator,
  others: Component[],
): Sequence[] | null {
  const last = components.pop()
  if (!isCompound(last)) return null
  const other = others.at(-1)
  if (combinator === '>' && isCompound(other) && isSuperCompound(other, last)) others.pop()
  return [[last, combinator]]
}

function mergedPair(first: Ending, second: Ending): Sequence[] | null {
  const compound1 = first.components.pop()
  const compound2 = second.components.pop()
  if (!isCompound(compound1) || !isCompound(compound2)) return null
  const [one, two] = [first.one, second.one]
  if (one === '~' && two === '~') return siblings(compound1, compound2)
  if (one === '~' && two === '+') return nextSibling(compound1, compound2, [compound1, compound2])
  if (one === '+' && two === '~') return nextSibling(compound2, compound1, [compound1, compound2])
  if (one === two) {
    const unified = unifyCompounds(compound1, compound2)
    return unified === null ? null : [[unified, one]]
  }
  if (one === '>') {
    first.components.push(compound1, one)
    return [[compound2, two]]
  }
  second.components.push(compound2, two)
  return [[compound1, one]]
}

function siblings(one: Compound, two: Compound): Sequence[] {
  if (isSuperCompound(one, two)) return [[two, '~']]
  if (isSuperCompound(two, one)) return [[one, '~']]
  const unified = unifyCompounds(one, two)
  return [
    [one, '~', two, '~'],
    [two, '~', one, '~'],
    ...(unified === null ? [] : [[unified, '~'] as const]),
  ]
}

function nextSibling(
  following: Compound,
  next: Compound,
  [one, two]: readonly [Compound, Compound],
): Sequence[] {
  if (isSuperCompound(following, next)) return [[next, '+']]
  const unified = unifyCompounds(one, two)
  return [[following, '~', next, '+'], ...(unified === null ? [] : [[unified, '+'] as const])]
}
