/** The domains of sites, and whether a proxy may get a certificate. @see src/cli/README.md (Behind a reverse proxy, with TLS) */

import { z } from 'zod'
import { notFound } from '../../errors.js'
import type { Domains } from '../../service/sites/domains.js'
import type { ServedNames } from '../../service/sites/served-names.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { route, type Route } from '../route.js'
import { field, named, onceText } from '../wire/common.js'
import { domainJson, domainSchema } from '../wire/domain.js'

const allowedSchema = named(
  'CertificateAllowed',
  'A host name for which a certificate may be had.',
  z.object({
    domain: field(z.string(), 'As asked for.', 'my.example.org'),
    allowed: z.literal(true),
  }),
)

interface DomainsServices {
  readonly servedNames: Pick<ServedNames, 'isServed'>
  readonly domains: Domains
}

export function domainsRoutes(
  { servedNames: names, domains }: DomainsServices,
  publicUrl: string,
): Route[] {
  return [
    route({
      method: 'get',
      path: '/v2/domains',
      operation: 'listDomains',
      summary: 'How the domains of the sites stand that you administer',
      description:
        'Whether each leads to this server, has its certificate, and what to do. The server looks in the background, ' +
        'and again after ten minutes at most, or one if a domain does not lead here: `checking` comes before.',
      tag: 'Sites',
      access: 'key',
      query: pageQuery,
      replies: {
        200: { description: 'A page of domains, by name', schema: z.array(domainSchema) },
      },
      run: (request) => {
        const page = domains.list(request.actor, windowOf(request))
        return pageReply(page.rows.map(domainJson), { request, publicUrl, page })
      },
    }),
    route({
      method: 'get',
      path: '/v2/tls/allowed',
      operation: 'getTlsAllowed',
      summary: 'Whether a proxy may get a certificate for a host name',
      description:
        'For proxies that get certificates when they are first needed (Caddy’s `ask`): 200 for the host ' +
        'names of sites, previews and the server itself, else 404. On loopback, or for server administrators.',
      tag: 'System',
      access: 'operator',
      errors: ['not_found'],
      query: z.object({
        domain: field(onceText.pipe(z.string().max(1000)), 'The host name.', 'my.example.org'),
      }),
      replies: { 200: { description: 'It may', schema: allowedSchema } },
      run: ({ query: { domain } }) => {
        if (!names.isServed(domain.toLowerCase().replace(/\.$/, ''))) throw notFound('host name')
        return Promise.resolve({ status: 200, body: { domain, allowed: true } })
      },
    }),
  ]
}
