/** The files of a build, in the order in which Jekyll writes them. */

import { Page } from '../items/page.js'
import type { Item } from '../items/item.js'
import { BuildError } from '../base/build-error.js'
import { StaticFile } from '../items/static-file.js'
import type { Document } from '../items/document.js'
import { documentsOf, isWritten, type Site } from '../items/site.js'
import { outputPath } from '../items/output-path.js'
import type { OutputFile } from './writer.js'

/** A site that is rendered, with the source maps of its style sheets. */
interface RenderedSite {
  readonly site: Site
  readonly sourceMaps: ReadonlyMap<Item, string>
}

/** The outputs of a build. */
export interface Outputs {
  readonly files: readonly ItemOutput[]
  /** Items of which nothing is written, since there is something else of the same path. */
  readonly covered: ReadonlySet<Item>
  /** Whether each has a path of its own, and so has each item. */
  readonly areApart: boolean
  /** Whether they have the paths of the build before, one by one. */
  readonly areInPlace: boolean
  /** Of each document what is written; null for nothing. */
  readonly ofDocuments: readonly (ItemOutput | null)[]
}

/** Of no build. */
export const NO_OUTPUTS: Outputs = {
  files: [],
  covered: new Set(),
  areApart: true,
  areInPlace: false,
  ofDocuments: [],
}

/**
 * Pages, then static files, then documents: of two with one path the later is written.
 *
 * @param before outputs of a build before whose items are what they were, where they are the same objects
 * @throws BuildError for what no folder can hold: a name that is too long, a file where others need a folder
 */
export function outputsOf({ site, sourceMaps }: RenderedSite, before = NO_OUTPUTS): Outputs {
  const pages = site.pages.flatMap((page) => itemOutput(site, page) ?? [])
  const maps = [...sourceMaps].flatMap(([item, map]) => mapOutput(item, map))
  const statics = site.staticFiles.filter((file) => file.isWritten)
  const ofDocuments = documentsOf(site).map((doc, at) => {
    const known = before.ofDocuments[at] ?? null
    return known !== null && isOutputOf(known, doc) ? known : documentOutput(site, doc)
  })
  const files = [
    ...pages,
    ...maps,
    ...statics.flatMap((file) => fileOutput(site, file)),
    ...ofDocuments.filter((output) => output !== null),
  ]
  const areInPlace =
    before.files.length === files.length &&
    files.every(({ path }, at) => path === before.files[at]?.path)
  const covered = new Set<Item>()
  const made = { files, covered, areInPlace, ofDocuments }
  if (areInPlace && before.areApart) return { ...made, areApart: true }
  const areApart = findConflicts(site, files, covered)
  for (const output of files) checkLength(output)
  checkFolders(files)
  return { ...made, areApart }
}

function isOutputOf({ item, isThere, version }: ItemOutput, doc: Document): boolean {
  if (item !== doc || (isThere === true) !== doc.isFormer) return false
  return doc.isFormer || version === doc.output
}

function documentOutput(site: Site, doc: Document): ItemOutput | null {
  return isWritten(site, doc) ? itemOutput(site, doc) : null
}

/** An output of the site; where `version` is the same as in a former build, so is the content. */
interface SiteOutput extends OutputFile {
  readonly version: string | StaticFile
}

/** An output with what it was made of; null for what is no item. */
export interface ItemOutput extends SiteOutput {
  readonly item: Item | null
}

function itemOutput(site: Site, item: Item): ItemOutput | null {
  const path = item.outputPath
  if (path === null) {
    site.reporter.warn(`The URL '${item.url}' is not the path of a file, so nothing is written`, {
      path: item.sourcePath,
    })
    return null
  }
  if (item.isFormer) {
    return { path, item, version: '', content: () => formerOutput(item), isThere: true }
  }
  const version = item.output ?? ''
  return { path, item, version, content: () => Buffer.from(version, 'utf8') }
}

function formerOutput(item: Item): Buffer {
  return Buffer.from(item.output ?? '', 'utf8')
}

function mapOutput(item: Item, map: string): ItemOutput[] {
  const folder = item instanceof Page ? item.dir : '/'
  const name = item.path.slice(item.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  const path = outputPath(`${folder}${name}.css.map`)
  return path === null
    ? []
    : [{ path, item: null, version: map, content: () => Buffer.from(map, 'utf8') }]
}

function fileOutput(site: Site, file: StaticFile): ItemOutput[] {
  const path = file.outputPath
  if (path === null) return []
  const content = file.read ?? (() => site.source.read(file.sourcePath))
  return [{ path, item: null, version: file, content, modifiedAt: file.modifiedAt }]
}

/** Warns of paths that several have, and says whose outputs are not written; whether there is none. */
function findConflicts(site: Site, outputs: readonly ItemOutput[], covered: Set<Item>): boolean {
  const seen = new Map<string, ItemOutput>()
  for (const output of outputs) {
    const { path } = output
    const other = seen.get(path)
    if (other !== undefined) {
      if (other.item !== null && other.item !== output.item) covered.add(other.item)
      const names = `${sourceOf(other)} and ${sourceOf(output)}`
      site.reporter.warn(`${names} are both written to ${path}; the last one wins`)
    }
    seen.set(path, output)
  }
  return seen.size === outputs.length
}

/** Of the usual file systems; of the whole path, something is left for where the site lies. */
const MAX_NAME_LENGTH = 255
const MAX_PATH_LENGTH = 3000

function checkLength(output: ItemOutput): void {
  const longest = (what: string, text: string, most: number) => {
    const bytes = Buffer.byteLength(text)
    if (bytes <= most) return
    const shown = `${text.slice(0, 40)}…`
    throw new BuildError(
      `The output ${what} '${shown}' is ${bytes} bytes long, and the limit is ${most}: shorten the name or permalink of the file`,
      { path: sourceOf(output) },
    )
  }
  longest('path', output.path, MAX_PATH_LENGTH)
  for (const name of output.path.split('/')) longest('name', name, MAX_NAME_LENGTH)
}

function checkFolders(outputs: readonly ItemOutput[]): void {
  const files = new Map(outputs.map((output) => [output.path, output]))
  for (const output of outputs) {
    const { path } = output
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const file = files.get(path.slice(0, at))
      if (file === undefined) continue
      throw new BuildError(
        `Its output ${file.path} is a file, but ${sourceOf(output)} is written to ${path}, which needs a folder there: change one of the permalinks`,
        { path: sourceOf(file) },
      )
    }
  }
}

function sourceOf({ item, version, path }: ItemOutput): string {
  return item?.sourcePath ?? (version instanceof StaticFile ? version.sourcePath : path)
}
