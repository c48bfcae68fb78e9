/**
 * Declarations that stand in `@media` and in no rule: libsass copies them, which no browser heeds, and Sass's own
 * compiler refuses them. They are handed over in a rule of a name that nobody has, which is taken away again.
 */

import { ASIDE } from './edits.js'

const RULE = 'galley-bare'

/** What is not looked into (addresses and what is put in, too), and what begins or ends a statement. */
const TOKEN = new RegExp(`${ASIDE}|url\\([^)\\n]*\\)?|#\\{[^{}]*\\}?|[{};]`, 'gi')
const COMMENT = /^\/[/*]/

/** What is handed to a mixin may stand in a condition or in a rule there. */
const CONDITION = /^@(?:media|supports|include)(?![\w-])/i
const DECLARATION = /^[*_]?[a-z-][\w-]*\s*:/i

/** The text with such declarations in rules; its lines stay. */
export function withBareDeclarations(text: string): string {
  const parts: string[] = []
  /** Of each block that is open, whether it is a condition that no rule is around. */
  const open: boolean[] = []
  let [copied, start, behind] = [0, 0, 0]
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length
    // A statement begins behind the comments before it.
    if (start === behind && COMMENT.test(token) && text.slice(start, index).trim() === '')
      start = end
    behind = end
    if (token.length > 1 || !'{};'.includes(token)) continue
    const statement = text.slice(start, index).trim()
    if (token === '{') open.push(CONDITION.test(statement) && (open.at(-1) ?? true))
    else if (open.at(-1) === true && DECLARATION.test(statement)) {
      const from = text.indexOf(statement, start)
      parts.push(text.slice(copied, from), `${RULE}{`, text.slice(from, index), '}')
      copied = token === ';' ? end : index
    }
    if (token === '}') open.pop()
    start = end
  }
  return parts.join('') + text.slice(copied)
}

const WRITTEN = new RegExp(
  String.raw`${RULE}\s*\{((?:[^{}"']|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')*)\}(\s*\})?`,
  'g',
)

/** The mixin had a rule after all. */
const IN_RULE = new RegExp(String.raw`([^\s{};/])[ \t]+${RULE}(?=\s*[,{])`, 'g')

/** CSS with the declarations as they stood. @throws Error where they cannot be found again */
export function restoreDeclarations(css: string): string {
  if (!css.includes(RULE)) return css
  const restored = css
    .replace(IN_RULE, '$1')
    .replace(WRITTEN, (_found, inner: string, close = '') => {
      const declarations = inner.trim()
      return `${declarations}${close === '' && !declarations.endsWith(';') ? ';' : ''}${close}`
    })
  if (restored.includes(RULE)) throw new Error('a declaration outside of rules is lost')
  return restored
}
