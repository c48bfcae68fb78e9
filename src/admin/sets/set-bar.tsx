/** In a change set, instead of the publish bar: where one is, and what leads on from here. */

import { BASE } from '../api/base.js'
import { useChangeSet } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { Icon } from '../ui/icons.js'
import { Name } from '../ui/name.js'
import { pathOf } from './sets.js'
import { ts } from './texts.js'

export function SetBar({ id }: { id: string }) {
  const { site } = useSiteJobs()
  const { data } = useChangeSet(site.id, id)
  return (
    <div className="row set-bar">
      <span className="badge accent" role="status">
        <Icon name="branch" />
        <span className="label-wide">{ts('in.bar')}</span>
        <span className="visually-hidden label-small">{ts('in.bar')}</span>
        <Name className="cut" text={data?.title ?? id} />
      </span>
      <Link to={pathOf(site.id, `/sets/${id}`)} className="button tonal">
        {ts('in.review')}
      </Link>
      <a className="button" href={`${BASE}${pathOf(site.id, '')}`} aria-label={ts('in.leave')}>
        <Icon name="out" />
        <span className="label-wide">{ts('in.leave')}</span>
      </a>
    </div>
  )
}
