/** The window to go to the site or to a change set, or to start one. */

import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { BASE } from '../api/base.js'
import { SET } from '../api/view.js'
import { messageOf } from '../text/text.js'
import { Window } from '../ui/dialog.js'
import { Icon } from '../ui/icons.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { WaitingList } from '../ui/page.js'
import { pathOf, useSets } from './sets.js'
import { StartForm } from './start-form.js'
import { ts } from './texts.js'

export function SwitchWindow({ onClose }: { onClose: () => void }) {
  const { site } = useSiteJobs()
  const { data, error } = useSets(site.id)
  const open = data?.filter(({ state }) => state === 'open') ?? []
  return (
    <Window title={ts('switch.title')} isOpen onClose={onClose}>
      <p className="soft">{ts('switch.text')}</p>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <WaitingList look="lines" rows={3} />}
      {data && (
        <ul className="pending" aria-label={ts('switch.title')}>
          <Choice id={null} title={ts('site')} />
          {open.map(({ id, title }) => (
            <Choice key={id} id={id} title={title} />
          ))}
        </ul>
      )}
      <p onClick={onClose} role="presentation">
        <Link to={pathOf(site.id, '/sets')}>{ts('all')}</Link>
      </p>
      <h3>{ts('start')}</h3>
      <StartForm />
    </Window>
  )
}

/** A link that loads the page: another view has nothing of this one. */
function Choice({ id, title }: { readonly id: string | null; readonly title: string }) {
  const { site } = useSiteJobs()
  return (
    <li>
      <Icon name={id === null ? 'globe' : 'branch'} />
      <a
        className="grow cut"
        href={`${BASE}${pathOf(site.id, '', id ?? undefined)}`}
        aria-current={id === SET ? 'true' : undefined}
      >
        <Name text={title} />
      </a>
      {id === SET && <span className="badge accent">{ts('switch.here')}</span>}
    </li>
  )
}
