/**
 * Where what was clicked in the preview is written. Nothing in the page says so: the words around the click are looked for in
 * the text, so that what is published has no marks.
 */

import type { Form } from './form.js'

/** A click in the preview. */
export interface Click {
  /** The text of the clicked block before and after the click, up to `MAX_CHARACTERS` of each. */
  readonly before: string
  readonly after: string
  /** How much of the page's text comes before it, from 0 to 1. */
  readonly share: number
  /** Address of the clicked picture; null for text. */
  readonly picture: string | null
}

export type ClickedPlace =
  | { readonly kind: 'body'; readonly at: number }
  | { readonly kind: 'title' }
  /** Another field, which has this text as its value, or as one of its words. */
  | { readonly kind: 'field'; readonly value: string }

const MAX_CHARACTERS = 1000
/** A word in a page of others is no reason to jump; three in a row are, and all words of a short block. */
const MIN_WORDS = 3

/** Reads a message of the frame, in which scripts of the site run, too. */
export function readClick(data: unknown): Click | null {
  const { before, after, share, picture } = Object(data)
  if (typeof before !== 'string' || typeof after !== 'string' || typeof share !== 'number') {
    return null
  }
  return {
    before: before.slice(-MAX_CHARACTERS),
    after: after.slice(0, MAX_CHARACTERS),
    share,
    picture: typeof picture === 'string' ? picture.slice(0, MAX_CHARACTERS) : null,
  }
}

/** Null for what is in neither the body nor a field. */
export function placeOfClick({ body, ...form }: Form, click: Click): ClickedPlace | null {
  if (click.picture !== null) return pictureIn(body, click.picture)
  const block = wordsOf(click.before + click.after)
  const at = clickedWord(block, click.before.length)
  const clicked = block[at]
  if (!clicked) return null
  const found = findRun(wordsOf(withoutMarks(body)), { block, at, share: click.share })
  const offset = Math.min(clicked.word.length, Math.max(0, click.before.length - clicked.from))
  const inBody = found && { kind: 'body' as const, at: found.from + offset }
  if (inBody && found.length === block.length) return inBody
  return fieldOf(form, block) ?? (inBody && found.length >= MIN_WORDS ? inBody : null)
}

interface Word {
  readonly word: string
  readonly from: number
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
  }))
}

/** The text with spaces for what is not shown: addresses of links, tags, attributes, entities. */
function withoutMarks(text: string): string {
  return text.replace(/\]\([^()\s]*|<[^<>]*>|\{[%{:][^{}]*\}+|&\w+;/g, (mark) =>
    ' '.repeat(mark.length),
  )
}

/** Index of the word at an offset, or the one before it. */
function clickedWord(words: readonly Word[], offset: number): number {
  const next = words.findIndex(({ from }) => from > offset)
  return Math.max(0, (next < 0 ? words.length : next) - 1)
}

interface Run {
  /** Offset of the clicked word. */
  readonly from: number
  /** Words in a row that are the same. */
  readonly length: number
}

interface Wanted {
  readonly block: readonly Word[]
  readonly at: number
  readonly share: number
}

/** The clicked word where most words around it are the same; of equal places, the one that is as far down the page. */
function findRun(words: readonly Word[], { block, at, share }: Wanted): Run | null {
  const isSame = (index: number, shift: number) =>
    block[at + shift] !== undefined && words[index + shift]?.word === block[at + shift]?.word
  const distance = (index: number) => Math.abs(index / words.length - share)
  let best: { readonly index: number; readonly length: number } | null = null
  for (let index = 0; index < words.length; index++) {
    if (!isSame(index, 0)) continue
    let [first, last] = [0, 0]
    while (isSame(index, first - 1)) first--
    while (isSame(index, last + 1)) last++
    const length = last - first + 1
    const isBetter =
      best === null ||
      length > best.length ||
      (length === best.length && distance(index) < distance(best.index))
    if (isBetter) best = { index, length }
  }
  const found = best && words[best.index]
  return best && found ? { from: found.from, length: best.length } : null
}

function fieldOf({ title, ...fields }: Omit<Form, 'body'>, block: readonly Word[]) {
  const shown = block.map(({ word }) => word).join(' ')
  const isShown = (value: string) =>
    wordsOf(value)
      .map(({ word }) => word)
      .join(' ') === shown
  if (isShown(title)) return { kind: 'title' as const }
  const value = textsIn([fields.tags, fields.categories, fields.metadata]).find(isShown)
  return value === undefined ? null : { kind: 'field' as const, value }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** A picture is known by the end of its address: what comes before it is the site's. */
function pictureIn(body: string, address: string): ClickedPlace | null {
  const name = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  const at = name === '' ? -1 : Math.max(body.indexOf(name), body.indexOf(decoded(name)))
  return at < 0 ? null : { kind: 'body', at }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
