/** Writing HTML as libxml2 does. */

import { BLOCKS, FLAGS, VOID } from './elements.js'
import type { ElementNode, Html4Node } from './tree.js'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text as it is written between tags. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

function isAddress(element: string, attribute: string): boolean {
  return /^(?:href|action|src)$/.test(attribute) || (attribute === 'name' && element === 'a')
}

// Half of a pair stays, where an encoder would throw.
function encodeAddress(address: string): string {
  const text = address.replace(/^[ \t\n\r]+/, '')
  return text.replace(/[^\w\-.!~*'()@/:=?;#%&,+]+/g, (part) =>
    [...Buffer.from(part, 'utf8')]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )
}

function quote(value: string): string {
  if (!value.includes('"')) return `"${value}"`
  return value.includes("'") ? `"${value.replaceAll('"', '&quot;')}"` : `'${value}'`
}

function attributes({ name, attributes }: ElementNode): string {
  let result = ''
  for (const [key, value] of attributes) {
    result += ` ${key}`
    if (value === null || FLAGS.has(key)) continue
    const escaped = escapeText(value)
    result += `=${quote(isAddress(name, key) ? encodeAddress(escaped) : escaped)}`
  }
  return result
}

const isText = (node: Html4Node | undefined): boolean =>
  node?.kind === 'text' || node?.kind === 'script'

// A block ends its line where something else than text follows in an element that is one of a kind.
function lineEnd(element: ElementNode, next: Html4Node | undefined, parent: string): string {
  const ends = BLOCKS.has(element.name) && next !== undefined && !isText(next)
  return ends && parent !== '' && !parent.startsWith('p') ? '\n' : ''
}

function print(node: Html4Node, next: Html4Node | undefined, parent: string): string {
  if (node.kind === 'text') return escapeText(node.text)
  if (node.kind !== 'element') return node.text
  const { name, children } = node
  const start = `<${name}${attributes(node)}>`
  const after = lineEnd(node, next, parent)
  if (VOID.has(name)) return start + after
  const isWide = BLOCKS.has(name) && children.length > 1 && !name.startsWith('p')
  const first = isWide && !isText(children[0]) ? '\n' : ''
  const last = isWide && !isText(children[children.length - 1]) ? '\n' : ''
  return `${start}${first}${printAll(children, name)}${last}</${name}>${after}`
}

function printAll(nodes: readonly Html4Node[], parent: string): string {
  return nodes.map((node, index) => print(node, nodes[index + 1], parent)).join('')
}

/** The HTML of a fragment. */
export function printHtml4(nodes: readonly Html4Node[]): string {
  return printAll(nodes, '')
}
