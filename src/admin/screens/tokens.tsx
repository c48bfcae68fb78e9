/** The tokens of the account: credentials of programs, which may do less than their user. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { SERVER } from '../api/base.js'
import { call, type Reply } from '../api/client.js'
import { useSites, useTokens } from '../api/queries.js'
import { agoText, dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Select, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { CodeLine } from '../ui/code-line.js'

type Token = Reply<'listTokens'>[number]
type Scope = Token['scopes'][number]

const SCOPES: readonly Scope[] = [
  'read',
  'draft',
  'sets',
  'write',
  'publish',
  'source',
  'settings',
  'git',
  'admin',
]
/** Days until a token expires; `never` does not. */
const DAYS = ['30', '90', '365', 'never'] as const

export function TokensCard() {
  const { data, error } = useTokens()
  const tokens = data?.items ?? []
  const [making, setMaking] = useState<Purpose | null>(null)
  const [revoked, setRevoked] = useState<Token | null>(null)
  const [made, setMade] = useState<{ token: string; purpose: Purpose } | null>(null)
  return (
    <Card title={t('tokens')} lead={t('tokens.text')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {made !== null && (
        <>
          <Notice tone="warn">{t('tokens.once')}</Notice>
          <CodeLine label={t('tokens.token')} copy={t('tokens.copy')} text={made.token} />
          {made.purpose === 'assistant' && <Connecting token={made.token} />}
        </>
      )}
      {tokens.length > 0 && (
        <ul className="lines">
          {tokens.map((token) => (
            <TokenLine key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon="key" onPress={() => setMaking('program')}>
          {t('tokens.make')}
        </Button>
        <Button onPress={() => setMaking('assistant')}>{t('tokens.assistant')}</Button>
      </div>
      {making && (
        <NewTokenWindow
          purpose={making}
          onClose={() => setMaking(null)}
          onMade={(token) => {
            setMade({ token, purpose: making })
            setMaking(null)
          }}
        />
      )}
      {revoked && <RevokeWindow token={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  )
}

/** What an assistant's program has to be told. */
function Connecting({ token }: { token: string }) {
  const url = `${location.origin}${SERVER}/v2/mcp`
  const headers = { Authorization: `Bearer ${token}` }
  const configuration = { mcpServers: { galley: { type: 'http', url, headers } } }
  return (
    <>
      <CodeLine label={t('tokens.address')} copy={t('tokens.copy-address')} text={url} />
      <CodeLine
        label={t('tokens.configuration')}
        copy={t('tokens.copy-configuration')}
        text={JSON.stringify(configuration, null, 2)}
      />
    </>
  )
}

function TokenLine({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const used =
    token.last_used_at === null
      ? t('tokens.unused')
      : t('tokens.used', { ago: agoText(token.last_used_at) })
  const until =
    token.expires_at === null
      ? t('tokens.lasting')
      : t('tokens.until', { date: dateText(token.expires_at) })
  const scopes = token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ')
  const sites = token.site_ids && t('tokens.sites', { count: token.site_ids.length })
  return (
    <li>
      <span className="grow stack-small">
        <span className="cut">
          {token.name} <code className="faint">…{token.hint}</code>
        </span>
        <span className="faint">{[scopes, sites].filter(Boolean).join(' · ')}</span>
        <span className="faint">
          {until} · {used}
        </span>
      </span>
      <Button onPress={onRevoke}>{t('tokens.revoke')}</Button>
    </li>
  )
}

/** What a token is made for. */
type Purpose = 'program' | 'assistant'

interface NewTokenProps {
  readonly purpose: Purpose
  readonly onClose: () => void
  /** Gets the new token, which is not shown again. */
  readonly onMade: (token: string) => void
}

/** What the form says. */
interface TokenForm {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** Empty for all sites. */
  readonly siteId: string
  readonly days: string
}

function NewTokenWindow({ purpose, onClose, onMade }: NewTokenProps) {
  const cache = useQueryClient()
  const isForAssistant = purpose === 'assistant'
  const [form, setForm] = useState<TokenForm>({
    name: isForAssistant ? t('tokens.assistant.name') : '',
    scopes: isForAssistant ? ['read', 'sets'] : ['read'],
    siteId: '',
    days: '90',
  })
  const change = (changed: Partial<TokenForm>) => setForm((before) => ({ ...before, ...changed }))
  const { name, scopes, siteId, days } = form
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const body = {
      name,
      scopes: [...scopes],
      site_ids: siteId === '' ? null : [siteId],
      expires_in_days: days === 'never' ? null : Number(days),
    }
    const { token } = await call('createToken', { body })
    await cache.invalidateQueries({ queryKey: ['tokens'] })
    onMade(token)
  })
  return (
    <Window title={t(isForAssistant ? 'tokens.assistant' : 'tokens.make')} isOpen onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        {isForAssistant && <p>{t('tokens.assistant.text')}</p>}
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <Field
          label={t('tokens.name')}
          help={t('tokens.name.help')}
          value={name}
          onChange={(text) => change({ name: text })}
          error={errorOf('name')}
          autoFocus
          isRequired
        />
        <ScopeSwitches chosen={scopes} onChange={(next) => change({ scopes: next })} />
        <Bounds form={form} onChange={change} />
        <div className="row-end">
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={isBusy}
            isDisabled={name.trim() === '' || scopes.length === 0}
          >
            {t('tokens.make')}
          </Button>
        </div>
      </form>
    </Window>
  )
}

interface ScopesProps {
  readonly chosen: readonly Scope[]
  readonly onChange: (scopes: readonly Scope[]) => void
}

function ScopeSwitches({ chosen, onChange }: ScopesProps) {
  return (
    <fieldset className="group stack-small">
      <legend>{t('tokens.scopes')}</legend>
      {SCOPES.map((scope) => (
        <Switch
          key={scope}
          label={t(`tokens.scope.${scope}`)}
          isOn={chosen.includes(scope)}
          onChange={(isOn) =>
            onChange(SCOPES.filter((one) => (one === scope ? isOn : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}

interface BoundsProps {
  readonly form: TokenForm
  readonly onChange: (changed: Partial<TokenForm>) => void
}

/** For which sites, and for how long. */
function Bounds({ form, onChange }: BoundsProps) {
  const { data } = useSites()
  const sites = (data?.items ?? []).map(({ id, title, domain }) => ({ id, label: title || domain }))
  return (
    <div className="two">
      <Select
        label={t('tokens.for')}
        value={form.siteId}
        choices={[{ id: '', label: t('tokens.all-sites') }, ...sites]}
        onChange={(siteId) => onChange({ siteId })}
      />
      <Select
        label={t('tokens.expiry')}
        value={form.days}
        choices={DAYS.map((id) => ({ id, label: t(`tokens.days.${id}`) }))}
        onChange={(days) => onChange({ days })}
      />
    </div>
  )
}

function RevokeWindow({ token, onClose }: { token: Token; onClose: () => void }) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    await call('revokeToken', { path: { token_id: token.id } })
    await cache.invalidateQueries({ queryKey: ['tokens'] })
    onClose()
  })
  return (
    <Confirm
      title={t('tokens.revoke.title', { name: token.name })}
      action={t('tokens.revoke')}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{t('tokens.revoke.text')}</p>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </Confirm>
  )
}
