/** Reads the XML that S3-like stores answer with, within limits. */

import { SaxesParser } from 'saxes'
import { DeployError } from '../network/deploy-error.js'

/** An element of an answer of S3: no attributes, no namespaces, no mixed content. */
export interface XmlNode {
  readonly name: string
  readonly content: string
  readonly children: readonly XmlNode[]
  /** Text of the first child of that name. */
  text(name: string): string | undefined
  /** All children of that name. */
  all(name: string): readonly XmlNode[]
}

interface Open {
  readonly name: string
  content: string
  readonly children: XmlNode[]
}

const MAX_DEPTH = 8

/**
 * Reads a whole document. External and own entities do not exist for this parser.
 *
 * @throws DeployError `bad_remote` for whatever is not well-formed or goes deep
 */
export function parseXml(text: string): XmlNode {
  const parser = new SaxesParser()
  const open: Open[] = [{ name: '', content: '', children: [] }]
  parser.on('error', fail)
  parser.on('opentag', ({ name }) => {
    if (open.length > MAX_DEPTH) throw fail()
    open.push({ name: name.replace(/^.*:/, ''), content: '', children: [] })
  })
  const add = (chars: string) => {
    const top = open.at(-1)
    if (top !== undefined) top.content += chars
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed !== undefined) open.at(-1)?.children.push(nodeOf(closed))
  })
  parser.write(text).close()
  const root = open[0]?.children[0]
  if (root === undefined) throw fail()
  return root
}

function fail(): never {
  throw new DeployError('bad_remote', "the server's answer is not well-formed XML")
}

function nodeOf({ name, content, children }: Open): XmlNode {
  return {
    name,
    content,
    children,
    text: (child) => children.find((node) => node.name === child)?.content,
    all: (child) => children.filter((node) => node.name === child),
  }
}
