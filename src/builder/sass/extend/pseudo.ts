/** What stands in the brackets of a pseudo-class, extended. */

// libsass 3.6.5: extendPseudo, extendPseudoComplex in extender.cpp

import { isCompound, unprefixed, withList, type Complex, type Simple } from './selector.js'

/** The pseudo-classes that stand for one; null where nothing in it is extended. */
export function extendPseudo(
  pseudo: Simple,
  extendList: (list: readonly Complex[]) => readonly Complex[],
): readonly Simple[] | null {
  const list = pseudo.list ?? []
  const extended = extendList(list)
  if (extended === list) return null
  const isNot = unprefixed(pseudo.name) === 'not'
  const isSimple = isNot && list.every(({ parts }) => parts.length <= 1)
  // Old browsers know no `:not` of more than a compound.
  const kept =
    isSimple && extended.some(({ parts }) => parts.length === 1)
      ? extended.filter(({ parts }) => parts.length <= 1)
      : extended
  const expanded = kept.flatMap((complex) => unnested(complex, pseudo))
  if (isNot && list.length === 1) return expanded.map((complex) => withList(pseudo, [complex]))
  return [withList(pseudo, expanded)]
}

/** What stands in a pseudo-class that stands alone in the brackets of one that means the same. */
function unnested(complex: Complex, pseudo: Simple): readonly Complex[] {
  const [compound] = complex.parts
  if (complex.parts.length !== 1 || !isCompound(compound) || compound.length !== 1) return [complex]
  const [inner] = compound
  if (inner?.list === undefined || inner.list === null) return [complex]
  const name = unprefixed(pseudo.name)
  if (name === 'not') return unprefixed(inner.name) === 'matches' ? inner.list : []
  if (/^(?:matches|any|current)$/.test(name)) return inner.name === pseudo.name ? inner.list : []
  return /^(?:has|host|host-context|slotted)$/.test(name) ? [complex] : []
}
