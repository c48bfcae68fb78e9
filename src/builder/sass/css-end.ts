/**
 * What stands behind the CSS of a style sheet: jekyll-sass-converter 2 ends it with a line where it is not empty, 3 does not.
 */

import { text } from '../base/settings.js'
import type { Site } from '../items/site.js'

/** CSS without a map. */
export function endedCss({ settings }: Site, css: string): string {
  return settings.jekyll === '4.4' || css === '' ? css : `${css}\n`
}

/** The comment that names the map of a style sheet, with what parts it from the CSS. */
export function mapComment({ settings }: Site, path: string, css: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  const style = text(settings.sections.sass.get('style'))?.replace(/^:/, '')
  const isClose = settings.jekyll === '4.4' && style === 'compressed'
  const gap = css === '' && settings.jekyll !== '4.4' ? '\n' : '\n\n'
  return `${isClose ? '' : gap}/*# sourceMappingURL=${encodeURI(name)}.css.map */`
}
