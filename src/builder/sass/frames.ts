/**
 * Frames of an animation that are called otherwise than `from`, `to` or a percentage (`fom { … }`): libsass copies them,
 * Sass's own compiler refuses the style sheet. It is handed percentages that spell their names.
 */

import { ASIDE } from './edits.js'

/** Where an animation begins, braces, and what ends a statement; the rest is not looked into. */
const TOKEN = new RegExp(String.raw`${ASIDE}|#\{[^{}]*\}|@[\w-]*keyframes\b[^{};]*\{|[{};]`, 'gi')
const FRAME = /^(?:from|to|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%)$/i
/** A name with nothing put in, which would be known only later. */
const NAME = /^[\w.#-]{1,80}$/
const NUMBERS = /^[\s\d.,]*\d[\s\d.,]*$/
const SPELLED = /\b99((?:\d{3})+)99%/g

/** With such names as percentages; {@link restoreFrames} gives them back. */
export function withAnyFrames(scss: string): string {
  let result = ''
  let done = 0
  // Open braces from that of the animation on; 0 outside of one.
  let depth = 0
  for (const { 0: found, index } of scss.matchAll(TOKEN)) {
    const head = scss.slice(done, index)
    // What is only numbers is a frame also where a mixin brings the animation.
    const isFrame = found === '{' && (depth === 1 || (depth === 0 && NUMBERS.test(head)))
    result += (isFrame ? names(head) : head) + found
    done = index + found.length
    if (found.startsWith('@')) depth = 1
    else if (depth > 0 && found === '{') depth++
    else if (depth > 0 && found === '}') depth--
  }
  return result + scss.slice(done)
}

function names(heads: string): string {
  return heads
    .split(',')
    .map((head) => {
      const name = head.trim()
      return FRAME.test(name) || !NAME.test(name) ? head : head.replace(name, spell)
    })
    .join(',')
}

function spell(name: string): string {
  const codes = Array.from(name, (char) => char.charCodeAt(0).toString().padStart(3, '0'))
  return `99${codes.join('')}99%`
}

/** CSS with the names of frames. */
export function restoreFrames(css: string): string {
  return css.replace(SPELLED, (_found, codes: string) =>
    String.fromCharCode(...(codes.match(/\d{3}/g) ?? []).map(Number)),
  )
}
