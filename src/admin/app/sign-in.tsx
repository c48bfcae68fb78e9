/** The sign-in form, and the page that contains it. */

import { useState, type FormEvent } from 'react'
import { ApiError, callWithoutSignIn, type Arguments } from '../api/client.js'
import type { Session } from '../api/types.js'
import { language, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { Notice } from '../ui/notice.js'
import { useTitle, Waiting } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { CodeField } from './code-field.js'
import { Front } from './front.js'
import { OidcButton, useSignInWays } from './oidc.js'
import { hasPasskeys, passkeyMessage, signWithPasskey } from './passkey.js'
import { Link } from './router.js'

type Wrong = 'sign-in.wrong' | 'sign-in.wrong-code' | 'sign-in.wrong-passkey'

type Proof = Pick<Arguments<'signIn'>[0]['body'], 'code' | 'passkey'>

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
  const { code, setCode, asked, error, isBusy, onSubmit, onPasskey } = useSignIn(
    { email, password },
    onDone,
  )
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{error}</Notice>}
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
      {asked && (
        <Button icon="key" isDisabled={isBusy} onPress={() => onPasskey(asked)}>
          {t('passkey.use')}
        </Button>
      )}
    </form>
  )
}

/**
 * Sends what was entered, and then the second factor, by a code or a passkey.
 *
 * @param entered e-mail address and password
 */
function useSignIn(
  entered: { readonly email: string; readonly password: string },
  onDone: FormProps['onDone'],
) {
  /** Null until the server asks for one. */
  const [code, setCode] = useState<string | null>(null)
  /** What the server asks a passkey, which can answer once. */
  const [asked, setAsked] = useState<object | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** @param wrong what a refusal says */
  const send = async (wrong: Wrong, proof: () => Promise<Proof>) => {
    setBusy(true)
    setError(null)
    try {
      const body = { ...entered, language: language(), ...(await proof()) }
      onDone(await callWithoutSignIn('signIn', { body }))
    } catch (problem) {
      if (isCodeNeeded(problem)) {
        setCode(code ?? '')
        setAsked(hasPasskeys() ? askedIn(problem) : null)
      } else setError(signInError(problem, wrong))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code === null) void send('sign-in.wrong', async () => ({}))
    else void send('sign-in.wrong-code', async () => ({ code }))
  }
  const onPasskey = (question: object) =>
    void send('sign-in.wrong-passkey', async () => {
      const passkey = await signWithPasskey(question)
      // It has answered: after a failure, the server asks anew.
      setAsked(null)
      setCode(null)
      return { passkey }
    })
  return { code, setCode, asked, error, isBusy, onSubmit, onPasskey }
}

/** True if the password was right, and a code of the second factor is to follow. */
function isCodeNeeded(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'second_factor_required'
}

function askedIn({ body }: ApiError): object | null {
  const { passkey } = body
  return typeof passkey === 'object' ? passkey : null
}

function signInError(error: unknown, wrong: Wrong): string {
  if (error instanceof ApiError && error.status === 401) return t(wrong)
  return passkeyMessage(error)
}
