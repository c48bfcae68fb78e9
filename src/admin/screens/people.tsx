/** The screen of a site's users and their roles. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../api/client.js'
import { keys, usePeople } from '../api/queries.js'
import type { RoleKind, User } from '../api/types.js'
import { initialsOf } from '../app/account-menu.js'
import { useSiteJobs } from '../app/jobs.js'
import { useSession } from '../app/session.js'
import { messageOf, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Field, Select } from '../ui/field.js'
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

/** Gives a role to a user. If the address is unknown, administrators can create an account. */
function useAdding(siteId: string, onDone: () => void) {
  const { session } = useSession()
  const cache = useQueryClient()
  const [form, setForm] = useState<NewPerson>({ email: '', kind: 'writer', password: null })
  const sending = useSending(async () => {
    const { kind, password } = form
    const email = form.email.trim()
    if (password !== null) await call('createUser', { body: { email, password } })
    try {
      await call('createRole', { path: { site_id: siteId }, body: { email, kind } })
    } catch (problem) {
      if (!session.user.is_admin || !isUnknown(problem)) throw problem
      return setForm({ ...form, password: '' })
    }
    await cache.invalidateQueries({ queryKey: keys.people(siteId) })
    return onDone()
  })
  return { form, setForm, ...sending }
}

interface NewPerson {
  readonly email: string
  readonly kind: RoleKind
  /** Password of the account to create; null for an existing one. */
  readonly password: string | null
}

function AddForm({ siteId, onDone }: { siteId: string; onDone: () => void }) {
  const { form, setForm, isBusy, error, errorOf, onSubmit } = useAdding(siteId, onDone)
  const { email, kind, password } = form
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        label={t('email')}
        type="email"
        value={email}
        onChange={(text) => setForm({ ...form, email: text, password: null })}
        error={errorOf('email')}
        isRequired
        autoFocus
      />
      {password !== null && (
        <>
          <Notice tone="plain">{t('people.unknown')}</Notice>
          <Field
            label={t('people.password')}
            help={t('people.password.help', { url: `${location.origin}/admin/` })}
            value={password}
            onChange={(text) => setForm({ ...form, password: text })}
            error={errorOf('password')}
            autoComplete="off"
            isRequired
            autoFocus
          />
        </>
      )}
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

/** True if the error says that no user has this address. */
function isUnknown(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 422 &&
    error.details.some(({ field }) => field === 'email')
  )
}
