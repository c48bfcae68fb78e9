/**
 * Selectors as libsass knows them: a list of complex selectors, each of compounds with combinators between, each
 * compound of simple selectors. They are read from CSS that Sass's compiler wrote, so no `&` is left in them.
 */

/** What a placeholder is called while Sass's own compiler, which leaves placeholders out, handles it. */
export const PLACEHOLDER = '.galley-placeholder-'

export interface Simple {
  readonly kind: 'type' | 'class' | 'id' | 'attribute' | 'placeholder' | 'pseudo'
  /** As it is written; equal selectors have equal texts. */
  readonly text: string
  /** Of a pseudo-class or -element what stands before the bracket, without colons; of others nothing. */
  readonly name: string
  /** A pseudo-element, which may be written with one colon. */
  readonly isElement: boolean
  /** The selectors in the brackets of such as `:not`. */
  readonly list: readonly Complex[] | null
}

export type Compound = readonly Simple[]
export type Combinator = '>' | '+' | '~'
export type Component = Compound | Combinator
export type Sequence = readonly Component[]

/** It is the object that tells a selector of the author from an equal one that was made. */
export interface Complex {
  readonly parts: Sequence
  /** Whether it begins a line. */
  readonly onNewLine: boolean
}

/** What is not one of libsass's selectors, or is none that is handled here. */
export class UnknownSelector extends Error {}

export function isCompound(component: Component | undefined): component is Compound {
  return typeof component === 'object'
}

export function isCombinator(component: Component | undefined): component is Combinator {
  return typeof component === 'string'
}

// libsass: Parser::parse_pseudo_selector
const WITH_SELECTORS = /^(?:not|matches|current|any|has|host|host-context|slotted)$/
const FAKE_ELEMENT = /^(?:after|before|first-line|first-letter)$/

const NAME = String.raw`(?:[\w\u0080-\uffff-]|\\[^\n])+`
const STRING = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'`
const SIMPLE = new RegExp(
  `([.#])${NAME}|\\[(?:[^\\]"']|${STRING})*\\]|:(:?)(${NAME})|\\*|${NAME}`,
  'y',
)

/** No real selector has as many parts; to compare two takes their product. */
const MAX_PARTS = 50

/** Reads a list of selectors. @throws UnknownSelector */
export function parseList(text: string): Complex[] {
  const reader = { text, at: 0 }
  const list = readList(reader)
  if (reader.at < text.length) throw new UnknownSelector(text)
  return list
}

interface Reader {
  readonly text: string
  at: number
}

function readList(reader: Reader): Complex[] {
  const list: Complex[] = []
  for (;;) {
    const onNewLine = skipBlanks(reader)
    const parts = readParts(reader)
    if (parts.length === 0) throw new UnknownSelector(reader.text)
    list.push({ parts, onNewLine })
    if (reader.text[reader.at] !== ',') return list
    reader.at++
  }
}

/** Whether there was the end of a line among the blanks. */
function skipBlanks(reader: Reader): boolean {
  let hasLine = false
  for (; /\s/.test(reader.text[reader.at] ?? ''); reader.at++)
    if (reader.text[reader.at] === '\n') hasLine = true
  return hasLine
}

function readParts(reader: Reader): Component[] {
  const parts: Component[] = []
  for (;;) {
    skipBlanks(reader)
    if (parts.length > MAX_PARTS) throw new UnknownSelector(reader.text)
    const char = reader.text[reader.at]
    if (char === undefined || char === ',' || char === ')') return parts
    if (char === '>' || char === '+' || char === '~') {
      parts.push(char)
      reader.at++
    } else parts.push(readCompound(reader))
  }
}

function readCompound(reader: Reader): Simple[] {
  const compound: Simple[] = []
  while (!/[\s,)>+~]/.test(reader.text[reader.at] ?? ',')) compound.push(readSimple(reader))
  if (compound.length > MAX_PARTS) throw new UnknownSelector(reader.text)
  return compound
}

