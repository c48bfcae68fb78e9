/**
 * What plugins may ask of the page that is rendered. All is read as templates read it, so that a later
 * build knows what a page was made of.
 */

import { LiquidError } from '../../liquid/error.js'
import type { RenderContext } from '../../liquid/context.js'
import { hostOf } from '../render/host.js'
import { toJson } from '../render/filters/json.js'
import type { Reporter } from '../base/report.js'
import type { Answer } from './guest.js'

/** Of what a plugin says at once. */
const MAX_CHARACTERS = 500

/** Answers to the plugins of one rendering. */
export function pageAnswers(context: RenderContext, path: string): Answer {
  const host = hostOf(context)
  return (what, text) => {
    switch (what) {
      case 'get':
        return toJson(host.engine.parseExpression(text)(context))
      case 'render':
        return toJson(rendered(context, text))
      case 'markdown':
        return toJson(host.markdownify(text))
      case 'say':
        return said(host.site.reporter, { path, text })
      default:
        throw new LiquidError('host', `Pages have no ${what}`)
    }
  }
}

/** Takes what a plugin says: a warning. */
export function said(
  reporter: Reporter,
  { path, text }: { readonly path: string; readonly text: string },
): string {
  reporter.warn(text.slice(0, MAX_CHARACTERS), { path })
  return 'null'
}

/** Lines of the text are no lines of the page: what is wrong is told where the tag stands. */
function rendered(context: RenderContext, text: string): string {
  try {
    return hostOf(context).engine.parse(text).render(context)
  } catch (error) {
    if (!(error instanceof LiquidError) || error.path !== null) throw error
    throw new LiquidError(error.code, error.reason)
  }
}
