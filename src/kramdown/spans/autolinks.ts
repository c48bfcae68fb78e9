/** Links in angle brackets: `<https://…>`, `<me@example.com>`. */

import { createNode, setAttribute } from '../tree/node.js'
import type { SpanScanner } from './span-scanner.js'
import { matchAt } from '../tree/text.js'

const AUTOLINK = /<((?:mailto|https?|ftps?):[^>\n]+|[-.\p{L}\p{N}_]+@[-.\p{L}\p{N}_]+)>/uy

/** `<https://…>` and `<me@example.com>`. */
export function parseAutolink(scanner: SpanScanner): number {
  const { source, pos, finder } = scanner
  if (finder.next('>', pos) < 0) return -1
  const match = matchAt(AUTOLINK, source, pos)
  if (!match) return -1
  const [whole, address = ''] = match
  const isMail = !/^(?:mailto|https?|ftps?):/.test(address)
  const link = createNode('a')
  setAttribute(link, 'href', isMail ? `mailto:${address}` : address)
  link.children.push(createNode('text', address.replace(/^mailto:/, '')))
  scanner.emit(pos, link)
  return pos + whole.length
}
