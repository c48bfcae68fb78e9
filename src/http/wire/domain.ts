/** Domains of sites as JSON. @see src/http/README.md (Sites) */

import { z } from 'zod'
import { DOMAIN_STATES, type DomainView } from '../../model/domain.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStampOrNull } from './time.js'

export const domainSchema = named(
  'Domain',
  'Whether the domain of a site leads to this server and has its certificate.',
  z.object({
    site_id: idSchema,
    domain: field(z.string(), 'In ASCII.', 'my.example.org'),
    state: field(
      z.enum(DOMAIN_STATES),
      '`elsewhere`: the site is published elsewhere. `local`: a name below `localhost`. `checking`: ask again in a moment. ' +
        '`not_here`: it does not lead here. `plain`, `proxy`: it leads here, without HTTPS or through a proxy that has the ' +
        'certificate. With `--https`, it leads here and is `ready`; is `waiting` for its certificate; was `refused` by the ' +
        'certificate authority; the authority is `away`; or there were too many orders in an hour (`limited`).',
      'ready',
    ),
    advice: field(
      z.string(),
      'How it stands and what to do, in a sentence.',
      'my.example.org leads here and has its certificate.',
    ),
    reason: field(z.string().nullable(), 'Why the last try to get a certificate failed.', null),
    certificate_ends_at: field(
      stampSchema.nullable(),
      'When the certificate ends that is served; null for none, and for one of a proxy.',
    ),
    next_try_at: field(stampSchema.nullable(), 'When the server tries again to get one.', null),
  }),
)

export function domainJson(view: DomainView): z.output<typeof domainSchema> {
  return {
    site_id: view.siteId,
    domain: view.domain,
    state: view.state,
    advice: view.advice,
    reason: view.reason,
    certificate_ends_at: utcStampOrNull(view.certificateEndsAt),
    next_try_at: utcStampOrNull(view.nextTryAt),
  }
}
