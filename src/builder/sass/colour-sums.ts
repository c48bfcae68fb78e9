/**
 * Sums of colours (`$grey + #111`, `$grey * 2`): libsass computes them channel by channel, Sass's own compiler refuses
 * them where it meets them. That place is handed over again as a call of a function which computes as libsass does.
 */

import type * as Sass from 'sass-embedded'
import type { CustomFunction, Exception, Value } from 'sass-embedded'

/** A refused sum in a text that was handed over. */
interface Sum {
  readonly from: number
  readonly to: number
  readonly call: string
}

/** Each is found by compiling once more. */
const MAX_SUMS = 100

const OPERATIONS: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['+', (left, right) => left + right],
  ['-', (left, right) => left - right],
  ['*', (left, right) => left * right],
  ['/', (left, right) => left / right],
  ['%', (left, right) => left % right],
])

/** Sums that were met, by the address of their style sheet. */
export class ColourSums {
  readonly #sums = new Map<string, Sum[]>()
  #count = 0

  /** Takes in what was refused; whether it is another sum of colours. */
  note({ sassMessage, span }: Exception): boolean {
    if (!sassMessage.startsWith('Undefined operation')) return false
    const sides = sidesOf(span.text)
    if (sides === null || span.url === undefined || ++this.#count > MAX_SUMS) return false
    const [left, operator, right] = sides
    const args = `${left}, ${right}`
    const sum = `${left} ${operator} ${right}`
    const call = `if(galley-has-colour(${args}), galley-sum("${operator}", ${args}), ${sum})`
    const sums = this.#sums.get(span.url.href) ?? []
    sums.push({ from: span.start.offset, to: span.end.offset, call })
    this.#sums.set(span.url.href, sums)
    return true
  }

  /** The text of a style sheet with calls for the sums that are known of it. */
  replaceIn(text: string, url: string): string {
    // Each was met in the text with those before it replaced.
    return (this.#sums.get(url) ?? []).reduce(
      (known, { from, to, call }) => known.slice(0, from) + call + known.slice(to),
      text,
    )
  }

  /** The functions that are called; none as long as no sum is known. */
  async functions(): Promise<Record<string, CustomFunction<'async'>>> {
    if (this.#sums.size === 0) return {}
    const sass = await import('sass-embedded')
    return {
      'galley-has-colour($a, $b)': ([a, b]) =>
        [a, b].some((value) => value instanceof sass.SassColor) ? sass.sassTrue : sass.sassFalse,
      'galley-sum($operator, $a, $b)': ([operator, a, b]) =>
        sumOf(sass, { operator: operator?.assertString().text ?? '', a, b }),
    }
  }
}

interface Operands {
  readonly operator: string
  readonly a: Value | undefined
  readonly b: Value | undefined
}

function sumOf(sass: typeof Sass, { operator, a, b }: Operands): Value {
  const { SassColor, SassNumber, SassString } = sass
  const isNumber = a instanceof SassNumber
  // A number less a colour, or divided by one, is text to libsass.
  if (isNumber && (operator === '-' || operator === '/' || operator === '%'))
    return new SassString(`${a.toString()}${operator}${String(b)}`, { quotes: false })
  const colour = a instanceof SassColor ? a : b instanceof SassColor ? b : null
  const operate = OPERATIONS.get(operator)
  const [left, right] = [channelsOf(a), channelsOf(b)]
  if (colour === null || operate === undefined || left === null || right === null)
    throw new Error(`Undefined operation "${String(a)} ${operator} ${String(b)}".`)
  const [red = 0, green = 0, blue = 0] = left.map((channel, i) => {
    const value = Math.round(operate(channel, right[i] ?? 0))
    return Number.isFinite(value) ? Math.min(Math.max(value, 0), 255) : 0
  })
  return new SassColor({ red, green, blue, alpha: colour.alpha })

  function channelsOf(value: Value | undefined): number[] | null {
    if (value instanceof SassColor) return [value.red, value.green, value.blue]
    return value instanceof SassNumber ? [value.value, value.value, value.value] : null
  }
}

const PIECE =
  /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[([{]|[)\]}]|(?<=[\s)])-(?=\s)|(?<=\))-|[+*/]|(?<=\s)%(?=\s)/g

/** An operation of two sides: it is the last of those that bind least. */
function sidesOf(text: string): [left: string, operator: string, right: string] | null {
  let depth = 0
  let sum = -1
  let product = -1
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (/[([{]/.test(piece)) depth++
    else if (/[)\]}]/.test(piece)) depth--
    else if (depth > 0 || index === 0) continue
    else if (/[-+]/.test(piece) && piece.length === 1) sum = index
    else if (/[*/%]/.test(piece) && piece.length === 1) product = index
  }
  const at = sum > 0 ? sum : product
  if (at <= 0) return null
  return [text.slice(0, at).trim(), text[at] ?? '', text.slice(at + 1).trim()]
}
