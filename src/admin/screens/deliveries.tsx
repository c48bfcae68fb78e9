/** What was sent to a webhook, what was answered, and sending it again. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, list, type Reply } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Webhook } from '../api/types.js'
import { n } from '../text/notices.js'
import { dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { ServerMessage } from '../ui/server-message.js'
import { Waiting } from '../ui/page.js'
import { showToast } from '../ui/toast.js'

type Delivery = Reply<'listWebhookDeliveries'>[number]

/** How often the list is read while something waits. */
const EVERY_MS = 2000

interface DeliveriesProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

const keyOf = ({ site_id: siteId, id }: Webhook) => [...keys.webhooks(siteId), id, 'deliveries']

export function DeliveriesWindow({ webhook, onClose }: DeliveriesProps) {
  const path = { site_id: webhook.site_id, webhook_id: webhook.id }
  const { data, error } = useQuery({
    queryKey: keyOf(webhook),
    queryFn: ({ signal }) =>
      list('listWebhookDeliveries', { path, query: { per_page: 100 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'waiting') ? EVERY_MS : false,
  })
  const rows = data?.items
  return (
    <Window
      title={n('webhooks.deliveries.of', { name: webhook.name })}
      isOpen
      isWide
      onClose={onClose}
    >
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!rows && !error && <Waiting />}
      {rows?.length === 0 && <p className="faint">{n('webhooks.deliveries.none')}</p>}
      {rows && rows.length > 0 && (
        <ul className="lines" aria-label={n('webhooks.deliveries')}>
          {rows.map((one) => (
            <Line key={one.id} webhook={webhook} one={one} />
          ))}
        </ul>
      )}
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </Window>
  )
}

const LOOKS = { delivered: 'badge good', waiting: 'badge warn', failed: 'badge bad' } as const

function Line({ webhook, one }: { webhook: Webhook; one: Delivery }) {
  const [isOpen, setOpen] = useState(false)
  const facts = [
    dateText(one.created_at),
    one.attempts > 0 && n('webhooks.attempts', { count: one.attempts }),
    one.status !== null && n('webhooks.status', { status: String(one.status) }),
    one.attempts > 0 && one.next_at !== null && n('webhooks.next', { time: dateText(one.next_at) }),
  ]
  return (
    <li>
      <span className="grow stack-small">
        <span className="row">
          <Button
            look="quiet"
            icon={isOpen ? 'up' : 'down'}
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            {n(`webhooks.sent.${one.event}`)}
          </Button>
          <span className="grow" />
          <span className={LOOKS[one.state]}>{n(`webhooks.state.${one.state}`)}</span>
        </span>
        <span className="faint">{facts.filter(Boolean).join(' · ')}</span>
        {one.failure !== null && one.status === null && <ServerMessage text={one.failure} />}
        {isOpen && <Bodies webhook={webhook} one={one} />}
      </span>
    </li>
  )
}

function Bodies({ webhook, one }: { webhook: Webhook; one: Delivery }) {
  const cache = useQueryClient()
  const path = { site_id: webhook.site_id, webhook_id: webhook.id, delivery_id: one.id }
  const { data } = useQuery({
    queryKey: [...keyOf(webhook), one.id, one.state, one.attempts],
    queryFn: ({ signal }) => call('getWebhookDelivery', { path, signal }),
  })
  const { isBusy, error, send } = useSending(async () => {
    await call('replayWebhookDelivery', { path })
    showToast('good', n('webhooks.replayed'))
    await cache.invalidateQueries({ queryKey: keyOf(webhook) })
  })
  if (!data) return <Waiting />
  return (
    <span className="stack-small">
      <Body label={n('webhooks.request')} text={indented(data.request)} />
      {data.response && <Body label={n('webhooks.response')} text={data.response} />}
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      {one.state !== 'waiting' && webhook.active && (
        <span className="row-end">
          <Button icon="sync" busy={isBusy} onPress={() => void send()}>
            {n('webhooks.replay')}
          </Button>
        </span>
      )}
    </span>
  )
}

function Body({ label, text }: { label: string; text: string }) {
  return (
    <span className="stack-small">
      <span className="faint">{label}</span>
      <pre className="delivery-body" tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
    </span>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
