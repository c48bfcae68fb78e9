/** Selectors as Sass's own compiler prints them. */

import {
  isCompound,
  withList,
  type Complex,
  type Component,
  type Compound,
  type Simple,
} from './selector.js'

/** The head of a rule, without its brace. */
export function printList(list: readonly Complex[], isCompressed: boolean): string {
  const text = list
    .map((complex, i) => {
      if (i === 0) return printComplex(complex, isCompressed)
      const gap = isCompressed ? '' : complex.onNewLine ? '\n' : ' '
      return `,${gap}${printComplex(complex, isCompressed)}`
    })
    .join('')
  return isCompressed ? text : `${text} `
}

function printComplex({ parts }: Complex, isCompressed: boolean): string {
  const words = parts.map((part) => (isCompound(part) ? printCompound(part, isCompressed) : part))
  if (!isCompressed) return words.join(' ')
  return words
    .map((word, i) => (isCompound(parts[i]) && isCompound(parts[i - 1]) ? ` ${word}` : word))
    .join('')
}

function printCompound(compound: Compound, isCompressed: boolean): string {
  return compound.map((simple) => printSimple(simple, isCompressed)).join('')
}

function printSimple({ text, list }: Simple, isCompressed: boolean): string {
  if (list === null) return text
  const inner = list.map((complex) => printComplex(complex, isCompressed))
  return `${text.slice(0, text.indexOf('('))}(${inner.join(isCompressed ? ',' : ', ')})`
}

/** The list without placeholders; the same where there are none. */
// libsass 3.6.5: remove_placeholders.cpp
export function visible(list: readonly Complex[]): readonly Complex[] {
  const kept = list.flatMap((complex) => {
    const parts = complex.parts.map(withoutPlaceholders)
    if (parts.some((part) => part === null)) return []
    if (parts.every((part, i) => part === complex.parts[i])) return [complex]
    const left = parts.filter((part) => part !== null && part.length > 0)
    return left.length === 0 ? [] : [{ ...complex, parts: left as Component[] }]
  })
  return kept.length === list.length && kept.every((complex, i) => complex === list[i])
    ? list
    : kept
}

/** Null where it is a placeholder; what is in brackets goes alone. */
function withoutPlaceholders(part: Component): Component | null {
  if (!isCompound(part)) return part
  if (part.some(({ kind }) => kind === 'placeholder')) return null
  const kept = part.flatMap((simple) => {
    if (simple.list === null) return [simple]
    const list = visible(simple.list)
    if (list === simple.list) return [simple]
    return list.length === 0 ? [] : [withList(simple, list)]
  })
  return kept.every((simple, i) => simple === part[i]) && kept.length === part.length ? part : kept
}
