/** The sign-in form, and the page that contains it. */

import { useState, type FormEvent } from 'react'
import { ApiError, callWithoutSignIn } from '../api/client.js'
import type { Session } from '../api/types.js'
import { language, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { Notice } from '../ui/notice.js'
import { useTitle, Waiting } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { CodeField } from './code-field.js'
import { Front } from './front.js'
import { OidcButton, useSignInWays } from './oidc.js'
import { Link } from './router.js'

interface FormProps {
  /** Given if only this user may sign in. */
  readonly email?: string
  readonly onDone: (session: Session) => void
}

export function SignIn({ onDone }: Pick<FormProps, 'onDone'>) {
  useTitle(t('sign-in'))
  const ways = useSignInWays()
  if (!ways) return <Waiting />
  return (
    <Front title={t('sign-in.title')}>
      <SignInWays onDone={onDone} />
      {ways.password && (
        <>
          <p>
            <Link to="/password">{t('sign-in.forgotten')}</Link>
          </p>
          <p className="faint sign-in-hint">{t('sign-in.first')}</p>
        </>
      )}
    </Front>
  )
}

/** The form, and the button of the provider, as the server has them. */
export function SignInWays(props: FormProps) {
  const ways = useSignInWays()
  if (!ways) return null
  const look = ways.password ? {} : { look: 'primary' as const }
  return (
    <>
      {ways.password && <SignInForm {...props} />}
      {ways.provider !== null && <OidcButton provider={ways.provider} {...look} />}
    </>
  )
}

export function SignInForm({ email: known, onDone }: FormProps) {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  /** Null until the server asks for one. */
  const [code, setCode] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const body = { email, password, language: language(), ...(code !== null && { code }) }
      onDone(await callWithoutSignIn('signIn', { body }))
    } catch (problem) {
      if (isCodeNeeded(problem)) setCode('')
      else setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {error !== null && <Notice tone="bad">{signInError(error, code !== null)}</Notice>}
      <Field
        label={t('email')}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
        autoFocus={known === undefined}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
        autoFocus={known !== undefined}
      />
      {code !== null && <CodeField value={code} onChange={setCode} />}
      <Button type="submit" look="primary" busy={isBusy}>
        {t('sign-in')}
      </Button>
    </form>
  )
}

/** True if the password was right, and a code of the second factor is to follow. */
function isCodeNeeded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second_factor_required'
}

function signInError(error: unknown, hasCode: boolean): string {
  if (error instanceof ApiError && error.status === 401) {
    return hasCode ? t('sign-in.wrong-code') : t('sign-in.wrong')
  }
  return messageOf(error)
}
