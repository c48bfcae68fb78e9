/** The screen of the change sets of a site. */

import { useState } from 'react'
import { useSiteJobs } from '../app/jobs.js'
import { Link } from '../app/router.js'
import { agoText } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Lines } from '../ui/lines.js'
import { Name } from '../ui/name.js'
import { Empty, Screen } from '../ui/page.js'
import { pathOf, useNameOf, useSets, type ChangeSet } from './sets.js'
import { StartForm } from './start-form.js'
import { ts } from './texts.js'

export function SetsScreen() {
  const { site } = useSiteJobs()
  const { data, error } = useSets(site.id)
  const [isStarting, setStarting] = useState(false)
  const open = data?.filter(({ state }) => state === 'open')
  const closed = data?.filter(({ state }) => state !== 'open') ?? []
  const start = (
    <Button look="primary" icon="plus" onPress={() => setStarting(true)}>
      {ts('start')}
    </Button>
  )
  return (
    <Screen title={ts('title')} lead={ts('lead')} actions={start}>
      <Lines
        label={ts('open')}
        items={open}
        error={error}
        empty={
          <Empty icon="branch" title={ts('none')}>
            {ts('none.text')}
          </Empty>
        }
      >
        {(set) => <Row key={set.id} set={set} />}
      </Lines>
      {closed.length > 0 && (
        <>
          <h2>{ts('closed')}</h2>
          <Lines label={ts('closed')} items={closed} error={null} empty={null}>
            {(set) => <Row key={set.id} set={set} />}
          </Lines>
        </>
      )}
      {isStarting && (
        <Window title={ts('start')} isOpen onClose={() => setStarting(false)}>
          <StartForm />
        </Window>
      )}
    </Screen>
  )
}

function Row({ set }: { set: ChangeSet }) {
  return (
    <li>
      <span className="grow stack-small">
        <Link to={pathOf(set.site_id, `/sets/${set.id}`)} className="cut strong">
          <Name text={set.title} />
        </Link>
        <SetFacts set={set} />
      </span>
      {set.handed_in_at !== null && <span className="badge accent">{ts('badge.handed')}</span>}
      {set.state !== 'open' && (
        <span className={`badge${set.state === 'landed' ? ' good' : ''}`}>
          {ts(`badge.${set.state}`)}
        </span>
      )}
    </li>
  )
}

/** How much it is, whose, and since when. */
export function SetFacts({ set }: { set: ChangeSet }) {
  const nameOf = useNameOf()
  const name = nameOf(set.user_id)
  const facts = [
    set.changes === null ? '' : ts('count.changes', { count: set.changes }),
    name === null ? ts('by.server') : ts('by', { name }),
    agoText(set.closed_at ?? set.created_at),
  ]
  return <span className="faint cut">{facts.filter(Boolean).join(' · ')}</span>
}
