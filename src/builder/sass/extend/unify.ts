/** What matches both of two compounds, as libsass makes it. */

// libsass 3.6.5: ast_sel_unify.cpp

import { hasSimple, type Compound, type Simple } from './selector.js'

/** A compound that matches what both match, null where nothing can. */
export function unifyCompounds(one: Compound, other: Compound): Compound | null {
  return one.length === 0 ? other : unifySimples(one, other)
}

function unifySimples(simples: Compound, base: Compound): Compound | null {
  let unified = base
  for (const simple of simples) {
    const next = UNIFIERS[simple.kind](simple, unified)
    if (next === null) return null
    unified = next
  }
  return unified
}

type Unifier = (simple: Simple, compound: Compound) => Compound | null

const UNIFIERS: Readonly<Record<Simple['kind'], Unifier>> = {
  type: unifyType,
  class: unifySimple,
  attribute: unifySimple,
  placeholder: unifySimple,
  id: (id, compound) =>
    compound.some(({ kind, text }) => kind === 'id' && text !== id.text)
      ? null
      : unifySimple(id, compound),
  pseudo: unifyPseudo,
}

function unifySimple(simple: Simple, compound: Compound): Compound {
  const [only] = compound
  if (compound.length === 1 && only?.text === '*') return [simple]
  if (hasSimple(compound, simple)) return compound
  const pseudo = compound.findIndex(({ kind }) => kind === 'pseudo')
  return inserted(compound, simple, pseudo)
}

function unifyType(type: Simple, compound: Compound): Compound | null {
  const [first, ...rest] = compound
  if (first?.kind !== 'type') return type.text === '*' ? compound : [type, ...compound]
  if (first.text === type.text || first.text === '*') return [type, ...rest]
  return type.text === '*' ? compound : null
}

function unifyPseudo(pseudo: Simple, compound: Compound): Compound | null {
  if (hasSimple(compound, pseudo)) return compound
  const element = compound.findIndex(({ isElement }) => isElement)
  // There is no more than one pseudo-element.
  if (element >= 0 && pseudo.isElement) return null
  return inserted(compound, pseudo, element)
}

/** At a place of the compound, or at its end. */
function inserted(compound: Compound, simple: Simple, at: number): Compound {
  return at < 0 ? [...compound, simple] : compound.toSpliced(at, 0, simple)
}