function readSimple(reader: Reader): Simple {
  SIMPLE.lastIndex = reader.at
  const match = SIMPLE.exec(reader.text)
  // Namespaces unify by rules of their own.
  if (match === null || reader.text[SIMPLE.lastIndex] === '|')
    throw new UnknownSelector(reader.text)
  const [text, mark, colon, name] = match
  reader.at += text.length
  if (name !== undefined) return readPseudo(reader, name, colon === ':')
  const kind = text.startsWith('[') ? 'attribute' : mark === '#' ? 'id' : 'class'
  if (mark === undefined && kind !== 'attribute') return plain('type', text)
  if (!text.startsWith(PLACEHOLDER)) return plain(kind, text)
  return plain('placeholder', `%${text.slice(PLACEHOLDER.length)}`)
}

function plain(kind: Simple['kind'], text: string): Simple {
  return { kind, text, name: '', isElement: false, list: null }
}

function readPseudo(reader: Reader, name: string, isDouble: boolean): Simple {
  const colons = isDouble ? '::' : ':'
  const isElement = isDouble || FAKE_ELEMENT.test(unprefixed(name))
  const pseudo = { kind: 'pseudo', text: colons + name, name, isElement, list: null } as const
  if (reader.text[reader.at] !== '(') return pseudo
  if (!WITH_SELECTORS.test(unprefixed(name)))
    return { ...pseudo, text: pseudo.text + readArgument(reader) }
  reader.at++
  const list = readList(reader)
  if (reader.text[reader.at] !== ')') throw new UnknownSelector(reader.text)
  reader.at++
  return withList(pseudo, list)
}

/** A pseudo-class with other selectors in its brackets. */
export function withList(pseudo: Simple, list: readonly Complex[]): Simple {
  const colons = pseudo.text.startsWith('::') ? '::' : ':'
  return { ...pseudo, list, text: `${colons}${pseudo.name}(${list.map(textOf).join(', ')})` }
}

const ARGUMENT = new RegExp(`${STRING}|[()]|[^"'()]+`, 'gy')

/** What stands in brackets, with them. */
function readArgument(reader: Reader): string {
  const from = reader.at
  let depth = 0
  do {
    ARGUMENT.lastIndex = reader.at
    const [part] = ARGUMENT.exec(reader.text) ?? []
    if (part === undefined) throw new UnknownSelector(reader.text)
    depth += part === '(' ? 1 : part === ')' ? -1 : 0
    reader.at += part.length
  } while (depth > 0)
  return reader.text.slice(from, reader.at)
}

/** The name of a pseudo-class without `-moz-` and such. */
export function unprefixed(name: string): string {
  return name.replace(/^-[a-z]+-/, '')
}

function compoundText(compound: Compound): string {
  return compound.map((simple) => simple.text).join('')
}

/** Key of components: equal ones have equal keys. */
export function keyOf(parts: Sequence): string {
  return parts.map((part) => (isCompound(part) ? compoundText(part) : part)).join(' ')
}

/** The same without the order in compounds, as libsass compares them. */
export function orderlessKeyOf(parts: Sequence): string {
  return keyOf(parts.map((part) => (isCompound(part) ? part.toSorted(byText) : part)))
}

function byText(one: Simple, two: Simple): number {
  return one.text < two.text ? -1 : one.text > two.text ? 1 : 0
}

/** A complex selector as Sass's own compiler writes it. */
function textOf({ parts }: Complex): string {
  return keyOf(parts)
}

export function complexOf(parts: Sequence, onNewLine = false): Complex {
  return { parts, onNewLine }
}

/** Whether two compounds have the same simple selectors, in any order, as libsass compares them. */
function sameCompound(one: Compound, other: Compound): boolean {
  return one.length === other.length && other.every((simple) => hasSimple(one, simple))
}

export function hasSimple(compound: Compound, { text }: Simple): boolean {
  return compound.some((simple) => simple.text === text)
}

function sameComponent(one: Component, other: Component): boolean {
  if (isCompound(one)) return isCompound(other) && sameCompound(one, other)
  return one === other
}

export function sameParts(one: Sequence, other: Sequence): boolean {
  return (
    one.length === other.length &&
    one.every((part, i) => {
      const others = other[i]
      return others !== undefined && sameComponent(part, others)
    })
  )
}
