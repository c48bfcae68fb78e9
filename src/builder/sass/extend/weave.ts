/** Complex selectors that stand one behind the other: each order of what is before them in which both match. */

// libsass 3.6.5: ast_sel_weave.cpp and unifyComplex in ast_sel_unify.cpp, after Dart Sass's extend/functions.dart

import { mergeFinalCombinators, mergeInitialCombinators } from './combinators.js'
import { groupsOf, longestCommon, pathsOf } from './sequences.js'
import {
  isCompound,
  sameParts,
  type Component,
  type Compound,
  type Sequence,
  type Simple,
} from './selector.js'
import { isParentSuperselector } from './superselector.js'
import { unifyCompounds } from './unify.js'

/** All that the parts of the given sequences, which end with what is to match, can be woven into. */
export function weave(complexes: readonly Sequence[]): Sequence[] {
  const [first = [], ...others] = complexes
  let prefixes: Sequence[] = [first]
  for (const complex of others) {
    const target = complex.at(-1)
    if (target === undefined) continue
    const parents = complex.slice(0, -1)
    prefixes =
      parents.length === 0
        ? prefixes.map((prefix) => [...prefix, target])
        : prefixes.flatMap((prefix) =>
            weaveParents(prefix, parents).map((woven) => [...woven, target]),
          )
  }
  return prefixes
}

function weaveParents(parents1: Sequence, parents2: Sequence): Sequence[] {
  const queue1 = [...parents1]
  const queue2 = [...parents2]
  const leads = mergeInitialCombinators(queue1, queue2)
  if (leads === null) return []
  const trails = mergeFinalCombinators(queue1, queue2)
  if (trails === null) return []
  const groups1 = groupsOf(queue1)
  const groups2 = groupsOf(queue2)
  const choices: Sequence[][] = [[leads]]
  for (const group of longestCommon(groups1, groups2, commonGroup)) {
    const isDone = (groups: readonly Sequence[]) =>
      groups[0] === undefined || isParentSuperselector(groups[0], group)
    choices.push(chunksOf(groups1, groups2, isDone), [group])
    groups1.shift()
    groups2.shift()
  }
  choices.push(chunksOf(groups1, groups2, (groups) => groups.length === 0))
  const all = [...choices, ...trails.reverse()].filter((choice) => choice.length > 0)
  return pathsOf(all).map((path) => path.flat())
}

/** Both orders of what stands at the beginning of two queues, which is taken out. */
function chunksOf(
  queue1: Sequence[],
  queue2: Sequence[],
  isDone: (queue: readonly Sequence[]) => boolean,
): Sequence[] {
  const chunk1 = taken(queue1, isDone).flat()
  const chunk2 = taken(queue2, isDone).flat()
  if (chunk1.length === 0 && chunk2.length === 0) return []
  if (chunk1.length === 0) return [chunk2]
  if (chunk2.length === 0) return [chunk1]
  return [
    [...chunk1, ...chunk2],
    [...chunk2, ...chunk1],
  ]
}

function taken(queue: Sequence[], isDone: (queue: readonly Sequence[]) => boolean): Sequence[] {
  const chunk: Sequence[] = []
  while (!isDone(queue)) chunk.push(queue.shift() ?? [])
  return chunk
}

/** What two groups have in common, null where that is nothing. */
function commonGroup(one: Sequence, two: Sequence): Sequence | null {
  if (sameParts(one, two)) return one
  if (!isCompound(one[0]) || !isCompound(two[0])) return null
  if (isParentSuperselector(one, two)) return two
  if (isParentSuperselector(two, one)) return one
  if (!mustUnify(one, two)) return null
  const [unified, ...others] = unifyComplex([one, two])
  return others.length > 0 ? null : (unified ?? null)
}

/** The selectors that match what all of these match; none where nothing can. */
export function unifyComplex(complexes: readonly Sequence[]): readonly Sequence[] {
  if (complexes.length === 1) return complexes
  let base: Compound = []
  for (const complex of complexes) {
    const last = complex.at(-1)
    if (!isCompound(last)) return []
    const unified = base.length === 0 ? last : unifyCompounds(last, base)
    if (unified === null) return []
    base = unified
  }
  const parents = complexes.map((complex): Component[] => complex.slice(0, -1))
  parents.at(-1)?.push(base)
  return weave(parents)
}

/** Whether both name one element that there is only one of. */
function mustUnify(one: Sequence, two: Sequence): boolean {
  const unique = new Set(uniqueOf(one))
  return uniqueOf(two).some((text) => unique.has(text))
}

function uniqueOf(parts: Sequence): string[] {
  const simples = parts.flatMap((part: Component): readonly Simple[] =>
    isCompound(part) ? part : [],
  )
  return simples.filter(({ kind, isElement }) => kind === 'id' || isElement).map(({ text }) => text)
}
