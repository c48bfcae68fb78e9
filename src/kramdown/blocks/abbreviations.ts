/** Abbreviations: reading `*[HTML]: long form`, and marking their places in the text. */

import type { BlockScanner } from './block-scanner.js'
import { createDefinitionMark } from '../tree/attribute-lists.js'
import { warn, type Document } from '../tree/document.js'
import { createNode, type Node } from '../tree/node.js'
import { strip } from '../tree/text.js'

const START = /[ ]{0,3}\*\[([^\n]+?)\]:([^\n]*)\n/y

/** `*[ABBR]: long form`. */
export function parseAbbreviationDefinition(scanner: BlockScanner): boolean {
  const { line, document } = scanner
  const match = scanner.scan(START)
  if (!match) return false
  const [, name = '', title = ''] = match
  if (document.abbreviations.has(name)) {
    warn(document, line, `Duplicate abbreviation ID '${name}' - overwriting`)
  }
  const mark = createDefinitionMark(true)
  document.abbreviations.set(name, { title: strip(title), mark })
  scanner.push(mark)
  return true
}

/** Wraps the abbreviations in all text below a node. */
export function replaceAbbreviations(document: Document, root: Node): void {
  if (document.abbreviations.size === 0) return
  const names = [...document.abbreviations.keys()].sort((a, b) => b.length - a.length)
  const plain = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const escaped = document.options.version === '2.4' ? plain : plain.map(withAnyBlanks)
  // Ruby's `\w`: letters of other scripts end a word, so names are found inside of Chinese text.
  const word = '[A-Za-z0-9_]'
  replaceIn(root, new RegExp(`(?<!${word})(?:${escaped.join('|')})(?!${word})`, 'gu'))
}

/** A blank of a name stands for blanks and line ends, as many at least; more than these are none of it. */
const MAX_BLANKS = 100

// Beside other separators it stands for itself: how the two share a run of them could be tried in too many ways.
function withAnyBlanks(name: string): string {
  return name.replace(/[ \t\v\f\r\p{Z}]+/gu, (run) =>
    /^ +$/.test(run)
      ? `[ \\t\\n\\v\\f\\r\\p{Z}]{${run.length},${Math.max(run.length, MAX_BLANKS)}}`
      : run,
  )
}

function replaceIn(node: Node, names: RegExp): void {
  if (node.type === 'html' && node.content === 'raw') {
    for (const child of node.children) if (child.type === 'html') replaceIn(child, names)
    return
  }
  if (!node.children.some((child) => child.type === 'text')) {
    for (const child of node.children) replaceIn(child, names)
    return
  }
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      replaceIn(child, names)
      return child
    }
    return splitText(child, names)
  })
}

function splitText(text: Node, names: RegExp): Node[] {
  const parts: Node[] = []
  let end = 0
  for (const match of text.value.matchAll(names)) {
    if (match.index > end) parts.push(createNode('text', text.value.slice(end, match.index)))
    parts.push(createNode('abbreviation', match[0]))
    end = match.index + match[0].length
  }
  if (parts.length === 0) return [text]
  if (end < text.value.length) parts.push(createNode('text', text.value.slice(end)))
  return parts
}
