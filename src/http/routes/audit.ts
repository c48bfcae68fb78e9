/** The audit log. @see src/http/README.md (Audit) */

import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AuditRow } from '../../model/audit.js'
import type { AuditLog } from '../../service/accounts/audit.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type RawRequest, type Reply, type Route } from '../route.js'
import { auditJson, auditQuery, auditSchema, filterOf, serverAuditQuery } from '../wire/audit.js'

type Log = Pick<AuditLog, 'list' | 'all'>

const JSON_LINES = 'application/jsonl'

const query = pageQuery.extend(auditQuery)

const REPLIES = {
  200: {
    description: 'A page of rows, or all of them as JSON Lines',
    schema: z.array(auditSchema),
    type: JSON_LINES,
  },
}

const SHARED = {
  tag: 'Audit',
  access: 'key',
  method: 'get',
  errors: ['not_acceptable'],
  replies: REPLIES,
} as const

const WHAT =
  'Newest first: every change that was made or refused, sign-ins, pushes, and the end of jobs. Reading leaves no row. ' +
  'Up to 250,000 rows are kept, for as many days as the setting `audit_days` says.'

export function auditRoutes(audit: Log, publicUrl: string): Route[] {
  return [
    route({
      ...SHARED,
      query: pageQuery.extend(serverAuditQuery),
      path: '/v2/audit',
      operation: 'listAudit',
      summary: 'Who did what on this server',
      description: `${WHAT} For server administrators.`,
      run: (request) => reply(audit, null, { request, publicUrl }),
    }),
    route({
      ...SHARED,
      query,
      path: '/v2/sites/:site_id/audit',
      operation: 'listSiteAudit',
      summary: 'Who did what on a site',
      description: `${WHAT} For admins of the site.`,
      run: (request) => reply(audit, param(request, 'site_id'), { request, publicUrl }),
    }),
  ]
}

interface Asked {
  readonly request: RawRequest & { readonly query: z.output<typeof query> }
  readonly publicUrl: string
}

async function reply(audit: Log, siteId: string | null, asked: Asked): Promise<Reply> {
  const { request, publicUrl } = asked
  const { actor } = request
  const filter = filterOf(request.query)
  if (wantsLines(asked)) {
    const rows = audit.all(actor, siteId, filter)
    const body = Readable.from(linesOf(rows), { objectMode: false, highWaterMark: 1 })
    return { status: 200, type: JSON_LINES, body }
  }
  const page = await audit.list(actor, siteId, { filter, window: windowOf(request) })
  return pageReply(page.rows.map(auditJson), { request, publicUrl, page })
}

/** The parameter counts before the header. */
function wantsLines({ request }: Asked): boolean {
  const { format } = request.query
  const isAsked = request.header('Accept').includes(JSON_LINES)
  const isLines = format === undefined ? isAsked : format === 'jsonl'
  if (format === undefined) request.requireAcceptable(isLines ? JSON_LINES : 'application/json')
  return isLines
}

async function* linesOf(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(auditJson(row))}\n`
}
