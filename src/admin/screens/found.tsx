/** A search result with the matching part of its text. */

import type { FoundText } from '../api/search.js'
import { Link } from '../app/router.js'
import { plainSnippet } from '../text/plain-snippet.js'
import { agoText, t } from '../text/text.js'
import { Name } from '../ui/name.js'

export function Found({ found, place }: { found: FoundText; place: string }) {
  const title = found.title || found.basename
  return (
    <li>
      <Link to={`/sites/${found.site_id}/${found.type}s/${found.id}`} className="found-title">
        <Name text={title} />
      </Link>
      <p className="found-snippet" dir="auto">
        {plainSnippet(found.snippet).map(({ text, match }, index) =>
          match ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </p>
      <p className="faint row">
        {found.visibility !== 'visible' && (
          <span className="badge warn">{t(`visibility.${found.visibility}`)}</span>
        )}
        <span className="cut">
          <Name text={place} /> · {agoText(found.updated_at)}
        </span>
      </p>
    </li>
  )
}
