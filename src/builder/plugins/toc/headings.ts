/** The headings of a page that jekyll-toc lists. */

import { escapeHtml } from '../../../liquid/filters/html.js'
import { displayText, type YamlMap } from '../../../content/yaml/value.js'
import { texts as listed } from '../../base/settings.js'
import type { ElementNode, Html4Node } from '../html4/tree.js'

const NO_TOC = 'no_toc'

/** A heading that is listed. */
export interface Heading {
  readonly element: ElementNode
  readonly level: number
  /** Its own, or one that is made of its text. */
  readonly id: string
  /** HTML of its text without tags. */
  readonly html: string
}

/** The headings within the levels of the settings, outside of the sections that the settings leave out. */
export function headingsOf(nodes: readonly Html4Node[], options: YamlMap): Heading[] {
  const [lowest, highest] = [levelOf(options, 'min_level', 1), levelOf(options, 'max_level', 6)]
  const used = new Map<string, number>()
  const texts: Texts = new Map()
  const found: Heading[] = []
  for (const element of elementsOf(nodes, leftOut(options))) {
    const level = Number(/^h([1-6])$/.exec(element.name)?.[1] ?? 0)
    if (level === 0 || level < lowest || level > highest) continue
    if (classesOf(element).includes(NO_TOC)) continue
    const plain = textOf(element, texts)
    const id = element.attributes.get('id') ?? idOf(plain, used)
    found.push({ element, level, id, html: escapeHtml(plain) })
  }
  return found
}

function levelOf(options: YamlMap, key: string, otherwise: number): number {
  return Number(listed(options.get(key))[0] ?? otherwise)
}

/** Classes of the elements whose headings are left out. */
function leftOut(options: YamlMap): ReadonlySet<string> {
  const value = options.get('no_toc_section_class')
  if (value === undefined || value === null) return new Set(['no_toc_section'])
  return new Set(Array.isArray(value) ? value.map(displayText) : listed(value))
}

/** Every element in order, but what is inside of those with one of the classes. */
function elementsOf(
  nodes: readonly Html4Node[],
  classes: ReadonlySet<string>,
  found: ElementNode[] = [],
): ElementNode[] {
  for (const node of nodes) {
    if (node.kind !== 'element') continue
    found.push(node)
    if (!classesOf(node).some((name) => classes.has(name)))
      elementsOf(node.children, classes, found)
  }
  return found
}

function classesOf({ attributes }: ElementNode): string[] {
  return attributes.get('class')?.split(/\s+/) ?? []
}

/** Texts of elements; each is put together once, for headings that are left open stand inside of each other. */
type Texts = Map<ElementNode, string>

function textOf(element: ElementNode, texts: Texts): string {
  const known = texts.get(element)
  if (known !== undefined) return known
  let text = ''
  for (const node of element.children)
    text += node.kind === 'element' ? textOf(node, texts) : plain(node)
  texts.set(element, text)
  return text
}

function plain(node: Exclude<Html4Node, ElementNode>): string {
  return node.kind === 'raw' ? '' : node.text
}

/** An id of a heading's text; the second of one text gets `-1`. */
function idOf(plain: string, used: Map<string, number>): string {
  const base = plain
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  const times = used.get(base) ?? 0
  used.set(base, times + 1)
  return encodeURIComponent(times === 0 ? base : `${base}-${times}`)
}
