/** Ordered and unordered lists. */

import type { BlockScanner } from './block-scanner.js'
import { END_OF_BLOCK, LIST_START, RULE_START, BLANK_LINE } from './block-starts.js'
import {
  cutIndentation,
  isLazyLine,
  shapeItem,
  takeItemList,
  type ItemShape,
} from './list-items.js'
import { createNode, lastChild, type Node } from '../tree/node.js'
import { applyTaskList } from './task-lists.js'
import { spaces, testAt } from '../tree/text.js'

type ListType = 'ul' | 'ol'

interface OpenItem {
  readonly node: Node
  readonly shape: ItemShape
  /** Source of the item; a nested list starts a part of its own. */
  readonly parts: string[]
  hasNested: boolean
}

interface OpenList {
  readonly node: Node
  readonly type: ListType
  readonly items: OpenItem[]
  isAfterBlank: boolean
  endsAtBoundary: boolean
}

const FIRST_UL = /([ ]{0,3}[+*-])([\t| ][^\n]*\n)/y
const FIRST_OL = /([ ]{0,3}\d+\.)([\t| ][^\n]*\n)/y
const starts = new Map<string, RegExp>()

function itemStart(type: ListType, indentation: number): RegExp {
  const most = Math.min(3, indentation - 1)
  const key = `${type}${most}`
  const known = starts.get(key)
  if (known) return known
  const marker = type === 'ul' ? '[+*-]' : '\\d+\\.'
  const made = new RegExp(`([ ]{0,${most}}${marker})([\\t| ][^\\n]*\\n)`, 'y')
  starts.set(key, made)
  return made
}

/** A list, ordered or not, with all of its items. */
export function parseList(scanner: BlockScanner): boolean {
  const type: ListType = scanner.test(FIRST_UL) ? 'ul' : 'ol'
  if (!scanner.test(type === 'ul' ? FIRST_UL : FIRST_OL)) return false
  const node = createNode(type, '', scanner.line)
  const list: OpenList = { node, type, items: [], isAfterBlank: false, endsAtBoundary: false }
  scanner.push(node)
  while (!scanner.isDone && takeLine(scanner, list)) scanner.document.work++
  finishList(scanner, list)
  return true
}

function takeLine(scanner: BlockScanner, list: OpenList): boolean {
  if (list.isAfterBlank && scanner.test(RULE_START)) return false
  if (scanner.scan(END_OF_BLOCK)) {
    list.endsAtBoundary = true
    return false
  }
  const item = list.items[list.items.length - 1]
  if (startItem(scanner, list, item)) return true
  if (!item) return false
  return takeContent(scanner, list, item) || takeBlank(scanner, list, item)
}

function startItem(scanner: BlockScanner, list: OpenList, before: OpenItem | undefined): boolean {
  const { line } = scanner
  const first = list.type === 'ul' ? FIRST_UL : FIRST_OL
  const start = before ? itemStart(list.type, before.shape.indentation) : first
  const match = scanner.scan(start)
  if (!match) return false
  const [, marker = '', rest = ''] = match
  const node = createNode('li', '', line)
  if (!before && list.type === 'ol') list.node.level = Number.parseInt(marker, 10)
  const shape = shapeItem(marker.length, rest)
  const text = takeItemList(node, shape.first)
  list.node.children.push(node)
  const hasNested = testAt(LIST_START, text, 0)
  list.items.push({ node, shape, parts: [text], hasNested })
  list.isAfterBlank = false
  return true
}

function takeContent(scanner: BlockScanner, list: OpenList, item: OpenItem): boolean {
  const match = scanner.scan(item.shape.content)
  if (!match && (list.isAfterBlank || !isLazyLine(scanner))) return false
  const line = match ? match[0] : scanner.scanLine()
  const cut = cutIndentation(line, item.shape.indentation)
  let { text } = cut
  if (testAt(LIST_START, text, 0)) {
    if (!item.hasNested && cut.wasIndented) {
      item.parts.push('')
      item.hasNested = true
    } else if (item.hasNested && !cut.wasIndented) {
      text = spaces(item.shape.indentation + 4) + text
    }
  }
  item.parts[item.parts.length - 1] += text
  list.isAfterBlank = false
  return true
}

function takeBlank(scanner: BlockScanner, list: OpenList, item: OpenItem): boolean {
  let blanks = ''
  for (let match = scanner.scan(BLANK_LINE); match; match = scanner.scan(BLANK_LINE)) {
    blanks += match[0]
  }
  if (blanks === '') return false
  item.hasNested = true
  item.parts[item.parts.length - 1] += blanks
  list.isAfterBlank = true
  return true
}

function finishList(scanner: BlockScanner, list: OpenList): void {
  for (const { node, parts } of list.items) {
    let { line } = node
    for (const part of parts) {
      scanner.parseInside(node, part, line)
      line += part.split('\n').length - 1
    }
  }
  const isGfm = scanner.document.options.input === 'GFM'
  let trailing: Node | null = null
  for (const { node } of list.items) {
    // An item without content leaves the blank line of the one before.
    if (node.children.length > 0) trailing = tidyItem(node, list)
  }
  if (isGfm) applyTaskList(list.node)
  if (trailing && !list.endsAtBoundary) scanner.tree.children.push(trailing)
  if (list.endsAtBoundary) scanner.tree.children.push(createNode('boundary'))
}

/** Decides whether an item is tight; returns the blank line that followed it. */
function tidyItem(item: Node, list: OpenList): Node | null {
  const [first, second] = item.children
  if (!first) return null
  if (first.type === 'p' && first.ial && second?.type === 'boundary') item.children.splice(1, 1)
  if (first.type === 'p' && isTight(item, list)) {
    const source = first.children[0]
    const next = item.children[1]
    if (source && next && next.type !== 'blank') source.value += '\n'
    first.transparent = true
  }
  if (lastChild(item)?.type !== 'blank') return null
  return item.children.pop() ?? null
}

function isTight(item: Node, list: OpenList): boolean {
  const siblings = list.node.children
  const isLast = item === siblings[siblings.length - 1]
  const { length } = item.children
  const isFollowed = length >= 2 && item.children[1]?.type === 'blank'
  if (isFollowed && !(isLast && length === 2 && !list.endsAtBoundary)) return false
  if (!isLast || siblings.length === 1) return true
  return siblings.slice(0, -1).some((other) => {
    const first = other.children[0]
    return !first || first.type !== 'p' || first.transparent === true
  })
}
