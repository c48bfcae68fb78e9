/** References in comments and documents that lead nowhere. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT, type SourceFile } from './sources.js'

/**
 * Names of documents and files in comments (`service/branch/advance.ts`, `README.md`) that are not there. Files of
 * a site, which comments give as examples, are in lower case; after `@see` every name is a reference, and
 * what stands in brackets behind a document are headings of it.
 */
export function deadComments(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ file, text }) =>
    commentsOf(text)
      .flatMap((comment) => [...namesIn(comment, file), ...headingsIn(comment)])
      .map((name) => `${file}: ${name}`),
  )
}

function namesIn(comment: string, file: string): string[] {
  const [before = '', ...references] = comment.split(/@see /)
  const mentioned = namesOf(before).filter(
    (name) => /\.ts$|(^|\/)[A-Z]+\.md$/.test(name) && (name.includes('/') || name.endsWith('.md')),
  )
  return [...mentioned, ...references.flatMap(namesOf)].filter((name) => !pathOf(name, file))
}

const NAME = /(?<![\w.:/-])((?:[\w-]+\/)*[\w-]+\.(?:md|ts))\b/g

function namesOf(text: string): string[] {
  return [...text.matchAll(NAME)].map(([name]) => name)
}

/** Headings that a document does not have. */
function headingsIn(comment: string): string[] {
  return [...comment.matchAll(/((?:[\w-]+\/)*[A-Z]+\.md) \(([^)]+)\)/g)].flatMap(
    ([, document = '', list = '']) => {
      const found = pathOf(document, 'src')
      const lines = found === null ? [] : readFileSync(path.join(ROOT, found), 'utf8').split('\n')
      const headings = new Set(lines.map((line) => line.replace(/^#+ /, '')))
      const named = list.replace(/\s*\n\s*\*\s*/g, ' ').split('; ')
      return named.filter((name) => !headings.has(name)).map((name) => `${document} (${name})`)
    },
  )
}

function commentsOf(text: string): string[] {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g)].map(([comment]) => comment)
}

/** Where a named file is, as seen from another; null for nowhere. */
function pathOf(name: string, from: string): string | null {
  const folders = ['', 'src', 'test', path.posix.dirname(from)]
  for (let up = path.posix.dirname(from); up !== '.'; up = path.posix.dirname(up)) folders.push(up)
  const found = folders.find((folder) => existsSync(path.join(ROOT, folder, name)))
  return found === undefined ? null : path.posix.join(found, name)
}

/** Links and file names in the project's Markdown that are not there, as `document: name`. */
export function deadLinks(): string[] {
  return documents().flatMap((document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
    return links
      .filter((link) => !/^[a-z]+:/i.test(link))
      .filter((link) => !existsSync(path.join(ROOT, path.dirname(document), link)))
      .map((link) => `${document}: ${link}`)
  })
}

function documents(): string[] {
  const top = readdirSync(ROOT).filter((name) => name.endsWith('.md'))
  const below = ['src', 'test'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('README.md') && !name.includes('theme'))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
  )
  return [...top, ...below]
}
