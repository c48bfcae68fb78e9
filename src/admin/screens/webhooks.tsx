/** The webhooks of a site, in its settings: make, change, test, delete them, and see what was sent. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, list } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Site, Webhook } from '../api/types.js'
import { n } from '../text/notices.js'
import { messageOf, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import type { IconName } from '../ui/icons.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { ServerMessage } from '../ui/server-message.js'
import { Card } from '../ui/page.js'
import { showToast } from '../ui/toast.js'
import { CodeLine } from '../ui/code-line.js'
import { DeliveriesWindow } from './deliveries.js'

type Event = Webhook['events'][number]

const EVENTS: readonly Event[] = [
  'texts.changed',
  'publish.done',
  'publish.failed',
  'sync.failed',
  'role.changed',
]

/** What is asked for or shown of a webhook; without one, a new one is made. */
interface Opened {
  readonly what: 'edit' | 'deliveries' | 'rotate' | 'delete'
  readonly webhook: Webhook | null
}

export function WebhooksCard({ site }: { site: Site }) {
  const { data, error } = useQuery({
    queryKey: keys.webhooks(site.id),
    queryFn: ({ signal }) => list('listWebhooks', { path: { site_id: site.id }, signal }),
  })
  const [opened, setOpened] = useState<Opened | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const webhooks = data?.items ?? []
  return (
    <Card title={n('webhooks')} lead={n('webhooks.text')}>
      <div className="stack">
        {error && <Notice tone="bad">{messageOf(error)}</Notice>}
        {secret !== null && (
          <>
            <Notice tone="warn">{n('webhooks.once')}</Notice>
            <CodeLine label={n('webhooks.secret')} copy={n('webhooks.copy')} text={secret} />
          </>
        )}
        {webhooks.length > 0 && (
          <ul className="lines" aria-label={n('webhooks')}>
            {webhooks.map((webhook) => (
              <Line
                key={webhook.id}
                webhook={webhook}
                onOpen={(what) => setOpened({ what, webhook })}
              />
            ))}
          </ul>
        )}
        <div className="row">
          <Button icon="plus" onPress={() => setOpened({ what: 'edit', webhook: null })}>
            {n('webhooks.add')}
          </Button>
        </div>
      </div>
      {opened && (
        <OpenedWindow
          site={site}
          opened={opened}
          onClose={() => setOpened(null)}
          onSecret={setSecret}
        />
      )}
    </Card>
  )
}

interface LineProps {
  readonly webhook: Webhook
  readonly onOpen: (what: Opened['what']) => void
}

function Line({ webhook, onOpen }: LineProps) {
  const { name, url, active, off_reason: reason, missed } = webhook
  const { send, error } = useSending(async () => {
    const path = { site_id: webhook.site_id, webhook_id: webhook.id }
    await call('testWebhook', { path })
    showToast('good', n('webhooks.tested'))
    onOpen('deliveries')
  })
  return (
    <li>
      <span className="grow stack-small">
        <span className="cut">
          <Name text={name} />
        </span>
        <span className="faint cut">{url}</span>
        {reason !== null && (
          <>
            <span>{n('webhooks.off.text')}</span>
            <ServerMessage text={reason} />
          </>
        )}
        {missed > 0 && <span className="faint">{n('webhooks.missed', { count: missed })}</span>}
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      </span>
      <span className={active ? 'badge good' : 'badge'}>
        {n(active ? 'webhooks.on' : 'webhooks.off')}
      </span>
      <Menu label={name} entries={entriesOf(webhook, { onOpen, onTest: () => void send() })}>
        <IconButton icon="more" label={n('webhooks.actions', { name })} />
      </Menu>
    </li>
  )
}

interface EntryActions extends Pick<LineProps, 'onOpen'> {
  readonly onTest: () => void
}

function entriesOf({ active }: Webhook, { onOpen, onTest }: EntryActions): MenuEntry[] {
  const opening = (what: Opened['what'], icon: IconName): MenuEntry => {
    return { id: what, label: n(`webhooks.${what}`), icon, onAction: () => onOpen(what) }
  }
  return [
    opening('edit', 'form'),
    ...(active
      ? [{ id: 'test', label: n('webhooks.test'), icon: 'rocket', onAction: onTest } as const]
      : []),
    opening('deliveries', 'history'),
    opening('rotate', 'key'),
    { ...opening('delete', 'trash'), isDanger: true },
  ]
}

