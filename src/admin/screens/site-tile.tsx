/** A site as a tile of the start screen, with its publishing state. */

import type { Site } from '../api/types.js'
import { Link } from '../app/router.js'
import { SiteMark } from '../app/site-mark.js'
import { siteName } from '../app/site-name.js'
import { agoText, t } from '../text/text.js'
import { Name } from '../ui/name.js'
import { DomainLine } from './domain-state.js'

/** The publishing state of a site: failed, last published, or never. */
function stateOf({ jobs }: Site) {
  const { last_at: live, last_error: failure } = jobs.publish
  if (failure !== null) return { state: 'failed', text: t('publish.failed') }
  if (live === null) return { state: 'none', text: t('publish.never') }
  return { state: 'live', text: t('publish.ago', { ago: agoText(live) }) }
}

export function SiteTile({ site }: { site: Site }) {
  const { state, text } = stateOf(site)
  const name = siteName(site)
  return (
    <li>
      <Link to={`/sites/${site.id}`} className="tile">
        <SiteMark title={name} />
        <span className="grow stack-small">
          <strong className="cut">
            <Name text={name} />
          </strong>
          <span className="faint cut">{site.domain_unicode}</span>
        </span>
        <span className="tile-state" data-state={state}>
          {text}
        </span>
        <DomainLine site={site} />
      </Link>
    </li>
  )
}
