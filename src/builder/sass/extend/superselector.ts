/** Whether a selector matches all that another one matches, as libsass finds out. */

// libsass 3.6.5: ast_sel_super.cpp

import {
  hasSimple,
  isCombinator,
  isCompound,
  unprefixed,
  type Complex,
  type Compound,
  type Sequence,
  type Simple,
} from './selector.js'

/** Whether the first matches all that the second matches. */
export function isSuperselector(one: Sequence, two: Sequence): boolean {
  const last = two.at(-1)
  if (isCombinator(one.at(-1)) || isCombinator(last) || !mayMatch(one, last)) return false
  let at1 = 0
  let at2 = 0
  for (;;) {
    const left1 = one.length - at1
    const left2 = two.length - at2
    if (left1 === 0 || left2 === 0 || left1 > left2) return false
    const compound = one[at1]
    if (!isCompound(compound) || !isCompound(two[at2])) return false
    if (left1 === 1) {
      return isCompound(last) && isSuperCompound(compound, last, two.slice(at2 + 1))
    }
    const behind = endOfSuper(compound, two, at2)
    if (behind === null) return false
    const steps = stepOver(one[at1 + 1], two[behind])
    if (steps === null || (steps.one === 2 && left1 === 3 && left2 > 3)) return false
    at1 += steps.one
    at2 = behind + steps.two
  }
}

/** Whether the last compounds fit, so far as that is quickly told: most do not. */
function mayMatch(one: Sequence, last: Compound | undefined): boolean {
  const own = one.at(-1)
  if (!isCompound(own) || last === undefined) return true
  return own.every(
    ({ list, text }) =>
      list !== null || last.some((simple) => simple.text === text || simple.list !== null),
  )
}

/** The place behind the first compound, from a place on, that the given one matches. */
function endOfSuper(compound: Compound, two: Sequence, from: number): number | null {
  for (let behind = from + 1; behind < two.length; behind++) {
    const candidate = two[behind - 1]
    if (!isCompound(candidate)) continue
    if (isSuperCompound(compound, candidate, two.slice(from + 1, behind))) return behind
  }
  return null
}

/** How far to go on behind the two, null where their combinators do not fit. */
function stepOver(
  one: Sequence[number] | undefined,
  two: Sequence[number] | undefined,
): { one: number; two: number } | null {
  if (isCombinator(one)) {
    if (!isCombinator(two)) return null
    const fits = one === '~' ? two !== '>' : one === two
    return fits ? { one: 2, two: 1 } : null
  }
  if (!isCombinator(two)) return { one: 1, two: 0 }
  return two === '>' ? { one: 1, two: 1 } : null
}

/** The same of what stands before other selectors. */
export function isParentSuperselector(one: Sequence, two: Sequence): boolean {
  if (one.length === 0 || two.length === 0 || one.length > two.length) return false
  if (isCombinator(one[0]) || isCombinator(two[0])) return false
  return isSuperselector([...one, []], [...two, []])
}

/** The same of compounds, the second of which stands behind parents. */
export function isSuperCompound(one: Compound, two: Compound, parents: Sequence = []): boolean {
  return (
    one.every((simple) =>
      simple.list === null
        ? two.some((other) => isSuperSimple(simple, other))
        : isSuperPseudo({ ...simple, list: simple.list }, two, parents),
    ) &&
    two.every((simple) => !simple.isElement || one.some((other) => isSuperSimple(simple, other)))
  )
}

function isSuperSimple(one: Simple, two: Simple): boolean {
  if (one.text === two.text) return true
  if (two.list === null || !/^(?:any|matches)$/.test(unprefixed(two.name))) return false
  return two.list.every(({ parts }) => {
    const [compound] = parts
    return parts.length === 1 && isCompound(compound) && hasSimple(compound, one)
  })
}

type Pseudo = Simple & { readonly list: readonly Complex[] }

function isSuperPseudo(pseudo: Pseudo, compound: Compound, parents: Sequence): boolean {
  const name = unprefixed(pseudo.name)
  if (name === 'not') return pseudo.list.every((complex) => isSuperNot(pseudo, compound, complex))
  if (name === 'current') return hasSimple(compound, pseudo)
  const isInside = compound.some(
    (other) =>
      other.list !== null &&
      !other.isElement &&
      other.name === pseudo.name &&
      isSuperList(pseudo.list, other.list),
  )
  if (isInside || !/^(?:any|matches)$/.test(name)) return isInside
  return pseudo.list.some(({ parts }) => isSuperselector(parts, [...parents, compound]))
}

function isSuperNot(pseudo: Pseudo, compound: Compound, parent: Complex): boolean {
  const last = parent.parts.at(-1)
  return compound.some((simple) => {
    if (simple.kind === 'type' || simple.kind === 'id')
      return (
        isCompound(last) &&
        last.some(({ kind, text }) => kind === simple.kind && text !== simple.text)
      )
    return simple.list !== null && simple.name === pseudo.name && isSuperList(simple.list, [parent])
  })
}

function isSuperList(one: readonly Complex[], two: readonly Complex[]): boolean {
  return two.every((complex) => one.some(({ parts }) => isSuperselector(parts, complex.parts)))
}
