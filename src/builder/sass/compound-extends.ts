/**
 * `@extend .a.b`: who extends several classes at once stands beside each selector that has them all. Sass's own compiler
 * lets one class be extended at a time, so each such selector is given a twin with a placeholder in their place, which is
 * extended instead.
 */

import { eachStatement } from './edits.js'

const EXTEND = /@extend\s+([^;{}]*[^;{}\s])/g
/** One simple selector of a compound. */
const SIMPLE = /(?:[.#%]|::?|^)[\w-]+(?:\([^()]*\))?|\[[^\]]*\]/g
const COMMENT = /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*/g

/** More than these are left as they are: each is looked for in each selector. */
const MAX_COMPOUNDS = 50

export function withCompoundExtends(scss: string): string {
  const placeholders = new Map<string, string>()
  const extended = scss.replace(EXTEND, (found, targets: string) => {
    const written = targets.replace(/!optional$/, '').split(',')
    const named = written.map((target) => {
      const compound = target.trim()
      const isOne = (compound.match(SIMPLE) ?? []).length < 2 || /[\s&]|#\{/.test(compound)
      if (isOne || (placeholders.size >= MAX_COMPOUNDS && !placeholders.has(compound)))
        return target
      const name = placeholders.get(compound) ?? `%galley-extended-${placeholders.size}`
      placeholders.set(compound, name)
      return name
    })
    // A selector that nesting makes of two is not seen here.
    const isMended = named.some((name, i) => name !== written[i])
    return isMended ? `@extend ${named.join(', ')} !optional` : found
  })
  if (placeholders.size === 0) return scss
  return eachStatement(extended, (head, end) => (end === '{' ? withTwin(head, placeholders) : head))
}

function withTwin(head: string, placeholders: ReadonlyMap<string, string>): string {
  if (/^\s*@|:\s*$/.test(head)) return head
  const selectors = head.replace(COMMENT, '').split(',')
  const twins = selectors.flatMap((selector) =>
    [...placeholders].flatMap(([compound, name]) => {
      const at = selector.indexOf(compound)
      const isWhole = at >= 0 && !/^[\w-]/.test(selector.slice(at + compound.length))
      return isWhole ? [selector.slice(0, at) + name + selector.slice(at + compound.length)] : []
    }),
  )
  return twins.length === 0
    ? head
    : `${twins.map((twin) => twin.trim()).join(',')},${head.trimStart()}`
}
