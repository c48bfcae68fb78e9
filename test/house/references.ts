/** References in comments and documents that lead nowhere. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT, type SourceFile } from './sources.js'

/**
 * Names of documents and files in comments (`service/branch/advance.ts`, `README.md`) that are not there. Files of
 * a site, which comments give as examples, are in lower case; after `@see` every name is a reference.
 */
export function deadComments(sources: readonly SourceFile[]): string[] {
  return sources.flatMap(({ file, text }) =>
    commentsOf(text)
      .flatMap((comment) => [...comment.matchAll(REFERENCE)])
      .filter(([, see, name = '']) => see !== undefined || /\.ts$|(^|\/)[A-Z]+\.md$/.test(name))
      .map((match) => match[2] ?? '')
      .filter((name) => name.includes('/') || name.endsWith('.md'))
      .filter((name) => !leadsSomewhere(name, file))
      .map((name) => `${file}: ${name}`),
  )
}

const REFERENCE = /(@see )?(?<![\w.:/-])((?:[\w-]+\/)*[\w-]+\.(?:md|ts))\b/g

function commentsOf(text: string): string[] {
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*/g)].map(([comment]) => comment)
}

function leadsSomewhere(name: string, from: string): boolean {
  const folders = ['', 'src', 'test', path.posix.dirname(from)]
  for (let up = path.posix.dirname(from); up !== '.'; up = path.posix.dirname(up)) folders.push(up)
  return folders.some((folder) => existsSync(path.join(ROOT, folder, name)))
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
