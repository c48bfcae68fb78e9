/** Reads blocks: which parsers are asked at a line, and in which order. */

import { BlockScanner, type ParseBlocks } from './block-scanner.js'
import { BLANK_LINE, END_OF_BLOCK, RULE_START } from './block-starts.js'
import { parseAbbreviationDefinition } from './abbreviations.js'
import { parseBlockExtension } from './block-extensions.js'
import { parseFencedCode, parseIndentedCode } from './code-blocks.js'
import { parseDefinitionList } from './definition-lists.js'
import type { Document } from '../tree/document.js'
import { parseAtxHeader, parseSetextHeader } from './headers.js'
import { parseHtmlBlock } from './html-blocks.js'
import { parseList } from './lists.js'
import { createNode, lastChild, type Node } from '../tree/node.js'
import {
  parseBlockquote,
  parseFootnoteDefinition,
  parseLinkDefinition,
  parseBlockMath,
  parseParagraph,
} from './short-blocks.js'
import { parseTable } from './tables.js'
import { matchAt } from '../tree/text.js'

type BlockParser = (scanner: BlockScanner) => boolean

/** How deep blocks nest; deeper ones stay text, so that hostile input can't exhaust the stack. */
const MAX_DEPTH = 100

/** Parsers asked before underlined headers, by the first character behind the indentation. */
const early = new Map<string, readonly BlockParser[]>([
  ['`', [parseFencedCode]],
  ['~', [parseFencedCode]],
  ['>', [parseBlockquote]],
  ['#', [parseAtxHeader]],
  ['*', [parseRule, parseList]],
  ['-', [parseRule, parseList]],
  ['_', [parseRule]],
  ['+', [parseList]],
  [':', [parseDefinitionList]],
  ['<', [parseHtmlBlock]],
  ...'0123456789'.split('').map((digit): [string, BlockParser[]] => [digit, [parseList]]),
])

/** Parsers asked after underlined headers. */
const late = new Map<string, readonly BlockParser[]>([
  ['$', [parseBlockMath, parseTable]],
  ['\\', [parseBlockMath, parseTable]],
  ['[', [parseTable, parseFootnoteDefinition, parseLinkDefinition]],
  ['*', [parseTable, parseAbbreviationDefinition]],
  ['{', [parseTable, parseBlockExtension]],
  ['^', [parseTable, parseEndOfBlock]],
])

const ONLY_TABLES: readonly BlockParser[] = [parseTable]

const SHALLOW = /[ ]{0,3}(?=[^ ])/y

/** Parses a whole source into blocks below the root. */
export function parseBlocks(document: Document, root: Node, source: string): void {
  const parseInto: ParseBlocks = (into, text, place) => {
    parseAll(
      new BlockScanner(document, text, {
        tree: into,
        place,
        parseBlocks: parseInto,
        parseHere: parseAll,
      }),
    )
  }
  parseInto(root, source, { line: 1, depth: 0 })
}

/** Parses to the end of the source, or of the HTML element; true for the latter. */
function parseAll(scanner: BlockScanner): boolean {
  const isTooDeep = scanner.at.place.depth > MAX_DEPTH
  while (!scanner.isDone) {
    scanner.document.work++
    if (!parseBlankLines(scanner) && (isTooDeep || !parseBlock(scanner))) parseParagraph(scanner)
    if (scanner.isStopped) {
      scanner.isStopped = false
      return true
    }
  }
  return false
}

function parseBlock(scanner: BlockScanner): boolean {
  const indent = matchAt(SHALLOW, scanner.source, scanner.pos)
  if (!indent || scanner.source.charCodeAt(scanner.pos + indent[0].length) === 9) {
    if (parseIndentedCode(scanner)) return true
    if (!indent) return false
  }
  const character = scanner.source.charAt(scanner.pos + indent[0].length)
  const runs = (parse: BlockParser): boolean => parse(scanner)
  if (early.get(character)?.some(runs) || parseSetextHeader(scanner)) return true
  return (late.get(character) ?? ONLY_TABLES).some(runs)
}

function parseBlankLines(scanner: BlockScanner): boolean {
  let text = ''
  for (let match = scanner.scan(BLANK_LINE); match; match = scanner.scan(BLANK_LINE)) {
    text += match[0]
  }
  if (text === '') return false
  const last = lastChild(scanner.tree)
  if (last?.type === 'blank') last.value += text
  else scanner.push(createNode('blank', text))
  return true
}

function parseEndOfBlock(scanner: BlockScanner): boolean {
  if (!scanner.scan(END_OF_BLOCK)) return false
  scanner.push(createNode('boundary'))
  return true
}

function parseRule(scanner: BlockScanner): boolean {
  const { line } = scanner
  if (!scanner.scan(RULE_START)) return false
  scanner.push(createNode('hr', '', line))
  return true
}
