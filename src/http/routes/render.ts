/** Renders pages of texts that are not saved. */

import type { ShownPage, UnsavedPages } from '../../service/render/unsaved.js'
import { param, route, type Reply, type Route } from '../route.js'
import { textInputOf } from '../wire/document.js'
import { renderEntryInput, renderNewInput } from '../wire/render.js'

const PAGE = {
  200: {
    description: 'The whole rendered page',
    type: ['text/html', 'text/plain'],
  },
} as const

/** Two routes for existing texts, one for new ones. */
export function renderRoutes(pages: UnsavedPages): Route[] {
  return [renderEntry('document', pages), renderEntry('page', pages), renderNew(pages)]
}

function renderEntry(kind: 'document' | 'page', pages: UnsavedPages): Route {
  return route({
    tag: kind === 'document' ? 'Documents' : 'Pages',
    access: 'key',
    method: 'post',
    path: `/v2/${kind}s/:${kind}_id/render`,
    operation: kind === 'document' ? 'renderDocument' : 'renderPage',
    inSets: true,
    summary: `Render a ${kind} with changed text, without saving it`,
    description:
      'The HTML that a build would write, rendered from the site in memory; no commit is ' +
      'made. An error in a template is 422 with its line.',
    json: renderEntryInput,
    errors: ['conflict'],
    replies: PAGE,
    run: async (request) => {
      const subject = { kind, id: param(request, `${kind}_id`) }
      const { body: input, signal } = request
      return pageReply(await pages.ofEntry(request.actor, subject, { input, signal }))
    },
  })
}

function renderNew(pages: UnsavedPages): Route {
  return route({
    tag: 'Documents',
    access: 'key',
    method: 'post',
    path: '/v2/sites/:site_id/render',
    operation: 'renderNew',
    inSets: true,
    summary: 'Render a document or page that does not exist yet, without saving it',
    description: 'As for an existing one; without `collection`, it is a page.',
    json: renderNewInput,
    errors: ['conflict'],
    replies: PAGE,
    run: async (request) => {
      const { collection, ...input } = request.body
      const { signal } = request
      const ask = { collection: collection ?? null, input: textInputOf(input), signal }
      return pageReply(await pages.ofNew(request.actor, param(request, 'site_id'), ask))
    },
  })
}

function pageReply({ text, outputPath }: ShownPage): Reply {
  const isHtml = outputPath === null || /\.html?$/i.test(outputPath)
  return {
    status: 200,
    body: text,
    type: `text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
    // The site's own scripts must not run in the origin of the API.
    headers: { 'Content-Security-Policy': 'sandbox' },
  }
}
