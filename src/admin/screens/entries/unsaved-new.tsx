/** New texts of a list that the user has begun and not saved, here or on another device. */

import { useUnsavedTexts } from '../../api/unsaved.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link } from '../../app/router.js'
import { draftText } from '../../editor/drafts/draft-texts.js'
import { agoText } from '../../text/text.js'
import { Name } from '../../ui/name.js'

interface UnsavedNewProps {
  /** Null for pages. */
  readonly collection: string | null
  /** The path where a new text is written. */
  readonly target: string
}

export function UnsavedNew({ collection, target }: UnsavedNewProps) {
  const { site } = useSiteJobs()
  const { data = [] } = useUnsavedTexts(site.id)
  const all = data.filter((one) => one.entry_id === null && one.collection === collection)
  if (all.length === 0) return null
  return (
    <ul className="lines" aria-label={draftText('new.list')}>
      {all.map(({ id, title, updated_at: at }) => (
        <li key={id}>
          <span className="grow stack-small">
            <Name className="cut" text={title || draftText('untitled')} />
            <span className="faint row">
              <span className="badge warn">{draftText('mark')}</span>
              {agoText(at)}
            </span>
          </span>
          <Link to={`${target}?unsaved=${id}`} className="button plain">
            {draftText('go-on')}
          </Link>
        </li>
      ))}
    </ul>
  )
}
