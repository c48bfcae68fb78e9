/** The list of notifications below the bell. */

import { useState, type RefObject } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, list, type Reply } from '../api/client.js'
import { keys } from '../api/queries.js'
import { n } from '../text/notices.js'
import { agoText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Popup } from '../ui/dialog.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { Waiting } from '../ui/page.js'
import { ServerMessage } from '../ui/server-message.js'
import { showToast } from '../ui/toast.js'
import { Link } from './router.js'

type Notification = Reply<'listNotifications'>[number]

/** Rows that are shown first, and with each press on “older”. */
const ROWS = 20

interface BellWindowProps {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

export function BellWindow({ button, onClose }: BellWindowProps) {
  return (
    <Popup title={t('bell')} button={button} onClose={onClose}>
      <List onClose={onClose} />
    </Popup>
  )
}

function List({ onClose }: Pick<BellWindowProps, 'onClose'>) {
  const cache = useQueryClient()
  const [count, setCount] = useState(ROWS)
  const { data, error } = useQuery({
    queryKey: [...keys.notifications, 'list', count],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => list('listNotifications', { query: { per_page: count }, signal }),
  })
  const changing = (work: Promise<unknown>) => {
    work
      .then(() => cache.invalidateQueries({ queryKey: keys.notifications }))
      .catch((problem: unknown) => showToast('bad', messageOf(problem)))
  }
  const rows = data?.items
  const isUnread = rows?.some(({ read_at: readAt }) => readAt === null) === true
  return (
    <>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!rows && !error && <Waiting />}
      {rows?.length === 0 && <p className="faint">{n('notices.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className="lines" aria-label={t('bell')}>
          {rows.map((one) => (
            <Row
              key={one.id}
              one={one}
              onOpen={() => {
                if (one.read_at === null)
                  changing(call('readNotification', { path: { notification_id: one.id } }))
                onClose()
              }}
            />
          ))}
        </ul>
      )}
      <div className="row">
        {isUnread && (
          <Button onPress={() => changing(call('readNotifications'))}>
            {n('notices.all-read')}
          </Button>
        )}
        {data && data.total > data.items.length && (
          <Button onPress={() => setCount(count + ROWS)}>{n('notices.older')}</Button>
        )}
      </div>
      <span onClick={onClose} role="presentation">
        <Link to="/account">{n('notices.choose')}</Link>
      </span>
    </>
  )
}

function Row({ one, onOpen }: { one: Notification; onOpen: () => void }) {
  const often = one.count > 1 && n('notices.count', { count: one.count })
  const place = placeOf(one)
  return (
    <li>
      <span className="grow stack-small">
        <span className={one.read_at === null ? 'bell-new' : ''}>
          {place === null ? (
            titleOf(one)
          ) : (
            <span onClick={onOpen} role="presentation">
              <Link to={place}>{titleOf(one)}</Link>
            </span>
          )}
        </span>
        {one.reason !== null && (
          <span className="faint stack-small">
            <ServerMessage text={one.reason} />
          </span>
        )}
        <span className="faint">
          <Name text={one.site_title} /> · {[agoText(one.at), often].filter(Boolean).join(' · ')}
        </span>
      </span>
    </li>
  )
}

function titleOf({ kind, name, role }: Notification): string {
  if (kind === 'role_changed')
    return role === null ? n('notices.role.none') : n('notices.role', { role: t(`role.${role}`) })
  if (kind === 'text_changed')
    return name === null ? n('notices.texts_changed') : n('notices.text_changed', { name })
  if (kind === 'webhook_off') return n('notices.webhook_off', { name: name ?? '' })
  if (kind === 'set_handed_in' || kind === 'set_sent_back' || kind === 'set_landed')
    return n(`notices.${kind}`, { name: name ?? '' })
  return n(`notices.${kind}`)
}

/** Where to go from a notification; null for nowhere. */
function placeOf({ kind, role, ...one }: Notification): string | null {
  const site = `/sites/${one.site_id}`
  if (kind === 'role_changed' && role === null) return null
  if (one.text_id !== null) return `${site}/${one.text_type}s/${one.text_id}`
  if (one.change_set_id !== null) return `${site}/sets/${one.change_set_id}`
  if (kind === 'webhook_off') return `${site}/settings`
  return kind === 'publish_failed' ? `${site}/releases` : site
}
