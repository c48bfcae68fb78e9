/** Forgotten passwords: asking for a link, and the page that the link opens. */

import { useState } from 'react'
import { ApiError, callWithoutSignIn } from '../api/client.js'
import { Front } from '../app/front.js'
import { tp } from '../text/people.js'
import { language, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { useTitle } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { LinkOver, ToSignIn, useSecret } from './link.js'

export function PasswordPage() {
  const token = useSecret()
  const title = token === '' ? tp('forgotten') : tp('reset')
  useTitle(title)
  return (
    <Front title={title}>
      {token === '' ? <Asking /> : <Resetting key={token} token={token} />}
    </Front>
  )
}

function Asking() {
  const [email, setEmail] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { isBusy, error, onSubmit } = useSending(async () => {
    const body = { email: email.trim(), language: language() }
    await callWithoutSignIn('forgotPassword', { body })
    setAsked(true)
  })
  const isOff = error instanceof ApiError && error.status === 409
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p className="soft">{tp('forgotten.text')}</p>
      {error !== null && (
        <Notice tone="bad">{isOff ? tp('forgotten.no-mail') : messageOf(error)}</Notice>
      )}
      {isAsked && <Notice tone="good">{tp('forgotten.asked')}</Notice>}
      {!isAsked && (
        <>
          <Field
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            isRequired
            autoFocus
          />
          <Button type="submit" look="primary" busy={isBusy}>
            {tp('forgotten.ask')}
          </Button>
        </>
      )}
      <ToSignIn />
    </form>
  )
}

function Resetting({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState<string | null>(null)
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const done = await callWithoutSignIn('resetPassword', { body: { token, password } })
    setEmail(done.email)
  })
  if (email !== null) {
    return (
      <div className="stack">
        <Notice tone="good">{tp('reset.done', { email })}</Notice>
        <ToSignIn />
      </div>
    )
  }
  if (error instanceof ApiError && error.status === 401) return <LinkOver />
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <PasswordField
        label={tp('reset')}
        help={tp('join.password.help')}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={errorOf('password')}
        isRequired
        autoFocus
      />
      <Button type="submit" look="primary" busy={isBusy}>
        {tp('reset.set')}
      </Button>
    </form>
  )
}
