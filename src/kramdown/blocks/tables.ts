/** Tables: lines with pipes, with header, alignment, bodies and footer. */

import type { BlockScanner } from './block-scanner.js'
import { isBeforeBoundary } from './block-starts.js'
import { warn } from '../tree/document.js'
import { createNode, type Node } from '../tree/node.js'
import { hasPipesOutsideCode, splitCells } from './table-cells.js'
import { lineEnd, strip } from '../tree/text.js'

const HEAD_SEPARATOR = /([+|: \t-]*?-[+|: \t-]*?)[ \t]*\n/y
const FOOT_SEPARATOR = /[+|: \t=]*?=[+|: \t=]*?[ \t]*\n/y
const ALIGNMENT = /[ \t]?(:)?-+(:)?[ \t]?/g
const PIPE_START = /^[ \t]*\|/

interface OpenTable {
  readonly node: Node
  readonly hasLeadingPipe: boolean
  rows: Node[]
  hasFooter: boolean
  columns: number
}

function isTableLine(source: string, pos: number): boolean {
  const end = lineEnd(source, pos)
  for (let at = source.indexOf('|', pos); at >= 0 && at < end; at = source.indexOf('|', at + 1)) {
    if (at === pos || source.charCodeAt(at - 1) !== 92) return true
  }
  return false
}

/** Lines with pipes between block boundaries. */
export function parseTable(scanner: BlockScanner): boolean {
  const { source, pos: saved, line } = scanner
  if (!isTableLine(source, saved) || !scanner.isAfterBoundary) return false
  const firstLine = source.slice(saved, lineEnd(source, saved))
  const table: OpenTable = {
    node: createNode('table', '', line),
    hasLeadingPipe: PIPE_START.test(firstLine),
    rows: [],
    hasFooter: false,
    columns: 0,
  }
  if (scanner.test(HEAD_SEPARATOR)) scanner.scan(HEAD_SEPARATOR)
  while (!scanner.isDone && isTableLine(source, scanner.pos)) takeLine(scanner, table)
  // What waited for this block is lost when the table turns out to be none.
  const waiting = scanner.pendingIal
  scanner.pendingIal = null
  if (!isBeforeBoundary(scanner) || !hasPipesOutsideCode(source.slice(saved, scanner.pos))) {
    scanner.pos = saved
    return false
  }
  addGroup(table, table.hasFooter ? 'tfoot' : 'tbody')
  if (!table.node.children.some((group) => group.type === 'tbody')) {
    warn(scanner.document, line, 'Found table without body - ignoring it')
    scanner.pos = saved
    return false
  }
  squareUp(table)
  scanner.pendingIal = waiting
  scanner.push(table.node)
  return true
}

function takeLine(scanner: BlockScanner, table: OpenTable): void {
  const separator = scanner.scan(HEAD_SEPARATOR)
  if (separator) takeSeparator(table, separator[1] ?? '')
  else if (scanner.scan(FOOT_SEPARATOR)) {
    addGroup(table, 'tbody', true)
    table.hasFooter = true
  } else takeRow(scanner, table)
}

function takeSeparator(table: OpenTable, text: string): void {
  if (table.rows.length === 0) return
  if (table.node.alignment || table.hasFooter) {
    addGroup(table, 'tbody')
    return
  }
  addGroup(table, 'thead')
  table.node.alignment = [...text.matchAll(ALIGNMENT)].map(([, left, right]) => {
    if (left !== undefined && right !== undefined) return 'center'
    if (right !== undefined) return 'right'
    return left === undefined ? 'default' : 'left'
  })
}

function addGroup(table: OpenTable, type: 'thead' | 'tbody' | 'tfoot', isForced = false): void {
  if (table.rows.length === 0) return
  if (table.hasFooter && type === 'tbody' && !isForced) return
  const group = createNode(type)
  group.children = table.rows
  table.rows = []
  table.node.children.push(group)
}

function takeRow(scanner: BlockScanner, table: OpenTable): void {
  const { line } = scanner
  const cells = splitCells(scanner.scanLine())
  if (table.hasLeadingPipe && strip(cells[0] ?? '') === '') cells.shift()
  if (strip(cells[cells.length - 1] ?? '') === '') cells.pop()
  const row = createNode('tr', '', line)
  for (const text of cells) {
    const cell = createNode('td', '', line)
    cell.children.push(createNode('source', strip(text), line))
    row.children.push(cell)
  }
  table.columns = Math.max(table.columns, cells.length)
  table.rows.push(row)
}

/** Gives all rows the same number of cells. */
function squareUp({ node, columns }: OpenTable): void {
  for (const group of node.children) {
    for (const row of group.children) {
      while (row.children.length < columns) row.children.push(createNode('td'))
    }
  }
  const alignment = (node.alignment ?? []).slice(0, columns)
  while (alignment.length < columns) alignment.push('default')
  node.alignment = alignment
}
