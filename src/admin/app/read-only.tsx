/** Says that a site can't be changed here: it moves to another server, or has moved. */

import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.js'
import { keys } from '../api/queries.js'
import { dateText, textsOf } from '../text/text.js'
import { Notice } from '../ui/notice.js'

/** A move takes seconds: whether it is over is asked this often. */
const ASK_MS = 10_000

const en = {
  moving:
    'This site is being moved to another server. Until that is done, by {date} at the latest, nothing can be saved here.',
  moved: 'This site has moved to another server. Change it there; here, nothing can be saved.',
}

const de: Readonly<Record<keyof typeof en, string>> = {
  moving:
    'Diese Website zieht auf einen anderen Server um. Bis das erledigt ist, spätestens am {date}, lässt sich hier nichts speichern.',
  moved:
    'Diese Website ist auf einen anderen Server umgezogen. Ändern Sie sie dort; hier lässt sich nichts mehr speichern.',
}

const readOnlyText = textsOf({ en, de })

export function ReadOnlyNotice({ siteId }: { siteId: string }) {
  const { data } = useQuery({
    // Below that of the site: what makes the site be read again, makes this be asked again.
    queryKey: [...keys.site(siteId), 'read-only'],
    queryFn: ({ signal }) => call('getReadOnly', { path: { site_id: siteId }, signal }),
    refetchInterval: ({ state }) => typeof state.data?.until === 'string' && ASK_MS,
  })
  if (data?.read_only !== true) return null
  const { until, moved_to: movedTo } = data
  return (
    <div className="frame-notice">
      <Notice tone="warn">
        <span>
          {readOnlyText(movedTo === null ? 'moving' : 'moved', { date: dateText(until ?? '') })}
        </span>
        {movedTo !== null && (
          <a href={movedTo} dir="ltr" rel="noreferrer">
            {movedTo}
          </a>
        )}
      </Notice>
    </div>
  )
}
