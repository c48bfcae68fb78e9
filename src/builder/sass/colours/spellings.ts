/**
 * How libsass spells colours: `rgb()` and `hsl()` that are opaque are names or hexadecimal, and the
 * digits of a colour without a short form keep their case.
 */

import { COLOURS } from './names.js'

// Of two names for one colour libsass takes the other one.
const OTHER_NAMES = new Set(['aqua', 'fuchsia'])
const NAMES: ReadonlyMap<string, string> = new Map(
  [...COLOURS]
    .filter(([name]) => !OTHER_NAMES.has(name) && !name.includes('grey'))
    .map(([name, digits]) => [digits, name]),
)

const RGB = /\brgb\((\d+), (\d+), (\d+)\)/g
const HSL = /\bhsl\((-?[\d.]+)(?:deg)?, ([\d.]+)%, ([\d.]+)%\)/g
const HSLA = /\bhsla\((-?[\d.]+)(?:deg)?, ?([\d.]+)%, ?([\d.]+)%, ?([\d.]+)\)/g
const RGBA_PARTS = /\brgba\((\d+), (\d+), (\d+), ([\d.]+)\)/g

/** Expanded CSS with opaque colours as libsass writes them; custom properties stay. */
export function opaqueAsDigits(css: string): string {
  if (!/(?:rgb|hsl)a?\(/.test(css)) return css
  return css.replace(/^(?!\s*--).*\b(?:rgb|hsl)a?\(.*$/gm, (line) =>
    line
      .replace(HSLA, (_hsla, ...parts) => {
        const [hue, saturation, lightness, alpha] = parts.slice(0, 4).map(Number)
        return rgba([...partsOf([hue ?? 0, saturation ?? 0, lightness ?? 0]), alpha ?? 0])
      })
      .replace(RGBA_PARTS, (_rgba, ...parts) => rgba(parts.slice(0, 4).map(Number)))
      .replace(RGB, (_rgb, ...parts) => nameOf(parts.slice(0, 3).map(Number)))
      .replace(HSL, (_hsl, ...parts) => nameOf(partsOf(parts.slice(0, 3).map(Number)))),
  )
}

/** A colour by its hue as short as it can be; another value as it is. */
export function shortestHue(value: string): string {
  const opaque = value.replace(HSL, (_hsl, ...parts) =>
    shortest(digitsOf(partsOf(parts.slice(0, 3).map(Number)))),
  )
  return opaqueAsDigits(opaque)
}

/** Red, green and blue of 0 to 255 for a hue in degrees and two percentages. */
function partsOf([hue = 0, saturation = 0, lightness = 0]: readonly number[]): number[] {
  const light = lightness / 100
  const reach = (saturation / 100) * Math.min(light, 1 - light)
  return [0, 8, 4].map((offset) => {
    const place = (((offset + hue / 30) % 12) + 12) % 12
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  })
}

function rgba([red = 0, green = 0, blue = 0, alpha = 0]: readonly number[]): string {
  return `rgba(${red}, ${green}, ${blue}, ${opacityOf(alpha)})`
}

/** An opacity with six digits, as libsass shows it. */
export function opacityOf(alpha: number): string {
  return String(Number(alpha.toPrecision(6))).replace(/e-(\d)$/, 'e-0$1')
}

function nameOf(parts: readonly number[]): string {
  const digits = digitsOf(parts)
  return NAMES.get(digits) ?? `#${digits}`
}

/** Six digits of red, green and blue of 0 to 255. */
export function digitsOf(parts: readonly number[]): string {
  return parts.map((part) => Math.min(part, 255).toString(16).padStart(2, '0')).join('')
}

/** A custom property, a text, or the colour. */
const COMPRESSED_COLOUR =
  /(?<![\w-])--[\w-]+:[^;{}]*|"[^"\n]*"|'[^'\n]*'|\brgb\((\d+), (\d+), (\d+)\)|\bhsla?\([^()]*\)/g

/** Compressed CSS with opaque colours as libsass writes them, as short as it can. */
export function opaqueAsShort(css: string): string {
  if (!/(?:rgb|hsla?)\(/.test(css)) return css
  return css.replace(COMPRESSED_COLOUR, (found, ...parts: (string | undefined)[]) => {
    if (parts[0] !== undefined) return shortest(digitsOf(parts.slice(0, 3).map(Number)))
    const colour = found.startsWith('hsl') ? shortestHue(found) : found
    return colour === found ? found : colour.replace(/, /g, ',')
  })
}

/** A colour of three or six digits as short as it can be; what has no short form stays as it is written. */
export function shortestColour(colour: string): string {
  const digits = colour.slice(1).toLowerCase()
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const short = shortest(six)
  return short.length < colour.length || NAMES.has(six) ? short : colour
}

function shortest(digits: string): string {
  const short = `#${digits.replace(/^(.)\1(.)\2(.)\3$/, '$1$2$3')}`
  const name = NAMES.get(digits)
  return name !== undefined && name.length <= short.length ? name : short
}

const DIGITS = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi
// A short one in brackets is what something is computed of.
const NOTED = /#[0-9a-f]{6}\b|(?<=[:\s,])#[0-9a-f]{3}(?=[\s;,!])/gi
// Those in quotes are of a filter of old browsers.
const EIGHT_DIGITS = /(?<!["'])#(?:[0-9a-f]{8}|[0-9a-f]{4})\b/gi
// As Sass's own compiler writes a colour that lets others through.
const RGBA = /\brgba\(\d+, \d+, \d+, [\d.]+\)/g

/** A colour by its parts, with an opacity or without. */
const BY_PARTS =
  /\brgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d*\.?\d+)\s*)?\)/gi
/** What may compute the colour that it is given. */
const UNCHANGING =
  /\b(?:(?:lighten|darken|saturate|desaturate|mix|scale-color|adjust-hue)\([^()]*,\s*(?:0|0%|100%|0deg)|rgba\([^()]*,\s*1(?:\.0*)?)\s*\)/i

const LITERAL = /\brgba\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d*\.?\d+)\s*\)/g

