/** Names of files in themes, which are not trusted. */

import { ThemeError } from './theme-error.js'

const MAX_NAME = 255
const MAX_PATH = 1024
const SHOWN = 100

/**
 * A path inside a folder, `/` between segments.
 *
 * @throws ThemeError for one that leads out of it, or that no file should have
 */
export function checkedName(name: string): string {
  const path = name.replace(/^(?:\.\/+)+/, '')
  const segments = path.split('/')
  const isOdd = segments.some(
    (segment) =>
      segment === '' ||
      segment === '.' ||
      segment === '..' ||
      Buffer.byteLength(segment) > MAX_NAME,
  )
  if (isOdd || Buffer.byteLength(path) > MAX_PATH || /[\u0000-\u001f\u007f\\]/.test(path)) {
    const shown = JSON.stringify(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name)
    throw new ThemeError(`it has a file with the name ${shown}`)
  }
  return path
}

const OF_A_THEME =
  /^(?:_layouts|_includes|_sass|_data|assets)\/|^_config\.yml$|^[^/]+\.gemspec$|^(?:licen[cs]e|copying)[^/]*$/i

/** If a file is one that a theme gives to its sites, says what the theme needs, or says who may use it. */
export function isOfTheme(path: string): boolean {
  return OF_A_THEME.test(path)
}
