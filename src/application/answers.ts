/** Who answers the requests: the API with everything beside it, and the built-in host. */

import type { Config } from '../config.js'
import { serveAdmin } from '../http/admin/admin.js'
import type { Answering, Listener } from '../http/answering.js'
import { createApp } from '../http/app.js'
import { createAskers, type Askers } from '../http/askers.js'
import { createAudited } from '../http/audited.js'
import { createHost } from '../http/hosting/host.js'
import type { Metrics } from '../http/metrics.js'
import { createBodyReader } from '../http/middleware/body.js'
import { clientAddress } from '../http/middleware/peer.js'
import { createRateLimit } from '../http/middleware/rate-limit.js'
import { createSessionCookie } from '../http/middleware/session-cookie.js'
import { allRoutes } from '../http/routes/all.js'
import { createUnreadAnswers } from '../http/unread-answers.js'
import { MAX_UNREAD_BYTES, MAX_UNREAD_BYTES_OF_USER } from '../model/limits.js'
import type { DataFolders } from '../service/branch/folders.js'
import { createServing } from '../service/publish/serving.js'
import { networkOf } from '../system/addresses.js'
import type { Logger } from '../system/logger.js'
import { randomIds } from '../system/random-ids.js'
import type { Application } from './application.js'

export interface Serving {
  isServing: boolean
  /** True when everything is closed. Errors of requests that are still running are not logged as errors then. */
  isOver: boolean
}

export interface Answers {
  readonly api: Answering
  readonly sites: Answering
}

interface OpenedParts {
  readonly application: Application
  readonly folders: DataFolders
  readonly now: () => number
  /** Public addresses. */
  readonly urls: { readonly api: string }
}

export interface AnswersParts {
  readonly config: Config
  readonly logger: Logger
  readonly version: string
  /** Folder of the built web admin; by default that of this package. */
  readonly admin?: string
  readonly metrics: Metrics
  readonly state: Readonly<Serving>
}

export function createAnswers(opened: OpenedParts, parts: AnswersParts): Answers {
  const addressOf = clientAddress(parts.config)
  const cookie = createSessionCookie(opened.urls.api)
  const askers = createAskers({ cookie, clientAddress: addressOf })
  const { releases, refresh, services, challenges } = opened.application
  const { find } = createServing({ releases, refresh, names: services.servedNames })
  const shared = { shares: services.shares, now: opened.now }
  const answerTo = (token: string) => challenges.answerTo(token)
  const host = createHost({ find, shared, answerTo, logger: parts.logger })
  return {
    api: {
      listener: apiApp(opened, { ...parts, askers }),
      askerOf: (request) => askers.of(request),
    },
    // Nobody signs in there.
    sites: { listener: host, askerOf: (request) => networkOf(addressOf(request)) },
  }
}

interface ApiParts extends AnswersParts {
  readonly askers: Askers
}

function apiApp(opened: OpenedParts, parts: ApiParts): Listener {
  const { application, folders, now, urls } = opened
  const { config, version, metrics, state, askers } = parts
  const logger: Logger = {
    debug: (...line) => parts.logger.debug(...line),
    info: (...line) => parts.logger.info(...line),
    warn: (...line) => parts.logger.warn(...line),
    error: (...line) => parts.logger[state.isOver ? 'debug' : 'error'](...line),
  }
  const routes = allRoutes(application.services, { metrics, version, publicUrl: urls.api })
  const app = createApp(routes, {
    logger,
    newId: randomIds(),
    ...config,
    ...application,
    isServing: () => state.isServing,
    observe: metrics.observe,
    admin: serveAdmin(urls.api, parts.admin),
    authenticator: { ...application.authentication, ...application.services.sessions },
    enterSet: application.services.changeSets.enter,
    cookie: createSessionCookie(urls.api),
    publicUrl: urls.api,
    readBody: createBodyReader({ ...config, uploadFolder: folders.temporary }),
    rateLimit: createRateLimit({ ...config, settings: config, now }),
    askers,
    audited: createAudited(application.audit, now),
    unread: createUnreadAnswers({ ofOne: MAX_UNREAD_BYTES_OF_USER, inAll: MAX_UNREAD_BYTES }),
  })
  return app.callback()
}
