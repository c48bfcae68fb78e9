/** Two folders of output, file by file. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { declarationsOf } from './css.js'

/** How far two files are the same; what holds for one holds for those after it. */
export type Likeness = 'bytes' | 'css' | 'markup' | 'colours' | 'differs' | 'missing' | 'extra'

/** Differences that look alike. */
export interface Kind {
  readonly likeness: Likeness
  readonly paths: string[]
  /** Both sides around the first difference of the first file. */
  readonly ours: string
  readonly theirs: string
}

export interface Comparison {
  /** Files that either wrote, source maps aside. */
  readonly files: number
  readonly counts: Readonly<Record<Likeness, number>>
  /** Most frequent first. */
  readonly kinds: readonly Kind[]
}

// Galley's minima has drawings and a style sheet of its own.
const DRAWN = /^assets\/(?:main\.css|minima-social-icons\.svg)$/
const DRAWING = /<path (fill="[^"]*" )?d="[^"]*"\s*(\/?>)/g

export interface CompareOptions {
  /** Leave out what the built-in minima draws in its own way. */
  readonly ownTheme: boolean
}

/** Compares what Galley wrote with what Jekyll wrote. */
export function compareFolders(
  ours: string,
  theirs: string,
  { ownTheme }: CompareOptions,
): Comparison {
  const [mine, other] = [ours, theirs].map(
    (root) => new Set(filesOf(root).filter((path) => !ownTheme || !DRAWN.test(path))),
  ) as [Set<string>, Set<string>]
  const read = (root: string, path: string): Buffer => {
    const bytes = readFileSync(join(root, path))
    return ownTheme && path.endsWith('.html')
      ? Buffer.from(withoutDrawings(bytes.toString()))
      : bytes
  }
  const counts = { bytes: 0, css: 0, markup: 0, colours: 0, differs: 0, missing: 0, extra: 0 }
  const kinds = new Map<string, Kind>()
  const paths = [...new Set([...mine, ...other])].sort()
  for (const path of paths) {
    const left = mine.has(path) ? read(ours, path) : null
    const right = other.has(path) ? read(theirs, path) : null
    const likeness = likenessOf(path, left, right)
    counts[likeness]++
    if (likeness === 'bytes') continue
    const difference = differenceOf(left?.toString() ?? '', right?.toString() ?? '')
    const isWhole = left === null || right === null
    const key = `${likeness} ${extname(path)} ${isWhole ? '' : difference.key}`
    const kind = kinds.get(key)
    if (kind !== undefined) kind.paths.push(path)
    else kinds.set(key, { likeness, paths: [path], ...difference })
  }
  const sorted = [...kinds.values()].sort((a, b) => b.paths.length - a.paths.length)
  return { files: paths.length, counts, kinds: sorted }
}

/** Paths of all files below a folder, without source maps: what they map is what is compared. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.endsWith('.css.map') && statSync(join(folder, path)).isFile(),
  )
}

/** How far two files of one path are the same; null for a file that is not there. */
export function likenessOf(path: string, ours: Buffer | null, theirs: Buffer | null): Likeness {
  if (ours === null) return 'missing'
  if (theirs === null) return 'extra'
  if (ours.equals(theirs)) return 'bytes'
  const styled = path.endsWith('.css') ? declared : withDeclarations
  const [left, right] = [styled(ours.toString()), styled(theirs.toString())]
  if (left === right) return 'css'
  if (path.endsWith('.css')) return 'differs'
  const [mine, other] = [withoutBlanks(left), withoutBlanks(right)]
  if (mine === other) return 'markup'
  return withoutColours(mine) === withoutColours(other) ? 'colours' : 'differs'
}

function declared(css: string): string {
  return declarationsOf(css).join('\n')
}

/** With what the style sheets in it declare, in their place. */
function withDeclarations(markup: string): string {
  return markup.replace(
    /(<style\b[^>]*>)([^]*?)(?=<\/style>)/g,
    (_style, tag: string, css: string) => tag + declared(css),
  )
}

/** Without the spans that colour code, also where they stand as text in a feed. */
function withoutColours(markup: string): string {
  return markup.replace(/(?:<|&lt;)\/?span(?:(?!>|&gt;)[^])*(?:>|&gt;)/g, '')
}

/** Without the lines of the drawings; their colours and tags stay. */
export function withoutDrawings(markup: string): string {
  return markup.replace(DRAWING, '<path $1$2')
}

/** White space between tags is what this takes away, and at the ends of the file. */
function withoutBlanks(markup: string): string {
  return markup.trim().replace(/>\s+</g, '><')
}

function differenceOf(ours: string, theirs: string) {
  let at = 0
  while (at < ours.length && at < theirs.length && ours[at] === theirs[at]) at++
  let word = at
  while (word > 0 && /[\w-]/.test(ours[word - 1] ?? '')) word--
  const sign = (text: string) =>
    (/^(?:[\w-]+|\s+|[^\w\s]+)/.exec(text.slice(word, word + 60))?.[0] ?? '').replace(/\d+/g, '0')
  const show = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return { key: `${sign(ours)} ${sign(theirs)}`, ours: show(ours), theirs: show(theirs) }
}
