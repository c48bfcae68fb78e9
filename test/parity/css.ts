/**
 * Style sheets by what they say: a list of rules and declarations, without comments, white space and
 * the freedoms of spelling (numbers, colours, quotes, escapes, the order of selectors in a list), and without what no
 * browser heeds: selectors with two combinators in a row, and the value `null`.
 */

import { COLOURS } from './colour-names.js'

/** One string a declaration (or at-rule without a block), each with the selectors it is in. */
export function declarationsOf(css: string): string[] {
  const found: string[] = []
  const path: string[] = []
  let start = 0
  const text = withoutComments(css)
  const finish = (end: number) => {
    const statement = normalised(text.slice(start, end))
    if (statement !== '' && !statement.endsWith(':null') && !path.includes(''))
      found.push([...path, statement].join(' { '))
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"' || char === "'") at = endOfString(text, at)
    else if (char === '(') at = endOfUrl(text, at)
    else if (char === '{') {
      path.push(headOf(normalised(text.slice(start, at))))
      start = at + 1
    } else if (char === '}') {
      finish(at)
      path.pop()
      start = at + 1
    } else if (char === ';') {
      finish(at)
      start = at + 1
    }
  }
  finish(text.length)
  return found
}

/** A list of selectors as a set; empty where no browser heeds any of it. */
function headOf(head: string): string {
  if (head.startsWith('@')) return head.split(',').sort().join(',')
  const heeded = head.split(',').filter((selector) => !/[>+~]{2}|^[>+~]|[>+~]$/.test(selector))
  return [...new Set(heeded)].sort().join(',')
}

function withoutComments(css: string): string {
  return css
    .replace(/^\uFEFF|@charset "[^"]*";/g, '')
    .replace(
      /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|\/\*[^]*?\*\//g,
      (_, quoted) => quoted ?? ' ',
    )
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[from]) return at
  }
  return text.length
}

/** An address without quotes may hold `;`. */
function endOfUrl(text: string, open: number): number {
  if (!/url$/i.test(text.slice(Math.max(0, open - 3), open))) return open
  const close = text.indexOf(')', open)
  return /^\(\s*["']/.test(text.slice(open, open + 10)) || close < 0 ? open : close
}

function normalised(statement: string): string {
  return statement
    .split(/("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')/)
    .map((part, i) => (i % 2 === 1 ? plainString(part) : plainTokens(part)))
    .join('')
    .trim()
    .replace(/ ?" ?/g, '"')
    .replace(/=("?)([\w-]+)\1\]/g, '=$2]')
    .replace(/:nth-[a-z-]+\([^()]*\)/gi, (formula) => formula.toLowerCase())
    .replace(/^(@\w+)\(/, '$1 (')
    .replace(/\)(?=(?:and|or)\b)/g, ') ')
    .replace(/^@import ?"([^"]*)" ?/, '@import url($1) ')
    .replace(/\burl\("([^"]*)"\)/g, 'url($1)')
    .replace(/^(@import url\([^)]*\)) ?/, '$1 ')
    .trim()
}

function plainString(quoted: string): string {
  const text = quoted
    .slice(1, -1)
    .replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, code?: string, char?: string) =>
      code === undefined ? (char ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
    )
  return `"${text}"`
}

function plainTokens(text: string): string {
  return (
    text
      .replace(/\\([0-9a-f]{2,6})[ \n]?/gi, (escape, code: string) => characterOf(code) ?? escape)
      .replace(/\s+/g, ' ')
      // A product needs no parentheses.
      .replace(/(?<=[-+] )\(([^-+()]+)\)/g, '$1')
      .replace(/ ?([,>~+=!*/;]) ?|: /g, (sign, one?: string) => one ?? sign.trim())
      .replace(/(?<=\() | (?=\))/g, '')
      .replace(/\((\([^()]+\)\/[\d.]+)\)/g, '$1')
      .replace(
        /(?<![\w#.-])(-?)0*(\d*\.?\d+(?:e[+-]?\d+)?)(?![\w.]*\()/g,
        (_, sign: string, digits: string) =>
          `${sign}${Number(Number(digits).toFixed(6))}`.replace(/(?<!\d)0\./, '.'),
      )
      .replace(/#[0-9a-f]{3,8}\b/gi, (colour) => longColour(colour.toLowerCase()))
      .replace(
        /\bhsla?\(([-\d.]+)(?:deg)?,([\d.]+)%,([\d.]+)%(?:,([\d.]+))?\)/g,
        (_, ...parts: string[]) => byHue(parts.slice(0, 4)),
      )
      .replace(/\brgba?\((\d+),(\d+),(\d+)(?:,([\d.]+))?\)/g, (_, ...channels: string[]) =>
        hexadecimal(channels.slice(0, 4)),
      )
      .replace(/(?<=[:,( ]|^)[a-z]+\b(?![-(])/gi, nameToColour)
  )
}

/** Digits and letters stay as they are written: an escape may keep them from being read with what follows. */
function characterOf(code: string): string | null {
  const point = Number.parseInt(code, 16)
  if (point > 0x10ffff) return null
  const char = String.fromCodePoint(point)
  if (point >= 0x80) return char
  return /[!-/:-@[-`{-~]/.test(char) ? `\\${char}` : null
}

function byHue([hue, saturation, lightness, alpha]: readonly (string | undefined)[]): string {
  const light = Number(lightness) / 100
  const reach = (Number(saturation) / 100) * Math.min(light, 1 - light)
  const channels = [0, 8, 4].map((offset) => {
    const place = (((offset + Number(hue) / 30) % 12) + 12) % 12
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  })
  return hexadecimal([...channels.map(String), alpha])
}

function longColour(colour: string): string {
  const digits = colour.length < 7 ? colour.replace(/[^#]/g, '$&$&') : colour
  const alpha = Number.parseInt(digits.slice(7) || 'ff', 16) / 255
  return `${digits.slice(0, 7)}${opacity(alpha)}`
}

function opacity(alpha: number): string {
  return alpha === 1 ? '' : `/${Number(alpha.toFixed(2))}`
}

function hexadecimal([red, green, blue, alpha]: readonly (string | undefined)[]): string {
  const digits = [red, green, blue].map((channel) => Number(channel).toString(16).padStart(2, '0'))
  return `#${digits.join('')}${opacity(Number(alpha ?? 1))}`
}

function nameToColour(word: string): string {
  const name = word.toLowerCase()
  if (name === 'transparent') return '#000000/0'
  const digits = COLOURS.get(name)
  return digits === undefined ? word : `#${digits}`
}
