/**
 * Templates for new texts: files in `.galley/templates`, for pages right there, for a collection in a folder of its name.
 * Jekyll leaves out folders that begin with a dot; here no build sees this one, whatever `_config.yml` includes.
 *
 * @see src/http/README.md (Content)
 */

import { OWN_FOLDER } from '../model/own-folder.js'

const FOLDER = `${OWN_FOLDER}/templates`

/** The folder with the templates of a collection; null for those of pages. */
export function templateFolder(collection: string | null): string {
  return collection === null ? FOLDER : `${FOLDER}/${collection}`
}

/** True for files that no build may see, and that go to no target. */
export function isForGalley(path: string): boolean {
  return path.startsWith(`${OWN_FOLDER}/`)
}
