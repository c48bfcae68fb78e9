/** The account screen: name, password, API key, appearance and sessions. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, keepPlaces, keepsPlaces } from '../api/client.js'
import { useSessions } from '../api/queries.js'
import type { KeyPair } from '../api/types.js'
import { useSignInWays } from '../app/oidc.js'
import { useSession } from '../app/session.js'
import { chooseTheme, chosenTheme, type Theme } from '../app/theme.js'
import { agoText, keepLanguage, language, LANGUAGES, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { Select, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card, Screen } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'
import { showToast } from '../ui/toast.js'
import { OidcCard } from '../people/oidc.js'
import { SecondFactorCard } from '../people/second-factor.js'
import { CodeLine } from '../ui/code-line.js'
import { NoticesCard } from './notices.js'
import { TokensCard } from './tokens.js'

export function AccountScreen() {
  const ways = useSignInWays()
  return (
    <Screen title={t('account')}>
      <NameCard />
      {ways?.password !== false && <PasswordCard />}
      <SecondFactorCard />
      <OidcCard />
      <LookCard />
      <NoticesCard />
      <KeysCard />
      <TokensCard />
      <SessionsCard />
    </Screen>
  )
}

function NameCard() {
  const { session, setUser } = useSession()
  const [form, setForm] = useState({
    firstname: session.user.firstname,
    lastname: session.user.lastname,
    email: session.user.email,
  })
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const user = await call('updateMe', { body: form })
    setUser({ ...session.user, ...user })
    showToast('good', t('saved'))
  })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
    error: errorOf(name),
  })
  return (
    <Card title={t('account.name')}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <div className="two">
          <Field label={t('firstname')} autoComplete="given-name" {...field('firstname')} />
          <Field label={t('lastname')} autoComplete="family-name" {...field('lastname')} />
        </div>
        <Field label={t('email')} type="email" autoComplete="email" {...field('email')} />
        <div className="row-end">
          <Button type="submit" busy={isBusy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function PasswordCard() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const cache = useQueryClient()
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    await call('updateMe', { body: { password: next, current_password: current } })
    setCurrent('')
    setNext('')
    await cache.invalidateQueries({ queryKey: ['sessions'] })
    showToast('good', t('account.password.done'))
  })
  return (
    <Card title={t('password')} lead={t('account.password.text')}>
      <form className="stack" onSubmit={onSubmit}>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <div className="two">
          <PasswordField
            label={t('account.password.current')}
            autoComplete="current-password"
            value={current}
            onChange={setCurrent}
            error={errorOf('current_password')}
          />
          <PasswordField
            label={t('account.password.new')}
            autoComplete="new-password"
            value={next}
            onChange={setNext}
            error={errorOf('password')}
          />
        </div>
        <div className="row-end">
          <Button type="submit" busy={isBusy} isDisabled={current === '' || next === ''}>
            {t('account.password.change')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Whether pictures lose the data of where they were taken. */
function PlacesSwitch() {
  const [isKept, setKept] = useState(keepsPlaces)
  const change = (isOn: boolean) => {
    keepPlaces(!isOn)
    setKept(!isOn)
  }
  return <Switch label={t('look.places')} isOn={!isKept} onChange={change} />
}

function LookCard() {
  const [theme, setTheme] = useState<Theme>(chosenTheme())
  const themes = (['system', 'light', 'dark'] as const).map((id) => ({
    id,
    label: t(`look.${id}`),
  }))
  return (
    <Card title={t('look')}>
      <div className="two">
        <Select
          label={t('look.colours')}
          value={theme}
          choices={themes}
          onChange={(value) => {
            const next = themes.find(({ id }) => id === value)?.id ?? 'system'
            chooseTheme(next)
            setTheme(next)
          }}
        />
        <Select
          label={t('look.language')}
          value={language()}
          choices={LANGUAGES}
          onChange={(value) => {
            if (keepLanguage(value)) location.reload()
            else showToast('bad', t('look.not-kept'))
          }}
        />
      </div>
      <PlacesSwitch />
    </Card>
  )
}

function KeysCard() {
  const [pair, setPair] = useState<KeyPair | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { isBusy, error, send } = useSending(async () => {
    setPair(await call('rotateKeys'))
    setAsking(false)
  })
  return (
    <Card title={t('keys')} lead={t('keys.text')}>
      <div className="row">
        <Button icon="key" onPress={() => setAsking(true)}>
          {t('keys.rotate')}
        </Button>
      </div>
      {pair && (
        <>
          <Notice tone="warn">{t('keys.once')}</Notice>
          <CodeLine label="api_key" copy={t('keys.copy-key')} text={pair.api_key} />
          <CodeLine label="api_secret" copy={t('hook.copy-secret')} text={pair.api_secret} />
        </>
      )}
      <Confirm
        title={t('keys.rotate')}
        action={t('keys.rotate')}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void send()}
      >
        <p>{t('keys.rotate.text')}</p>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      </Confirm>
    </Card>
  )
}

function SessionsCard() {
  const { data: sessions = [], error } = useSessions()
  const cache = useQueryClient()
  const end = async (id: string) => {
    try {
      await call('endSession', { path: { session_id: id } })
      await cache.invalidateQueries({ queryKey: ['sessions'] })
    } catch (problem) {
      showToast('bad', messageOf(problem))
    }
  }
  return (
    <Card title={t('sessions')} lead={t('sessions.text')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id}>
            <span className="grow stack-small">
              <span className="cut">{browserOf(session.user_agent)}</span>
              <span className="faint">
                {session.address} · {t('sessions.seen', { ago: agoText(session.last_seen_at) })}
              </span>
            </span>
            {session.current ? (
              <span className="badge accent">{t('sessions.this')}</span>
            ) : (
              <Button onPress={() => void end(session.id)}>{t('sessions.end')}</Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const BROWSERS = [
  ['Firefox', /Firefox\/(\d+)/],
  ['Edge', /Edg\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const

/** The name and version of a browser, from its User-Agent. */
function browserOf(agent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(agent)?.[1]
    if (version !== undefined) return `${name} ${version}`
  }
  return agent || t('sessions.unknown')
}
