/** `@extend` and placeholders under names that Sass's own compiler copies, so that they are still there in its CSS. */

import type { Syntax } from 'sass-embedded'
import { PLACEHOLDER } from './selector.js'

/** The rule that stands for `@extend`. */
export const EXTEND = '@galley-extend'

const RULE = /@extend(?=\s)/g

/** Behind what may stand before a selector or in it, and before a name that is no function's. */
const PLACEHOLDERS = /(?<=^|[\s,>+~{};(&a-z\])-])%(?=[a-z_-]|#\{)(?![\w-]*\()/gim

/** The text of a style sheet with the marks; its lines stay. */
export function markExtends(text: string, syntax: Syntax): string {
  if (syntax === 'css') return text
  return text.replace(RULE, EXTEND).replace(PLACEHOLDERS, PLACEHOLDER)
}

/** Whether there are marks in CSS. */
export function hasMarks(css: string): boolean {
  return css.includes(EXTEND) || css.includes(PLACEHOLDER)
}

/** CSS with what the marks stand for, in texts and comments. */
export function unmarkExtends(css: string): string {
  return css.replaceAll(EXTEND, '@extend').replaceAll(PLACEHOLDER, '%')
}
