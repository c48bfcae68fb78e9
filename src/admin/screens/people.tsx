/** The screen of a site's users and their roles. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../api/client.js'
import { keys, usePeople } from '../api/queries.js'
import type { RoleKind, User } from '../api/types.js'
import { initialsOf } from '../app/initials.js'
import { useSiteJobs } from '../app/jobs.js'
import { InvitationsCard, InviteForm } from '../people/invitations.js'
import { OwnerCard } from '../people/owner.js'
import { messageOf, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Select } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card, Screen, WaitingList } from '../ui/page.js'
import { LoadError } from '../ui/load-error.js'
import { showToast } from '../ui/toast.js'

const KINDS = ['admin', 'publisher', 'writer'] as const

function kindChoices() {
  return KINDS.map((id) => ({ id, label: t(`role.${id}`) }))
}

function kindOf(value: string): RoleKind {
  return KINDS.find((kind) => kind === value) ?? 'writer'
}

export function PeopleScreen() {
  const { site } = useSiteJobs()
  const { data: people, error } = usePeople(site.id)
  const [isAdding, setAdding] = useState(false)
  return (
    <Screen
      title={t('people')}
      lead={t('people.text')}
      actions={
        site.can.manage_roles && (
          <Button look="primary" icon="plus" onPress={() => setAdding(true)}>
            {t('people.add')}
          </Button>
        )
      }
    >
      {error && <LoadError error={error} />}
      {!people && !error && <WaitingList look="lines" rows={4} />}
      {people && (
        <Card>
          <ul className="lines">
            {people.map((user) => (
              <Person key={user.id} user={user} />
            ))}
          </ul>
        </Card>
      )}
      {site.can.manage_roles && <InvitationsCard siteId={site.id} />}
      {people && <OwnerCard site={site} people={people} />}
      <Window title={t('people.add')} isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddForm siteId={site.id} onDone={() => setAdding(false)} />
      </Window>
    </Screen>
  )
}

function Person({ user }: { user: User }) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const name = user.fullname || user.email
  const path = { role_id: user.role_id ?? '' }
  const change = async (action: () => Promise<unknown>) => {
    try {
      await action()
      await cache.invalidateQueries({ queryKey: keys.people(site.id) })
      setAsking(false)
    } catch (error) {
      showToast('bad', messageOf(error))
    }
  }
  return (
    <li>
      <span className="avatar" data-initials={initialsOf(name)} />
      <span className="grow stack-small person-name">
        <span className="cut" dir="auto">
          {name}
        </span>
        {name !== user.email && <span className="faint cut">{user.email}</span>}
      </span>
      {user.role && user.role_id !== undefined && site.can.manage_roles ? (
        <>
          <Select
            isBare
            label={t('role.of', { name })}
            value={user.role}
            choices={kindChoices()}
            onChange={(kind) =>
              void change(() => call('updateRole', { path, body: { kind: kindOf(kind) } }))
            }
          />
          <IconButton
            icon="trash"
            label={t('people.remove', { name })}
            onPress={() => setAsking(true)}
          />
        </>
      ) : (
        user.role && <span className="badge">{t(`role.${user.role}`)}</span>
      )}
      <Confirm
        title={t('people.remove', { name })}
        action={t('remove')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void change(() => call('deleteRole', { path }))}
      >
        {t('people.remove.text')}
      </Confirm>
    </li>
  )
}

/** Gives a role to a user; an address that no user has is invited. */
function AddForm({ siteId, onDone }: { siteId: string; onDone: () => void }) {
  const cache = useQueryClient()
  const [form, setForm] = useState<NewPerson>({ email: '', kind: 'writer' })
  const [isUnknown, setUnknown] = useState(false)
  const { email, kind } = form
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const body = { email: email.trim(), kind }
    try {
      await call('createRole', { path: { site_id: siteId }, body })
    } catch (problem) {
      if (!isOfNobody(problem)) throw problem
      return setUnknown(true)
    }
    await cache.invalidateQueries({ queryKey: keys.people(siteId) })
    return onDone()
  })
  if (isUnknown) return <InviteForm to={{ siteId, kind, email: email.trim() }} onDone={onDone} />
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        label={t('email')}
        type="email"
        value={email}
        onChange={(text) => setForm({ ...form, email: text })}
        error={errorOf('email')}
        isRequired
        autoFocus
      />
      <Select
        label={t('role')}
        value={kind}
        choices={kindChoices()}
        onChange={(value) => setForm({ ...form, kind: kindOf(value) })}
        help={t(`role.${kind}.text`)}
      />
      <div className="row-end">
        <Button onPress={onDone}>{t('cancel')}</Button>
        <Button type="submit" look="primary" busy={isBusy}>
          {t('people.add')}
        </Button>
      </div>
    </form>
  )
}

interface NewPerson {
  readonly email: string
  readonly kind: RoleKind
}

/** True if the error says that no user has this address. */
function isOfNobody(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 422 &&
    error.details.some(({ field }) => field === 'email')
  )
}