interface OpenedProps {
  readonly site: Site
  readonly opened: Opened
  readonly onClose: () => void
  /** Gets a new secret, which is not shown again. */
  readonly onSecret: (secret: string) => void
}

function OpenedWindow({ site, opened: { what, webhook }, onClose, onSecret }: OpenedProps) {
  if (what === 'edit' || webhook === null)
    return <EditWindow {...{ site, webhook, onClose, onSecret }} />
  if (what === 'deliveries') return <DeliveriesWindow webhook={webhook} onClose={onClose} />
  return <AskWindow {...{ webhook, what, onClose, onSecret }} />
}

interface AskProps extends Pick<OpenedProps, 'onClose' | 'onSecret'> {
  readonly webhook: Webhook
  readonly what: 'rotate' | 'delete'
}

function AskWindow({ webhook, what, onClose, onSecret }: AskProps) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    const path = { site_id: webhook.site_id, webhook_id: webhook.id }
    if (what === 'delete') await call('deleteWebhook', { path })
    else onSecret((await call('rotateWebhook', { path })).secret)
    await cache.invalidateQueries({ queryKey: keys.webhooks(webhook.site_id) })
    onClose()
  })
  return (
    <Confirm
      title={n(`webhooks.${what}.title`, { name: webhook.name })}
      action={n(`webhooks.${what}`)}
      look={what === 'delete' ? 'danger' : 'primary'}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{n(`webhooks.${what}.text`)}</p>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </Confirm>
  )
}

interface EditProps extends Pick<OpenedProps, 'site' | 'onClose' | 'onSecret'> {
  readonly webhook: Webhook | null
}

function EditWindow({ site, webhook, onClose, onSecret }: EditProps) {
  const cache = useQueryClient()
  const [form, setForm] = useState({
    name: webhook?.name ?? '',
    url: webhook?.url ?? 'https://',
    events: webhook?.events ?? [],
    active: webhook?.active ?? true,
  })
  const change = (changed: Partial<typeof form>) => setForm((before) => ({ ...before, ...changed }))
  const isReady = form.name.trim() !== '' && form.events.length > 0
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const body = { ...form, events: [...form.events] }
    if (webhook === null) {
      onSecret((await call('createWebhook', { path: { site_id: site.id }, body })).secret)
    } else {
      await call('updateWebhook', { path: { site_id: site.id, webhook_id: webhook.id }, body })
    }
    await cache.invalidateQueries({ queryKey: keys.webhooks(site.id) })
    onClose()
  }, isReady)
  const title = webhook ? n('webhooks.edit.title', { name: webhook.name }) : n('webhooks.add')
  return (
    <Window title={title} isOpen onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <Field
          label={t('name')}
          value={form.name}
          onChange={(name) => change({ name })}
          error={errorOf('name')}
          autoFocus
          isRequired
        />
        <Field
          label={n('webhooks.url')}
          type="url"
          value={form.url}
          onChange={(url) => change({ url })}
          error={errorOf('url')}
          isRequired
        />
        <EventSwitches chosen={form.events} onChange={(events) => change({ events })} />
        <Switch
          label={n('webhooks.switch')}
          isOn={form.active}
          onChange={(active) => change({ active })}
        />
        <div className="row-end">
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
            {webhook ? t('save') : n('webhooks.add')}
          </Button>
        </div>
      </form>
    </Window>
  )
}

interface EventsProps {
  readonly chosen: readonly Event[]
  readonly onChange: (events: Event[]) => void
}

function EventSwitches({ chosen, onChange }: EventsProps) {
  return (
    <fieldset className="group stack-small">
      <legend>{n('webhooks.events')}</legend>
      {EVENTS.map((event) => (
        <Switch
          key={event}
          label={n(`webhooks.event.${event}`)}
          isOn={chosen.includes(event)}
          onChange={(isOn) =>
            onChange(EVENTS.filter((one) => (one === event ? isOn : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}
