/** Invitations that wait, for those who may invite, and the form for a new one. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, list, type Reply } from '../api/client.js'
import type { RoleKind } from '../api/types.js'
import { CodeLine } from '../ui/code-line.js'
import { tp } from '../text/people.js'
import { dateText, language, LANGUAGES, messageOf, t, timeOf } from '../text/text.js'
import { serverNow } from '../text/server-clock.js'
import { Button } from '../ui/button.js'
import { Select, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { showToast } from '../ui/toast.js'

type Invitation = Reply<'listInvitations'>[number]
type Sent = Reply<'resendInvitation'>

const KEY = ['invitations']

/** @param siteId null for the whole server */
function useInvitations(siteId: string | null) {
  return useQuery({
    queryKey: [...KEY, siteId],
    queryFn: async ({ signal }) => {
      const query = { per_page: 1000 }
      const found =
        siteId === null
          ? await list('listInvitations', { query, signal })
          : await list('listSiteInvitations', { path: { site_id: siteId }, query, signal })
      return found.items
    },
  })
}

/** Shows nothing while there are none. */
export function InvitationsCard({ siteId }: { siteId: string | null }) {
  const { data: invitations = [], error } = useInvitations(siteId)
  const [sent, setSent] = useState<Sent | null>(null)
  if (!error && invitations.length === 0) return null
  return (
    <Card title={tp('invited')} lead={tp('invited.text')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {sent && <SentLink sent={sent} />}
      <ul className="lines">
        {invitations.map((one) => (
          <Line key={one.id} invitation={one} isOfServer={siteId === null} onSent={setSent} />
        ))}
      </ul>
    </Card>
  )
}

interface LineProps {
  readonly invitation: Invitation
  readonly isOfServer: boolean
  readonly onSent: (sent: Sent | null) => void
}

function Line({ invitation, isOfServer, onSent }: LineProps) {
  const cache = useQueryClient()
  const { id, email, kind, site_id: siteId, expires_at: until } = invitation
  const change = async (action: () => Promise<Sent | null>) => {
    try {
      onSent(await action())
      await cache.invalidateQueries({ queryKey: KEY })
    } catch (error) {
      showToast('bad', messageOf(error))
    }
  }
  const path = { invitation_id: id }
  const isOver = timeOf(until) <= serverNow()
  const facts = [
    isOfServer && (siteId === null ? tp('invited.server') : tp('invited.site')),
    kind && t(`role.${kind}`),
    invitation.admin && tp('users.admin'),
    isOver ? tp('invited.expired') : tp('invited.until', { date: dateText(until) }),
  ]
  return (
    <li>
      <span className="grow stack-small person-name">
        <span className="cut" dir="auto">
          {email}
        </span>
        <span className="faint cut">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Button
        aria-label={`${tp('invited.resend')}: ${email}`}
        onPress={() => void change(() => call('resendInvitation', { path }))}
      >
        {tp('invited.resend')}
      </Button>
      <Button
        aria-label={`${tp('invited.revoke')}: ${email}`}
        onPress={() =>
          void change(async () => {
            await call('revokeInvitation', { path })
            return null
          })
        }
      >
        {tp('invited.revoke')}
      </Button>
    </li>
  )
}

function SentLink({ sent }: { sent: Sent }) {
  if (sent.link === null) {
    return <Notice tone="good">{tp('invite.sent')}</Notice>
  }
  return (
    <>
      <Notice tone="warn">{tp('invite.pass-on')}</Notice>
      <CodeLine label={tp('invite.link')} copy={tp('invite.copy')} text={sent.link} />
    </>
  )
}

interface InviteProps {
  readonly onDone: () => void
  /** Where to: a site with a role, or the server. */
  readonly to: { readonly siteId: string; readonly kind: RoleKind; readonly email: string } | null
}

/** Invites, and shows what to do next. */
export function InviteForm({ to, onDone }: InviteProps) {
  const cache = useQueryClient()
  const [email, setEmail] = useState(to?.email ?? '')
  const [isAdmin, setAdmin] = useState(false)
  const [wanted, setWanted] = useState<string>(language())
  const [sent, setSent] = useState<Sent | null>(null)
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const known = LANGUAGES.find(({ id }) => id === wanted)?.id ?? 'en'
    const body = { email: email.trim(), language: known }
    setSent(
      to === null
        ? await call('createInvitation', { body: { ...body, admin: isAdmin } })
        : await call('createSiteInvitation', {
            path: { site_id: to.siteId },
            body: { ...body, kind: to.kind },
          }),
    )
    await cache.invalidateQueries({ queryKey: KEY })
  })
  if (sent) {
    return (
      <div className="stack">
        <SentLink sent={sent} />
        <div className="row-end">
          <Button look="primary" onPress={onDone}>
            {tp('factor.done')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      {to !== null && <Notice tone="plain">{tp('invite.unknown')}</Notice>}
      <Field
        label={t('email')}
        type="email"
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        isRequired
        autoFocus
      />
      <Select
        label={tp('invite.language')}
        value={wanted}
        choices={LANGUAGES}
        onChange={setWanted}
      />
      {to === null && <Switch label={tp('invite.admin')} isOn={isAdmin} onChange={setAdmin} />}
      <div className="row-end">
        <Button onPress={onDone}>{t('cancel')}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {tp('invite')}
        </Button>
      </div>
    </form>
  )
}
