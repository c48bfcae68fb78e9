/** The screen of the server's users, for its administrators: invitations, links for a new password, second factors, mail. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, list, type Reply } from '../api/client.js'
import { initialsOf } from '../app/initials.js'
import { useSession } from '../app/session.js'
import { CodeLine } from '../ui/code-line.js'
import { NotFound } from '../screens/not-found.js'
import { tp } from '../text/people.js'
import { messageOf, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Search, Select } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Lines } from '../ui/lines.js'
import { Menu, type MenuEntry } from '../ui/menu.js'
import { Notice } from '../ui/notice.js'
import { Empty, Screen } from '../ui/page.js'
import { Field } from '../ui/text-field.js'
import { InvitationsCard, InviteForm } from './invitations.js'
import { MailCard } from './mail.js'

type User = Reply<'listUsers'>[number]

/** Rows that are shown; the search finds the others. */
const ROWS = 200

export function UsersScreen() {
  const { session } = useSession()
  return session.user.admin ? <Users /> : <NotFound />
}

function Users() {
  const [isInviting, setInviting] = useState(false)
  const [q, setQuery] = useState('')
  const { data, error } = useQuery({
    queryKey: ['users', 'list', q],
    queryFn: ({ signal }) =>
      list('listUsers', { query: { per_page: ROWS, ...(q !== '' && { q }) }, signal }),
  })
  return (
    <Screen
      title={tp('users')}
      lead={tp('users.text')}
      actions={
        <Button look="primary" icon="plus" onPress={() => setInviting(true)}>
          {tp('invite.person')}
        </Button>
      }
    >
      <Search label={tp('users.search')} value={q} onChange={setQuery} />
      <Lines
        label={tp('users')}
        items={data?.items}
        error={error}
        empty={<Empty icon="people" title={t('search.none', { text: q })} />}
      >
        {(user) => <UserLine key={user.id} user={user} />}
      </Lines>
      <InvitationsCard siteId={null} />
      <MailCard />
      <Window title={tp('invite.person')} isOpen={isInviting} onClose={() => setInviting(false)}>
        <InviteForm to={null} onDone={() => setInviting(false)} />
      </Window>
    </Screen>
  )
}

/** What is asked about a user. */
type Question = 'link' | 'factor' | 'sites'

function UserLine({ user }: { user: User }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const name = user.fullname || user.email
  const facts = [
    name !== user.email && user.email,
    user.admin && tp('users.admin'),
    user.second_factor === true && tp('users.factor'),
    user.max_sites !== null && !user.admin && tp('users.sites.count', { count: user.max_sites }),
  ]
  const entries: readonly (MenuEntry | false)[] = [
    { id: 'link', label: tp('users.link'), icon: 'link', onAction: () => setQuestion('link') },
    !user.admin && {
      ...({ id: 'sites', label: tp('users.sites'), icon: 'globe' } as const),
      onAction: () => setQuestion('sites'),
    },
    user.second_factor === true && {
      ...({ id: 'factor', label: tp('users.factor-off.short'), icon: 'key' } as const),
      onAction: () => setQuestion('factor'),
    },
  ]
  const close = () => setQuestion(null)
  const more = `${t('more')}: ${name}`
  return (
    <li>
      <span className="avatar" data-initials={initialsOf(name)} />
      <span className="grow stack-small person-name">
        <span className="cut" dir="auto">
          {name}
        </span>
        <span className="faint cut">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Menu label={more} entries={entries.filter((entry) => entry !== false)}>
        <IconButton icon="more" label={more} />
      </Menu>
      <Window title={tp('users.link.of', { name })} isOpen={question === 'link'} onClose={close}>
        <ResetLink user={user} name={name} />
      </Window>
      <Window title={tp('users.sites.of', { name })} isOpen={question === 'sites'} onClose={close}>
        <SitesForm user={user} onDone={close} />
      </Window>
      {question === 'factor' && <TakingOff user={user} name={name} onClose={close} />}
    </li>
  )
}

function ResetLink({ user, name }: { user: User; name: string }) {
  const [link, setLink] = useState<string | null>(null)
  const { isBusy, error, send } = useSending(async () => {
    setLink((await call('createResetLink', { path: { user_id: user.id } })).link)
  })
  return (
    <div className="stack">
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Notice tone="plain">{tp('users.link.once', { name })}</Notice>
      {link === null ? (
        <Button look="primary" icon="link" busy={isBusy} onPress={() => void send()}>
          {tp('users.link.make')}
        </Button>
      ) : (
        <CodeLine label={tp('users.link')} copy={tp('invite.copy')} text={link} />
      )}
    </div>
  )
}

type Making = 'server' | 'none' | 'some'

const MAKINGS: readonly Making[] = ['server', 'none', 'some']

/** Whether the user may make sites, and how many. */
function SitesForm({ user, onDone }: { user: User; onDone: () => void }) {
  const cache = useQueryClient()
  const now = user.max_sites
  const [making, setMaking] = useState<Making>(
    now === null ? 'server' : now === 0 ? 'none' : 'some',
  )
  const [count, setCount] = useState(String(now || 1))
  const max = making === 'server' ? null : making === 'none' ? 0 : Number(count)
  const { isBusy, error, send } = useSending(async () => {
    await call('updateUser', { path: { user_id: user.id }, body: { max_sites: max } })
    await cache.invalidateQueries({ queryKey: ['users'] })
    onDone()
  })
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Select
        label={tp('users.sites')}
        choices={MAKINGS.map((id) => ({ id, label: tp(`users.sites.${id}`) }))}
        value={making}
        onChange={(next) => setMaking(MAKINGS.find((one) => one === next) ?? 'server')}
      />
      {making === 'some' && (
        <Field
          label={tp('users.sites.number')}
          type="number"
          value={count}
          isRequired
          onChange={setCount}
        />
      )}
      <Button look="primary" type="submit" busy={isBusy}>
        {t('save')}
      </Button>
    </form>
  )
}

interface TakingOffProps {
  readonly user: User
  readonly name: string
  readonly onClose: () => void
}

function TakingOff({ user, name, onClose }: TakingOffProps) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    await call('deleteSecondFactor', { path: { user_id: user.id } })
    await cache.invalidateQueries({ queryKey: ['users'] })
    onClose()
  })
  return (
    <Confirm
      title={tp('users.factor-off', { name })}
      action={tp('users.factor-off.short')}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{tp('users.factor-off.text')}</p>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </Confirm>
  )
}
