/** Reads JSON with the offsets of all keys and values. */

import type { OutlineNode, OutlinePair } from '../yaml/outline.js'
import { YamlFloat, type YamlMap, type YamlValue } from '../yaml/value.js'

/** A value as it stands in the text. Collections are as those of YAML in brackets. */
export interface JsonTree {
  readonly value: YamlValue
  readonly node: OutlineNode
}

/** What is not JSON, and where. */
export class JsonError extends Error {
  override readonly name = 'JsonError'

  constructor(
    readonly offset: number,
    readonly reason: string,
  ) {
    super(reason)
  }
}

const MAX_DEPTH = 100

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y

/** @throws JsonError */
export function readJsonTree(text: string): JsonTree {
  const reader = new Reader(text)
  const tree = reader.value(0)
  if (reader.at < text.length) throw reader.error('nothing may follow the value')
  return tree
}

class Reader {
  at = 0

  constructor(readonly text: string) {
    this.#space()
  }

  value(depth: number): JsonTree {
    if (depth > MAX_DEPTH) throw this.error(`more than ${MAX_DEPTH} levels`)
    const first = this.text[this.at]
    const tree =
      first === '{' ? this.#map(depth) : first === '[' ? this.#list(depth) : this.#scalar(first)
    this.#space()
    return tree
  }

  error(reason: string): JsonError {
    return new JsonError(this.at, reason)
  }

  #scalar(first: string | undefined): JsonTree {
    const start = this.at
    if (first === '"') {
      const value: unknown = JSON.parse(this.#take(STRING, 'a text must end with a quote'))
      return this.#tree(typeof value === 'string' ? value : '', { start, quote: 'double' })
    }
    if (first !== undefined && /[-\d]/.test(first))
      return this.#tree(numberOf(this.#take(NUMBER, 'this is no number')), { start })
    const word = this.#take(WORD, 'a value is missing')
    return this.#tree(word === 'null' ? null : word === 'true', { start })
  }

  #list(depth: number): JsonTree {
    const start = this.at
    const items: OutlineNode[] = []
    const value = this.#members<YamlValue>(']', () => {
      const item = this.value(depth + 1)
      items.push(item.node)
      return item.value
    })
    return this.#tree(value, { start, kind: 'list', items })
  }

  #map(depth: number): JsonTree {
    const start = this.at
    const pairs: OutlinePair[] = []
    const entries = this.#members('}', (): [string, YamlValue] => {
      const keyStart = this.at
      const key: unknown = JSON.parse(this.#take(STRING, 'a key in quotes is missing'))
      this.#space()
      const colon = this.at
      this.#expect(':')
      const { value, node } = this.value(depth + 1)
      const name = typeof key === 'string' ? key : ''
      pairs.push({ key: name, keyStart, colon, isSimple: true, value: node })
      return [name, value]
    })
    const map: YamlMap = new Map(entries)
    return this.#tree(map, { start, kind: 'map', pairs })
  }

  #members<T>(close: ']' | '}', member: () => T): T[] {
    const found: T[] = []
    this.at++
    this.#space()
    if (this.text[this.at] !== close) {
      found.push(member())
      while (this.text[this.at] === ',') {
        this.#expect(',')
        found.push(member())
      }
    }
    if (this.text[this.at] !== close) throw this.error(`a comma or ${close} is missing`)
    this.at++
    return found
  }

  #tree(value: YamlValue, parts: Partial<OutlineNode> & { readonly start: number }): JsonTree {
    const none = {
      kind: 'scalar',
      quote: null,
      hasProperties: false,
      items: [],
      pairs: [],
    } as const
    const isFlow = parts.kind !== undefined
    return { value, node: { ...none, isFlow, end: this.at, ...parts } }
  }

  #expect(mark: string): void {
    if (this.text[this.at] !== mark) throw this.error(`${mark} is missing`)
    this.at++
    this.#space()
  }

  #take(pattern: RegExp, otherwise: string): string {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.text) ?? []
    if (found === undefined) throw this.error(otherwise)
    this.at += found.length
    return found
  }

  #space(): void {
    SPACE.lastIndex = this.at
    this.at += SPACE.exec(this.text)?.[0].length ?? 0
  }
}

function numberOf(text: string): YamlValue {
  const value = Number(text)
  if (!Number.isInteger(value)) return value
  if (/[.eE]/.test(text)) return new YamlFloat(value)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}
