/** The default theme, built into a temporary folder that is removed after the run. */

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SaxesParser } from 'saxes'
import { build } from '../../../src/builder/build.js'
import { readTheme } from '../../../src/service/sites/theme.js'

export const SITE_URL = 'https://site.example'

const DAY = '2026-05-09'
const NOW = Date.UTC(2026, 4, 10)

/** A built site. */
export interface BuiltSite {
  readonly folder: string
  /** Path from its root -> text, of every file. */
  readonly files: ReadonlyMap<string, string>
  /** What the build had to say. */
  readonly messages: readonly string[]
}

export interface ThemeBuild {
  readonly baseurl?: string
  readonly environment?: string
  /** Files beside the theme's or in place of them; null takes one away. */
  readonly files?: Readonly<Record<string, string | null>>
}

const folders: string[] = []

after(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** Builds a site that was made on 9 May 2026, a day later. */
export async function buildTheme(options: ThemeBuild = {}): Promise<BuiltSite> {
  const root = await mkdtemp(path.join(tmpdir(), 'galley-theme-'))
  folders.push(root)
  const source = path.join(root, 'source')
  const folder = path.join(root, 'output')
  await writeSource(source, options.files ?? {})
  const report = await build({
    source,
    destination: folder,
    now: NOW,
    environment: options.environment ?? 'production',
    safe: true,
    overrides: { url: SITE_URL },
    ...(options.baseurl !== undefined && { baseurl: options.baseurl }),
  })
  const messages = report.diagnostics.map(({ message }) => message)
  if (!report.ok) throw new Error(messages.join('; '))
  return { folder, files: await readAll(folder), messages }
}

async function writeSource(
  folder: string,
  others: Readonly<Record<string, string | null>>,
): Promise<void> {
  const files = new Map<string, Buffer | string | null>(await readTheme(DAY))
  for (const [name, text] of Object.entries(others)) files.set(name, text)
  for (const [name, data] of files) {
    if (data === null) continue
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), data)
  }
}

async function readAll(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    files.set(path.relative(folder, file), await readFile(file, 'utf8'))
  }
  return files
}

/** One element of a page or an XML file. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** All text below it. */
  text: string
}

/**
 * Its elements, in the order of their start tags.
 *
 * @throws Error where it is not well-formed XML, which the theme's pages are, too
 */
export function elementsOf(text: string): Element[] {
  const parser = new SaxesParser()
  const elements: Element[] = []
  const open: Element[] = []
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', (part) => open.forEach((element) => (element.text += part)))
  parser.on('closetag', () => open.pop())
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
  return elements
}