/** A colour of three or six digits as `#rrggbb` in lower case. */
export function inSix(colour: string): string {
  const digits = colour.toLowerCase()
  return digits.length === 4 ? digits.replace(/[\da-f]/g, '$&$&') : digits
}

/** Remembers colours with capital digits, and with eight digits, and writes them so again. */
export class ColourDigits {
  /** In lower case -> as written; null where the style sheets write it in two ways. */
  readonly #written = new Map<string, string | null>()
  /** Digits -> all that the style sheets write for them, and what the compiler makes of parts. */
  readonly #ways = new Map<string, Set<string>>()
  /** If a colour may be computed that is written out elsewhere. */
  #isComputed = false
  readonly #isCompressed: boolean

  constructor(style?: string) {
    this.#isCompressed = style === 'compressed'
  }

  /** Takes in the text of a style sheet. */
  note(text: string): void {
    if (this.#isCompressed) this.#noteWays(text)
    for (const [colour] of text.matchAll(NOTED)) {
      const known = this.#written.get(colour.toLowerCase())
      const isOne = known === undefined || known === colour
      this.#written.set(colour.toLowerCase(), isOne ? colour : null)
    }
    for (const [, ...parts] of text.matchAll(LITERAL))
      this.#written.set(rgba(parts.map(Number)), null)
    for (const [colour] of text.matchAll(EIGHT_DIGITS)) {
      const key = rgbaOf(colour)
      if (this.#written.get(key) !== null) this.#written.set(key, colour)
    }
  }

  #noteWays(text: string): void {
    if (UNCHANGING.test(text)) this.#isComputed = true
    const add = (six: string, way: string) => {
      const ways = this.#ways.get(six)
      if (ways === undefined) this.#ways.set(six, new Set([way]))
      else ways.add(way)
    }
    for (const [colour] of text.matchAll(DIGITS)) add(inSix(colour), colour)
    for (const [, red, green, blue, alpha = '1'] of text.matchAll(BY_PARTS)) {
      if (Number(alpha) < 1) continue
      const six = `#${digitsOf([red, green, blue].map(Number))}`
      add(six, six)
    }
  }

  /**
   * The colours, `#rrggbb` in lower case, that compressed CSS has and of which its text does not tell how libsass writes
   * them: the style sheets write them in several ways. Those with names have one.
   */
  unsureIn(css: string): ReadonlySet<string> {
    const unsure = new Set<string>()
    for (const [colour] of css.matchAll(DIGITS)) {
      const six = inSix(colour)
      const ways = [...(this.#ways.get(six) ?? [])]
      const isOne = ways.length < 2 && !(this.#isComputed && ways.some((way) => /[A-F]/.test(way)))
      if (!isOne && !NAMES.has(six.slice(1))) unsure.add(six)
    }
    return unsure
  }

  /** Leaves these colours as they are from here on. */
  settle(colours: ReadonlySet<string>): void {
    for (const colour of this.#written.keys())
      if (colours.has(inSix(colour))) this.#written.set(colour, null)
  }

  /** CSS with the capitals that the style sheets have; Sass's own compiler writes them itself in the style expanded. */
  restore(css: string): string {
    const back = (colour: string) =>
      this.#isAnew(colour) ? colour : (this.#written.get(colour) ?? colour)
    const digits = this.#isCompressed ? css.replace(DIGITS, back) : css
    return digits.replace(RGBA, back)
  }

  // What has a name is written anew in what is compressed.
  #isAnew(colour: string): boolean {
    const { length } = colour
    if (length === 4) return NAMES.has(colour.slice(1).replace(/./g, '$&$&'))
    return length === 7 && NAMES.has(colour.slice(1))
  }
}

function rgbaOf(colour: string): string {
  const short = colour.length === 5 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1)
  const [red, green, blue, alpha = 0] = (short.match(/../g) ?? []).map((two) => parseInt(two, 16))
  return `rgba(${red}, ${green}, ${blue}, ${Number((alpha / 255).toFixed(10))})`
}
