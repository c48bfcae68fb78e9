/** The card of the account that links it to the OpenID Connect provider, and unlinks it. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, callWithoutSignIn } from '../api/client.js'
import { leaveFor, useSignInWays } from '../app/oidc.js'
import { tp } from '../text/people.js'
import { dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { oidcError } from './oidc-error.js'

const KEY = ['oidc-link']

/** Nothing where the server has no provider. */
export function OidcCard() {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('getOidcLink', { signal }),
  })
  const [asked, setAsked] = useState<'link' | 'unlink' | null>(null)
  const isOnlyWay = useSignInWays()?.password === false
  const name = data?.provider ?? null
  if (!data || name === null) return null
  const close = () => setAsked(null)
  return (
    <Card title={name} lead={tp('oidc.text', { name })}>
      {data.linked_at !== null && <p>{tp('oidc.linked', { date: dateText(data.linked_at) })}</p>}
      <div className="row">
        {data.linked && !isOnlyWay && (
          <Button onPress={() => setAsked('unlink')}>{tp('oidc.unlink')}</Button>
        )}
        {!data.linked && (
          <Button icon="link" onPress={() => setAsked('link')}>
            {tp('oidc.link')}
          </Button>
        )}
      </div>
      <Window title={tp('oidc.link-with', { name })} isOpen={asked === 'link'} onClose={close}>
        <Linking name={name} />
      </Window>
      {asked === 'unlink' && <Unlinking name={name} onClose={close} />}
    </Card>
  )
}

function Linking({ name }: { name: string }) {
  const [password, setPassword] = useState('')
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const { url } = await call('beginOidcLink', { body: { current_password: password } })
    leaveFor(url, { isToLink: true, to: '/account' })
  }, password !== '')
  const isOfField = errorOf('current_password') !== undefined
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p className="soft">{tp('oidc.link.text', { name })}</p>
      {error !== null && !isOfField && <Notice tone="bad">{oidcError(error, name)}</Notice>}
      <PasswordField
        label={t('account.password.current')}
        help={tp('factor.password.help')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errorOf('current_password')}
        autoFocus
      />
      <Button type="submit" look="primary" busy={isBusy} isDisabled={password === ''}>
        {tp('oidc.go-on', { name })}
      </Button>
    </form>
  )
}

function Unlinking({ name, onClose }: { name: string; onClose: () => void }) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    await callWithoutSignIn('deleteOidcLink')
    await cache.invalidateQueries({ queryKey: KEY })
    onClose()
  })
  const isLast = error instanceof ApiError && error.status === 409
  return (
    <Confirm
      title={tp('oidc.unlink-from', { name })}
      action={tp('oidc.unlink')}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{tp('oidc.unlink.text', { name })}</p>
      {error !== null && (
        <Notice tone="bad">{isLast ? tp('oidc.unlink.last') : messageOf(error)}</Notice>
      )}
    </Confirm>
  )
}
