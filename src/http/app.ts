/**
 * The Koa application of the API: request id, errors, client address, then the routes.
 *
 * `http/` is the only folder that knows JSON, status codes and headers. It calls `service/` for everything and never
 * checks roles.
 */

import Koa, { type Middleware } from 'koa'
import { GalleyError } from '../errors.js'
import type { NewId } from '../model/ids.js'
import type { TellLimit } from '../model/reached-limit.js'
import type { Logger } from '../system/logger.js'
import { crossOrigin, type CrossOriginOptions } from './middleware/cross-origin.js'
import { peer, type PeerOptions } from './middleware/peer.js'
import { errors } from './middleware/errors.js'
import { closeAfterUnreadBody } from './middleware/unread-body.js'
import { withoutPublicPath } from './middleware/public-path.js'
import { counted } from './middleware/rate-limit.js'
import { requestId } from './middleware/request-id.js'
import { requirePath } from './middleware/request-target.js'
import { createRouter, type RouterParts } from './router.js'
import type { Route } from './route.js'

interface AppOptions extends RouterParts, PeerOptions, CrossOriginOptions {
  readonly logger: Logger
  readonly limitReached: TellLimit
  readonly newId: NewId
  /** False during start and stop: every answer is 503 then. */
  readonly isServing: () => boolean
  /** Counts every answer. */
  readonly observe: Middleware
  /** Serves the web admin; passes on all other requests. */
  readonly admin: Middleware
}

/** Creates the application for a table of routes. */
export function createApp(routes: readonly Route[], options: AppOptions): Koa {
  const app = new Koa()
  app.use(requestId(options.newId))
  app.use(options.observe)
  app.use(closeAfterUnreadBody)
  app.use(errors(options.logger, options.limitReached))
  app.use(peer(options))
  app.use(counted(options.rateLimit))
  app.use(requirePath)
  app.use(withoutPublicPath(options.publicUrl))
  app.use(whileServing(options.isServing))
  app.use(crossOrigin(options))
  app.use(options.admin)
  app.use(gitUrl)
  app.use(createRouter(routes, options))
  app.on('error', (error: Error) => {
    // Connections that break during an answer are normal, so they are not logged.
    options.logger.debug({ error: error.message }, 'connection broke')
  })
  return app
}

function whileServing(isServing: () => boolean): Middleware {
  return (ctx, next) => {
    if (!isServing()) {
      ctx.set('Connection', 'close')
      throw new GalleyError('unavailable', 'The server is starting or stopping.', { retryAfter: 5 })
    }
    return next()
  }
}

/** The URL of a repository works without `.git`, as git's users expect. */
const gitUrl: Koa.Middleware = (ctx, next) => {
  const short = /^(\/v2\/sites\/[^/]+\/repository)(?=\/(?:info\/refs|git-(?:upload|receive)-pack)$)/
  ctx.path = ctx.path.replace(short, '$1.git')
  return next()
}
