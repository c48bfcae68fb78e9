/** The page of an invitation: name and password for a new account, or the sign-in to the one that is there. */

import { useEffect, useState } from 'react'
import { ApiError, callWithoutSignIn, type Reply } from '../api/client.js'
import { Front } from '../app/front.js'
import { navigate } from '../app/router.js'
import { OidcButton, useSignInWays } from '../app/oidc.js'
import { SignInWays } from '../app/sign-in.js'
import { tp } from '../text/people.js'
import { language, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { useTitle, Waiting } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { LinkOver, useSecret } from './link.js'

type Opened = Reply<'readInvitation'>

export function InvitationPage() {
  const token = useSecret()
  return <Invitation key={token} token={token} />
}

function Invitation({ token }: { token: string }) {
  useTitle(tp('join'))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (token === '') return
    callWithoutSignIn('readInvitation', { body: { token } }).then(setOpened, setError)
  }, [token])
  const isOver = token === '' || (error instanceof ApiError && error.status === 401)
  return (
    <Front title={tp('join')}>
      {isOver && <LinkOver />}
      {!isOver && error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!isOver && error === null && !opened && <Waiting />}
      {opened && <Offer token={token} opened={opened} />}
    </Front>
  )
}

/** Goes on as the user who is signed in now. The used secret leaves the address and the history. */
function enter() {
  navigate('/sites', { replace: true })
}

function Offer({ token, opened }: { token: string; opened: Opened }) {
  const { invited_by: name, site, kind } = opened
  return (
    <>
      <p className="soft">
        {tp(`join.${name === '' ? 'to' : 'by'}${site === null ? '' : '-site'}`, {
          name,
          site: site ?? '',
        })}
        {kind && ` ${t(`role.${kind}.text`)}`}
      </p>
      {opened.has_account ? (
        <Joining token={token} email={opened.email} />
      ) : (
        <NewWays token={token} email={opened.email} />
      )}
    </>
  )
}

function NewWays(props: { token: string; email: string }) {
  const ways = useSignInWays()
  if (!ways) return <Waiting />
  const look = ways.password ? {} : { look: 'primary' as const }
  return (
    <>
      {ways.password && <NewAccount {...props} />}
      {ways.provider !== null && <OidcButton provider={ways.provider} to="/sites" {...look} />}
    </>
  )
}

function NewAccount({ token, email }: { token: string; email: string }) {
  const [form, setForm] = useState({ firstname: '', lastname: '', password: '' })
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const body = { token, ...form, language: language() }
    await callWithoutSignIn('acceptInvitation', { body })
    enter()
  })
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    onChange: (text: string) => setForm({ ...form, [name]: text }),
    error: errorOf(name),
  })
  if (error instanceof ApiError && error.status === 401) return <LinkOver />
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        value={email}
        onChange={() => undefined}
        isDisabled
      />
      <div className="two">
        <Field label={t('firstname')} autoComplete="given-name" autoFocus {...field('firstname')} />
        <Field label={t('lastname')} autoComplete="family-name" {...field('lastname')} />
      </div>
      <PasswordField
        label={t('password')}
        help={tp('join.password.help')}
        autoComplete="new-password"
        isRequired
        {...field('password')}
      />
      <Button type="submit" look="primary" busy={isBusy}>
        {tp('join.accept')}
      </Button>
    </form>
  )
}

function Joining({ token, email }: { token: string; email: string }) {
  const [signedIn, setSignedIn] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    callWithoutSignIn('getSession').then(
      ({ user }) => setSignedIn(user.email),
      () => setSignedIn(null),
    )
  }, [])
  const { isBusy, error, send } = useSending(async () => {
    await callWithoutSignIn('joinByInvitation', { body: { token } })
    enter()
  })
  if (signedIn === undefined) return <Waiting />
  const isThis = signedIn?.toLowerCase() === email.toLowerCase()
  return (
    <div className="stack">
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      {signedIn !== null && !isThis && <Notice tone="warn">{tp('join.other')}</Notice>}
      {isThis ? (
        <Button look="primary" busy={isBusy} onPress={() => void send()}>
          {tp('join.accept')}
        </Button>
      ) : (
        <>
          <p className="soft">{tp('join.known', { email })}</p>
          <SignInWays email={email} onDone={(session) => setSignedIn(session.user.email)} />
        </>
      )}
    </div>
  )
}
