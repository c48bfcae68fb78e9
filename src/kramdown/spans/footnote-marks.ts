/** Marks of footnotes in the text: `[^name]`. */

import { warn } from '../tree/document.js'
import { createNode } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { matchAt } from '../tree/text.js'

const MARK = /\[\^(\w[\w-]*)\]/y

/** `[^name]` where a footnote of that name is defined. */
export function parseFootnoteMark(scanner: SpanScanner): number {
  const { source, pos, document } = scanner
  const match = matchAt(MARK, source, pos)
  if (!match) return -1
  const name = match[1] ?? ''
  if (document.footnotes.has(name)) scanner.emit(pos, createNode('footnote', name))
  else {
    warn(document, scanner.line, `Footnote definition for '${name}' not found`)
    scanner.emitText(pos, match[0])
  }
  return pos + match[0].length
}
