/** Whether a proxy may get a certificate. @see src/cli/README.md (Behind a reverse proxy, with TLS) */

import { z } from 'zod'
import { notFound } from '../../errors.js'
import type { ServedNames } from '../../service/sites/served-names.js'
import { route, type Route } from '../route.js'
import { field, named, onceText } from '../wire/common.js'

const allowedSchema = named(
  'CertificateAllowed',
  'A host name for which a certificate may be had.',
  z.object({
    domain: field(z.string(), 'As asked for.', 'my.example.org'),
    allowed: z.literal(true),
  }),
)

export function certificatesRoutes(names: Pick<ServedNames, 'isServed'>): Route[] {
  return [
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
