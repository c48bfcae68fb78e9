/** Who works on the site, and as what. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { request, requestList } from '../api/http.js'
import { keys, sitePath, usePeople, useRoles } from '../api/queries.js'
import type { Role, RoleKind, User } from '../api/types.js'
import { initialsOf } from '../app/account-menu.js'
import { useSiteJobs } from '../app/jobs.js'
import { useSession } from '../app/session.js'
import { messageOf, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Field, Select } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Notice, tell } from '../ui/notice.js'
import { Card, Screen, Waiting } from '../ui/page.js'

const KINDS = ['admin', 'publisher', 'writer'] as const

function kindChoices() {
  return KINDS.map((id) => ({ id, label: t(`role.${id}`) }))
}

function kindOf(value: string): RoleKind {
  return KINDS.find((kind) => kind === value) ?? 'writer'
}

export function PeopleScreen() {
  const { site, rights } = useSiteJobs()
  const { session } = useSession()
  const { data: people, error } = usePeople(site.id)
  const { data: roles = [] } = useRoles(site.id, rights.site.manage_roles)
  const [isAdding, setAdding] = useState(false)
  return (
    <Screen
      title={t('people')}
      lead={t('people.text')}
      isNarrow
      actions={
        session.user.is_admin && (
          <Button look="primary" icon="plus" onPress={() => setAdding(true)}>
            {t('people.add')}
          </Button>
        )
      }
    >
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!people && !error && <Waiting />}
      {people && (
        <Card>
          <ul className="lines">
            {people.map((user) => (
              <Person
                key={user.id}
                user={user}
                role={roles.find(({ user_id }) => user_id === user.id) ?? null}
              />
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

function Person({ user, role }: { user: User; role: Role | null }) {
  const { site, rights } = useSiteJobs()
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const name = user.fullname || user.email
  const change = async (method: 'PUT' | 'DELETE', json?: unknown) => {
    try {
      await request({ method, path: `/v2/roles/${role?.id ?? ''}`, json })
      await cache.invalidateQueries({ queryKey: keys.people(site.id) })
      setAsking(false)
    } catch (error) {
      tell('bad', messageOf(error))
    }
  }
  return (
    <li>
      <span className="avatar" data-initials={initialsOf(name)} />
      <span className="grow stack-small person-name">
        <span className="cut" dir="auto">
          {name}
        </span>
        <span className="faint cut">{user.email}</span>
      </span>
      {role && rights.site.manage_roles ? (
        <>
          <Select
            isBare
            label={t('role.of', { name })}
            value={role.kind}
            choices={kindChoices()}
            onChange={(kind) => void change('PUT', { kind })}
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
        onConfirm={() => void change('DELETE')}
      >
        {t('people.remove.text')}
      </Confirm>
    </li>
  )
}

/** Somebody whom the server knows already, or a new account. */
function AddForm({ siteId, onDone }: { siteId: string; onDone: () => void }) {
  const [email, setEmail] = useState('')
  const [kind, setKind] = useState<RoleKind>('writer')
  const [password, setPassword] = useState<string | null>(null)
  const cache = useQueryClient()
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const user = await findUser(email, password)
    if (!user) return setPassword('')
    const json = { user_id: user.id, kind }
    await request({ method: 'POST', path: `${sitePath(siteId)}/roles`, json })
    await cache.invalidateQueries({ queryKey: keys.people(siteId) })
    return onDone()
  })
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        label={t('email')}
        type="email"
        value={email}
        onChange={(text) => {
          setEmail(text)
          setPassword(null)
        }}
        error={errorOf('email')}
        isRequired
        autoFocus
      />
      {password !== null && (
        <>
          <Notice tone="plain">{t('people.unknown')}</Notice>
          <Field
            label={t('people.password')}
            value={password}
            onChange={setPassword}
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
        onChange={(value) => setKind(kindOf(value))}
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

/** Null when nobody has the address, and no first password is given for an account. */
async function findUser(email: string, password: string | null): Promise<User | null> {
  const query = { per_page: 10_000 }
  const { items } = await requestList<User>({ path: '/v2/users', query })
  const known = items.find((user) => user.email.toLowerCase() === email.trim().toLowerCase())
  if (known || password === null) return known ?? null
  const json = { email: email.trim(), password }
  return request<User>({ method: 'POST', path: '/v2/users', json })
}
