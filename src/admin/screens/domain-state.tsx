/** Whether the domain of a site leads to this server, has its certificate, and what to do. */

import { useDomains } from '../api/queries.js'
import type { Domain, Site } from '../api/types.js'
import type { Key } from '../text/catalogue.js'
import { dateText, dayText, t } from '../text/text.js'
import { Notice } from '../ui/notice.js'

type State = Domain['state']

/** What there is nothing to say about is left out. */
const TEXTS: Readonly<Partial<Record<State, Key>>> = {
  not_here: 'domain.not-here',
  plain: 'domain.plain',
  proxy: 'domain.proxy',
  ready: 'domain.ready',
  waiting: 'domain.waiting',
  refused: 'domain.refused',
  away: 'domain.away',
  limited: 'domain.limited',
}

const TONES: Readonly<Partial<Record<State, 'good' | 'bad'>>> = {
  not_here: 'bad',
  refused: 'bad',
  away: 'bad',
  plain: 'good',
  proxy: 'good',
  ready: 'good',
}

/** Null for what is not known, or needs no words. */
function useDomainState({ id, cname }: Site) {
  const row = useDomains().data?.items.find(({ site_id }) => site_id === id)
  const key = row && TEXTS[row.state]
  if (!key) return null
  const { reason, certificate_ends_at: ends, next_try_at: next } = row
  const text = t(key, {
    name: cname,
    reason: reason ?? '',
    date: ends === null ? '' : dayText(ends),
  })
  const isServed = ends !== null && row.state !== 'ready'
  return {
    tone: TONES[row.state] ?? ('plain' as const),
    text,
    served: isServed ? t('domain.served', { date: dayText(ends) }) : null,
    next: next === null ? null : t('domain.next', { date: dateText(next) }),
  }
}

/** A line of a tile. */
export function DomainLine({ site }: { site: Site }) {
  const state = useDomainState(site)
  if (!state) return null
  const look = { good: 'live', bad: 'failed', plain: 'none' }[state.tone]
  return (
    <span className="tile-state" data-state={look}>
      {state.text}
    </span>
  )
}

/** With all that is known. */
export function DomainNotice({ site }: { site: Site }) {
  const state = useDomainState(site)
  if (!state) return null
  return (
    <Notice tone={state.tone}>
      <span>{state.text}</span>
      {state.served !== null && <span>{state.served}</span>}
      {state.next !== null && <span className="faint">{state.next}</span>}
    </Notice>
  )
}
