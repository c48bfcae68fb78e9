/** The extensions `comment`, `nomarkdown` and `options`. */

import { createAttributeList, parseAttributeList } from './attribute-lists.js'
import { warn, type Document } from './document.js'
import { createNode, type Node } from './node.js'
import { chomp } from './text.js'
import { withInlineOptions } from './inline-options.js'

/** `{::name options}body{:/}` as found in the source. */
export interface Extension {
  readonly name: string
  readonly options: string
  /** Null when it is written `{::name /}`. */
  readonly body: string | null
  readonly line: number
}

/** Whether an extension of this name exists. */
export function isExtension(name: string): boolean {
  return name === 'comment' || name === 'nomarkdown' || name === 'options'
}

/** Does what an extension says; returns what it prints, or null. */
export function applyExtension(
  document: Document,
  { name, options, body, line }: Extension,
  isBlock: boolean,
): Node | null {
  const list = createAttributeList()
  parseAttributeList(options, list)
  if (name === 'options') {
    document.options = withInlineOptions(document, list.attributes, line)
    return null
  }
  if (name === 'nomarkdown') return body === null ? null : rawNode(body, list.attributes, isBlock)
  if (body === null) {
    warn(document, line, `Extension '${name}' has no body`)
    return null
  }
  const comment = createNode('markup', `<!-- ${isBlock ? chomp(body) : body} -->`, line)
  comment.isBlock = isBlock
  return comment
}

function rawNode(body: string, attributes: Map<string, string>, isBlock: boolean): Node {
  const raw = createNode('raw', body)
  raw.isBlock = isBlock
  const targets = attributes.get('type')
  if (targets !== undefined) raw.targets = targets.split(/[ \t\n]+/)
  return raw
}
