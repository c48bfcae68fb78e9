/** Parses the XML answers of S3-like stores, within limits. */

import { SaxesParser } from 'saxes'
import { createYielder } from '../../system/yielding.js'
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
/** Elements and attributes; a page of a listing has a thousand objects with some eight elements each. */
const MAX_PARTS = 100_000
const MAX_NAME = 1000
/** Characters that are parsed at a time. */
const PIECE = 16 * 1024

/**
 * Parses a document piece by piece and yields to the event loop. Entities, external or declared, are not supported,
 * on purpose.
 *
 * @throws DeployError `bad_remote` if it is not well-formed, too deep, or has more than 100,000 elements and
 *   attributes
 */
export async function parseXml(text: string): Promise<XmlNode> {
  const parser = new SaxesParser()
  const open: Open[] = [{ name: '', content: '', children: [] }]
  let parts = 0
  const count = () => {
    parts += 1
    if (parts > MAX_PARTS) throw tooMany()
  }
  parser.on('error', fail)
  parser.on('attribute', count)
  parser.on('opentag', ({ name }) => {
    count()
    if (open.length > MAX_DEPTH || name.length > MAX_NAME) throw fail()
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
  const yieldIfDue = createYielder()
  for (let at = 0; at < text.length; at += PIECE) {
    await yieldIfDue()
    parser.write(text.slice(at, at + PIECE))
  }
  parser.close()
  const root = open[0]?.children[0]
  if (root === undefined) throw fail()
  return root
}

function fail(): never {
  throw new DeployError('bad_remote', "the server's answer is not well-formed XML")
}

function tooMany(): DeployError {
  const text = `the server's answer has more than ${MAX_PARTS} elements and attributes`
  return new DeployError('bad_remote', text)
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
