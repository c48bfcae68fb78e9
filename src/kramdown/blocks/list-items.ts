/** The lines of a list item, for lists and definition lists alike. */

import type { BlockScanner } from './block-scanner.js'
import { isLazyEnd } from './block-starts.js'
import { createAttributeList, parseAttributeList } from '../tree/attribute-lists.js'
import type { Node } from '../tree/node.js'
import { spaces, stripStart } from '../tree/text.js'

const ONLY_LIST = /^[ \t]*(?:\{:(?!(?:\w[\w-]*)?:|\/)(?:\\\}|[^}\n])+\}[ \t]*)?\n/
const ITEM_LIST = /^[ \t]*\{:(?!(?:\w[\w-]*)?:|\/)((?:\\\}|[^}])+)\}[ \t\n]*/

/** Where the content of a list item starts, and the lines that belong to it. */
export interface ItemShape {
  /** Column of the content. */
  readonly indentation: number
  /** The item's first line, from its content on. */
  readonly first: string
  /** A line that is indented far enough; sticky. */
  readonly content: RegExp
}

const contentLines = new Map<number, RegExp>()

function contentLine(indentation: number): RegExp {
  const known = contentLines.get(indentation)
  if (known) return known
  const tabs = Math.floor(indentation / 4)
  const made = new RegExp(
    `(?:(?:\\t| {4}){${tabs}} {${indentation % 4}}|(?:\\t| {4}){${tabs + 1}})[ \\t\\v\\f\\r]*[^ \\t\\n\\v\\f\\r][^\\n]*\\n`,
    'y',
  )
  if (contentLines.size < 200) contentLines.set(indentation, made)
  return made
}

/**
 * Measures an item by its first line.
 *
 * @param markerWidth width of the marker with its indentation
 * @param text the line behind the marker
 */
export function shapeItem(markerWidth: number, text: string): ItemShape {
  let indentation = 4
  let content = text
  if (!ONLY_LIST.test(text)) {
    content = expandTabs(text, markerWidth)
    indentation = markerWidth + (/^ */.exec(content)?.[0].length ?? 0)
  }
  return {
    indentation,
    first: stripStart(content),
    content: contentLine(indentation),
  }
}

function expandTabs(text: string, markerWidth: number): string {
  let column = markerWidth
  let at = 0
  for (; text.charAt(at) === ' ' || text.charAt(at) === '\t'; at++) {
    column += text.charAt(at) === ' ' ? 1 : 4 - (column % 4)
  }
  return spaces(column - markerWidth) + text.slice(at)
}

/** Takes an attribute list at the start of an item's text and gives it to the item. */
export function takeItemList(item: Node, text: string): string {
  const match = ITEM_LIST.exec(text)
  if (!match) return text
  item.ial = createAttributeList()
  parseAttributeList(match[1] ?? '', item.ial)
  return text.slice(match[0].length)
}

/** Whether a line that is not indented may still continue an item's text. */
export function isLazyLine(scanner: BlockScanner): boolean {
  return !isLazyEnd(scanner)
}

/** A line of an item without the item's indentation. */
interface ItemLine {
  readonly text: string
  readonly wasIndented: boolean
}

const LEADING_TABS = /^\t+/

/** Cuts the item's indentation off a line, when it has all of it. */
export function cutIndentation(line: string, indentation: number): ItemLine {
  const text = line.replace(LEADING_TABS, (tabs) => spaces(4 * tabs.length))
  for (let at = 0; at < indentation; at++) {
    if (text.charCodeAt(at) !== 32) return { text, wasIndented: false }
  }
  return { text: text.slice(indentation), wasIndented: true }
}
