/** The passkeys of the account: adding and removing them. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../api/client.js'
import { hasPasskeys, makePasskey, passkeyMessage } from '../app/passkey.js'
import { tp } from '../text/people.js'
import { agoText, dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { PasswordField } from '../ui/password.js'
import { Field } from '../ui/text-field.js'
import { showToast } from '../ui/toast.js'

type Passkey = Reply<'listPasskeys'>[number]

export const PASSKEYS = ['passkeys']

/** The server takes no more. */
const MAX_PASSKEYS = 10

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removed, setRemoved] = useState<Passkey | null>(null)
  if (passkeys.length === 0) return null
  return (
    <>
      <ul className="lines">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <span className="grow stack-small">
              <span className="cut">{passkey.name}</span>
              <span className="faint">
                {tp('passkey.since', { date: dateText(passkey.created_at) })} ·{' '}
                {passkey.last_used_at === null
                  ? t('tokens.unused')
                  : t('tokens.used', { ago: agoText(passkey.last_used_at) })}
              </span>
            </span>
            <Button
              aria-label={`${t('remove')}: ${passkey.name}`}
              onPress={() => setRemoved(passkey)}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      {removed && <Removing passkey={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

function Removing({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const path = { passkey_id: passkey.id }
    await call('removePasskey', { path, body: { current_password: password } })
    await refreshFactor(cache)
    onClose()
  }, password !== '')
  const isOfField = errorOf('current_password') !== undefined
  return (
    <Window title={tp('passkey.remove-of', { name: passkey.name })} isOpen onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        <p>{tp('passkey.remove.text')}</p>
        {error !== null && !isOfField && <Notice tone="bad">{messageOf(error)}</Notice>}
        <CurrentPassword
          value={password}
          onChange={setPassword}
          error={errorOf('current_password')}
          autoFocus
        />
        <div className="row-end">
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="danger" busy={isBusy} isDisabled={password === ''}>
            {t('remove')}
          </Button>
        </div>
      </form>
    </Window>
  )
}

interface PasswordProps {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly error: string | undefined
  readonly autoFocus?: boolean
}

/** Asked for before something that a stolen session must not be able to do. */
export function CurrentPassword(props: PasswordProps) {
  return (
    <PasswordField
      label={t('account.password.current')}
      help={tp('factor.password.help')}
      autoComplete="current-password"
      isRequired
      {...props}
    />
  )
}

/** Nothing where no more are taken. */
export function AddPasskeyButton({ count, onPress }: { count: number; onPress: () => void }) {
  if (count >= MAX_PASSKEYS) return null
  return (
    <Button icon="key" onPress={onPress}>
      {tp('passkey.add')}
    </Button>
  )
}

interface AddingProps {
  /** Gets the recovery codes, which are not shown again; null if there are some left. */
  readonly onDone: (codes: readonly string[] | null) => void
}

export function AddingPasskey({ onDone }: AddingProps) {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const isReady = name.trim() !== '' && password !== ''
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const begun = await call('beginPasskey', { body: { current_password: password } })
    const credential = await makePasskey(begun.public_key)
    const made = await call('createPasskey', { body: { name, credential } })
    showToast('good', tp('passkey.added'))
    await cache.invalidateQueries({ queryKey: ['sessions'] })
    onDone(made.recovery_codes)
  }, isReady)
  if (!hasPasskeys()) return <Notice tone="warn">{tp('passkey.no-browser')}</Notice>
  const isOfField = errorOf('current_password') !== undefined || errorOf('name') !== undefined
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p className="soft">{tp('passkey.text')}</p>
      {error !== null && !isOfField && <Notice tone="bad">{passkeyMessage(error)}</Notice>}
      <Field
        label={tp('passkey.name')}
        help={tp('passkey.name.help')}
        value={name}
        onChange={setName}
        error={errorOf('name')}
        isRequired
        autoFocus
      />
      <CurrentPassword
        value={password}
        onChange={setPassword}
        error={errorOf('current_password')}
      />
      <div className="row-end">
        <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
          {tp('passkey.add')}
        </Button>
      </div>
    </form>
  )
}

/** After the second factor has changed. */
export async function refreshFactor(cache: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: PASSKEYS }),
    cache.invalidateQueries({ queryKey: ['second-factor'] }),
  ])
}
