/** Definition lists: a paragraph of terms, then `: definition`. */

import type { BlockScanner } from './block-scanner.js'
import { BLANK_LINE, END_OF_BLOCK } from './block-starts.js'
import {
  cutIndentation,
  isLazyLine,
  shapeItem,
  takeItemList,
  type ItemShape,
} from './list-items.js'
import { createNode, lastChild, type Node } from '../tree/node.js'

interface OpenDefinition {
  readonly node: Node
  readonly shape: ItemShape
  text: string
  readonly isLoose: boolean
}

interface OpenDefinitionList {
  readonly definitions: OpenDefinition[]
  isAfterBlank: boolean
  endsAtBoundary: boolean
  /** Whether the next definition starts with a paragraph. */
  nextIsLoose: boolean
}

const starts = [0, 1, 2, 3].map((most) => new RegExp(`([ ]{0,${most}}:)([\\t| ][^\\n]*\\n)`, 'y'))

function definitionStart(indentation: number): RegExp {
  return starts[Math.max(0, Math.min(3, indentation - 1))] ?? /$^/y
}

/** Terms are the paragraph before; each `: text` is a definition. */
export function parseDefinitionList(scanner: BlockScanner): boolean {
  if (!scanner.test(definitionStart(4))) return false
  const terms = takeTerms(scanner.tree)
  if (!terms) return false
  const list = createNode('dl', '', terms.paragraph.line)
  // Those of the paragraph count; what stands between it and the definition is lost.
  if (terms.paragraph.ial) list.ial = terms.paragraph.ial
  scanner.pendingIal = null
  for (const line of (terms.paragraph.children[0]?.value ?? '').split('\n')) {
    const term = createNode('dt', '', list.line)
    term.children.push(createNode('source', takeItemList(term, line), list.line))
    list.children.push(term)
  }
  const open: OpenDefinitionList = {
    definitions: [],
    isAfterBlank: false,
    endsAtBoundary: false,
    nextIsLoose: terms.isSpaced,
  }
  while (!scanner.isDone && takeLine(scanner, open)) scanner.document.work++
  for (const { node } of open.definitions) list.children.push(node)
  const trailing = finish(scanner, open)
  place(scanner, list)
  if (open.endsAtBoundary) scanner.tree.children.push(createNode('boundary'))
  else if (trailing) scanner.tree.children.push(trailing)
  return true
}

function takeTerms(tree: Node): { paragraph: Node; isSpaced: boolean } | null {
  const { children } = tree
  const last = lastChild(tree)
  const isSpaced = last?.type === 'blank' && last.value === '\n'
  const paragraph = isSpaced ? children[children.length - 2] : last
  if (paragraph?.type !== 'p' || paragraph.children[0]?.type !== 'source') return null
  children.length -= isSpaced ? 2 : 1
  return { paragraph, isSpaced }
}

function takeLine(scanner: BlockScanner, open: OpenDefinitionList): boolean {
  const current = open.definitions[open.definitions.length - 1]
  const { line } = scanner
  const match = scanner.scan(definitionStart(current?.shape.indentation ?? 4))
  if (match) {
    const node = createNode('dd', '', line)
    const shape = shapeItem(match[1]?.length ?? 0, match[2] ?? '')
    const text = takeItemList(node, shape.first)
    open.definitions.push({ node, shape, text, isLoose: open.nextIsLoose })
    open.nextIsLoose = false
    open.isAfterBlank = false
    return true
  }
  if (!current) return false
  if (scanner.scan(END_OF_BLOCK)) {
    open.endsAtBoundary = true
    return false
  }
  return takeContent(scanner, open, current) || takeBlank(scanner, open, current)
}

function takeContent(
  scanner: BlockScanner,
  open: OpenDefinitionList,
  current: OpenDefinition,
): boolean {
  const match = scanner.scan(current.shape.content)
  if (!match && (open.isAfterBlank || !isLazyLine(scanner))) return false
  const line = match ? match[0] : scanner.scanLine()
  current.text += cutIndentation(line, current.shape.indentation).text
  open.nextIsLoose = false
  open.isAfterBlank = false
  return true
}

function takeBlank(
  scanner: BlockScanner,
  open: OpenDefinitionList,
  current: OpenDefinition,
): boolean {
  let blanks = ''
  for (let match = scanner.scan(BLANK_LINE); match; match = scanner.scan(BLANK_LINE)) {
    blanks += match[0]
  }
  if (blanks === '') return false
  current.text += blanks
  open.nextIsLoose = true
  open.isAfterBlank = true
  return true
}

function finish(scanner: BlockScanner, open: OpenDefinitionList): Node | null {
  let trailing: Node | null = null
  for (const { node, text, isLoose } of open.definitions) {
    scanner.parseInside(node, text, node.line)
    trailing = lastChild(node)?.type === 'blank' ? (node.children.pop() ?? null) : null
    const [first, second] = node.children
    if (first?.type !== 'p' || isLoose) continue
    const source = first.children[0]
    if (second && source) source.value += '\n'
    first.transparent = true
  }
  return trailing
}

/** Joins the list to one that stands right before, or appends it. */
function place(scanner: BlockScanner, list: Node): void {
  const { children } = scanner.tree
  const last = children[children.length - 1]
  const before = last?.type === 'blank' ? children[children.length - 2] : last
  if (before?.type !== 'dl') {
    scanner.push(list)
    return
  }
  if (last?.type === 'blank') children.pop()
  before.children.push(...list.children)
}
