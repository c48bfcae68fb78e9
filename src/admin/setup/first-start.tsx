/** The setup screen of the first start: the link printed by the server makes its user the administrator. */

import { useState } from 'react'
import { ApiError, callWithoutSignIn } from '../api/client.js'
import { navigate } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { useTitle } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { Front } from '../app/front.js'

/** The token after the `#`. Browsers do not send this part, so it appears in no log. */
function tokenOf(hash: string): string {
  return /^#([0-9a-f]{64})$/.exec(hash)?.[1] ?? ''
}

export function FirstStart() {
  useTitle(t('first-start'))
  const token = tokenOf(location.hash)
  return (
    <Front title={t('first-start')}>
      {token === '' ? <NoToken /> : <SetUpForm token={token} />}
    </Front>
  )
}

function NoToken() {
  return (
    <>
      <Notice tone="warn">
        <strong>{t('first-start.none')}</strong>
        <p>{t('first-start.none.text')}</p>
      </Notice>
      <Button onPress={() => navigate('/sites')}>{t('sign-in')}</Button>
    </>
  )
}

function SetUpForm({ token }: { token: string }) {
  const [form, setForm] = useState({ firstname: '', lastname: '', email: '', password: '' })
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    await callWithoutSignIn('setUp', { body: { token, ...form, email: form.email.trim() } })
    // Remove the used token from the address and the browser's history.
    navigate('/sites/new?first=1', { replace: true })
  })
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    onChange: (text: string) => setForm({ ...form, [name]: text }),
    error: errorOf(name),
  })
  const isOver = error instanceof ApiError && error.status === 401
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p className="soft">{t('first-start.text')}</p>
      {error !== null && (
        <Notice tone="bad">
          {isOver ? t('first-start.over') : messageOf(error)}
          {isOver && <Button onPress={() => navigate('/sites')}>{t('sign-in')}</Button>}
        </Notice>
      )}
      <div className="two">
        <Field label={t('firstname')} autoComplete="given-name" autoFocus {...field('firstname')} />
        <Field label={t('lastname')} autoComplete="family-name" {...field('lastname')} />
      </div>
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        isRequired
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        autoComplete="new-password"
        help={t('first-start.password.help')}
        isRequired
        {...field('password')}
      />
      <Button type="submit" look="primary" busy={isBusy}>
        {t('first-start.begin')}
      </Button>
    </form>
  )
}
