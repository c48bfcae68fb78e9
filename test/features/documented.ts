/** The cases of `fixtures/documented`, and what Jekyll made of them. */

import { readdirSync, readFileSync } from 'node:fs'
import type { BuildRequest } from '../../src/builder/base/request.js'

const FOLDER = new URL('../../fixtures/documented/', import.meta.url)

/** What the line of a case may say in JSON. */
export interface CaseOptions {
  /** As on the command line, by their keys in the configuration. */
  readonly flags?: Readonly<Record<string, unknown>>
  /** `JEKYLL_ENV`. */
  readonly env?: string
  readonly configs?: readonly string[]
  /** Why we do it in another way, on purpose: see README.md of the builder. */
  readonly differs?: string
  /** The files are written in ISO 8859-1. */
  readonly latin1?: boolean
}

/** A small site that shows something of Jekyll's documentation. */
export interface DocumentedCase {
  readonly title: string
  /** `kind: name`, as in `names.json`. */
  readonly names: readonly string[]
  readonly options: CaseOptions
  readonly files: Readonly<Record<string, string>>
  /** Files that Jekyll wrote, or null where it failed. */
  readonly expected: Readonly<Record<string, string>> | null
}

interface Recorded {
  readonly title: string
  readonly files?: Readonly<Record<string, string>>
  readonly failed?: string
}

const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')

/** All cases, in the order in which `record.rb` takes them. */
export function readDocumented(): DocumentedCase[] {
  const { cases } = JSON.parse(read('recorded.json')) as { cases: readonly Recorded[] }
  const texts = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))
  const parts = texts.sort().flatMap((file) =>
    read(file)
      .split(/^==== /m)
      .slice(1)
      .map((part) => parseCase(file.replace('.txt', ''), part)),
  )
  if (parts.length !== cases.length) throw new Error('Record the cases again: record.rb')
  return parts.map((part, index) => {
    const recorded = cases[index]
    if (recorded?.title !== part.title) throw new Error(`Record again: ${part.title}`)
    return { ...part, expected: recorded.files ?? null }
  })
}

/** What we make of a case that `differs`: exactly this, or a build that fails with exactly this error. */
export type Difference =
  { readonly files: Readonly<Record<string, string>> } | { readonly error: string }

/** By the title of the case. */
export const readDifferences = (): Readonly<Record<string, Difference>> =>
  JSON.parse(read('differs.json')) as Record<string, Difference>

/** Names of the documentation by kind, and those that it does not have but the builder does. */
export interface Names {
  readonly documented: Readonly<Record<string, readonly string[]>>
  readonly others: Readonly<Record<string, readonly string[]>>
}

export const readNames = (): Names => JSON.parse(read('names.json')) as Names

function parseCase(file: string, part: string): Omit<DocumentedCase, 'expected'> {
  const end = part.indexOf('\n')
  const title = part.slice(0, end)
  const json = /\{.*\}$/.exec(title)?.[0]
  const options = json === undefined ? {} : (JSON.parse(json) as CaseOptions)
  const names = title.slice(0, title.length - (json?.length ?? 0))
  return {
    title: `${file}: ${title}`,
    names: names.split(';').flatMap(parseNames),
    options,
    files: parseFiles(part.slice(end + 1)),
  }
}

function parseNames(group: string): string[] {
  const colon = group.indexOf(':')
  const kind = group.slice(0, colon).trim()
  return group
    .slice(colon + 1)
    .split(', ')
    .map((name) => `${kind}: ${name.trim()}`)
}

function parseFiles(body: string): Record<string, string> {
  const [first = '', ...rest] = body.split(/^---- /m)
  const files = Object.fromEntries(
    rest.map((piece) => {
      const end = piece.indexOf('\n')
      return [piece.slice(0, end), piece.slice(end + 1)] as const
    }),
  )
  if (first.trim() !== '') files['index.html'] = `---\n---\n${first.replace(/\n$/, '')}`
  return files
}

// Where the command line has a word of its own for a key; the others are overrides.
const FLAGS: Readonly<Record<string, keyof BuildRequest>> = {
  show_drafts: 'drafts',
  future: 'future',
  unpublished: 'unpublished',
  limit_posts: 'limitPosts',
  baseurl: 'baseurl',
  incremental: 'incremental',
  strict_front_matter: 'strictFrontMatter',
  profile: 'profile',
}

/** The build that a case asks for. */
export function requestOf({ flags = {}, env, configs }: CaseOptions): Partial<BuildRequest> {
  const known = Object.entries(flags).flatMap(([key, value]) => {
    const name = FLAGS[key]
    return name === undefined ? [] : [[name, value] as const]
  })
  const overrides = Object.entries(flags).filter(([key]) => FLAGS[key] === undefined)
  return {
    ...Object.fromEntries(known),
    ...(overrides.length > 0 && { overrides: Object.fromEntries(overrides) }),
    ...(env !== undefined && { environment: env }),
    ...(configs !== undefined && { configFiles: configs }),
  }
}

/** Its files as they stand on a disk. */
export const sourceOf = ({ files, options }: DocumentedCase) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      options.latin1 === true ? Buffer.from(text, 'latin1') : text,
    ]),
  )
