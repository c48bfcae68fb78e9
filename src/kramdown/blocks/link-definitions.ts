/** Definitions of links: `[id]: url "title"`. */

import type { BlockScanner } from './block-scanner.js'
import { createDefinitionMark } from '../tree/attribute-lists.js'
import { normalizeLinkId, warn } from '../tree/document.js'

const START =
  /[ ]{0,3}\[([^\n\]]+)\]:[ \t]*(?:<([^\n>]*)>|([^ \t\n\v\f\r](?:(?![ \t]+["'])[^\n])*?))(?:(?:[ \t]*\n|[ \t]+)[ \t]*(["'])(.+)\4)?[ \t]*\n/y

/** `[id]: url "title"`. */
export function parseLinkDefinition(scanner: BlockScanner): boolean {
  const { line, document } = scanner
  const match = scanner.scan(START)
  if (!match) return false
  const [, name = '', bracketed, bare, , title] = match
  const id = normalizeLinkId(name)
  if (document.links.has(id)) {
    warn(document, line, `Duplicate link ID '${id}' - overwriting`)
  }
  const url = bracketed ?? bare ?? ''
  const mark = createDefinitionMark(true)
  document.links.set(id, { url, title: title ?? null, mark })
  scanner.push(mark)
  return true
}
