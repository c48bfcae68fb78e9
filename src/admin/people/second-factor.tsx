/** The second factor of the account: setting it up with a QR code, recovery codes, turning it off. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { encode } from 'uqr'
import { call, type Reply } from '../api/client.js'
import { CodeField } from '../app/code-field.js'
import { Front } from '../app/front.js'
import { CodeLine } from '../ui/code-line.js'
import { tp } from '../text/people.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Card } from '../ui/page.js'
import { PasswordField } from '../ui/password.js'

const KEY = ['second-factor']

/** What a code is asked for. */
const USES = { renewRecoveryCodes: 'factor.again', turnOffSecondFactor: 'factor.off' } as const
type Use = keyof typeof USES

export function SecondFactorCard() {
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('getSecondFactor', { signal }),
  })
  const [isSettingUp, setSettingUp] = useState(false)
  const [use, setUse] = useState<Use | null>(null)
  const close = () => {
    setSettingUp(false)
    setUse(null)
  }
  return (
    <Card title={tp('factor')} lead={tp('factor.text')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data?.on === true && <p>{tp('factor.left', { count: data.recovery_codes_left })}</p>}
      <div className="row">
        {data?.on === false && (
          <Button icon="key" onPress={() => setSettingUp(true)}>
            {tp('factor.begin')}
          </Button>
        )}
        {data?.on === true && (
          <>
            <Button onPress={() => setUse('renewRecoveryCodes')}>{tp('factor.again')}</Button>
            <Button onPress={() => setUse('turnOffSecondFactor')}>{tp('factor.off')}</Button>
          </>
        )}
      </div>
      <Window title={tp('factor')} isOpen={isSettingUp} onClose={close}>
        <SettingUp onDone={close} />
      </Window>
      <Window title={tp(USES[use ?? 'renewRecoveryCodes'])} isOpen={use !== null} onClose={close}>
        {use && <WithCode use={use} onDone={close} />}
      </Window>
    </Card>
  )
}

/** Instead of everything else, where the server wants a second factor. */
export function SetUpFirst({ onDone }: { onDone: () => void }) {
  return (
    <Front title={tp('factor')}>
      <p className="soft">{tp('factor.first')}</p>
      <SettingUp onDone={onDone} />
    </Front>
  )
}

type Begun = Reply<'beginSecondFactor'>

function SettingUp({ onDone }: { onDone: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun) return <Confirming begun={begun} onDone={setCodes} />
  return <Beginning onDone={setBegun} />
}

function Beginning({ onDone }: { onDone: (begun: Begun) => void }) {
  const [password, setPassword] = useState('')
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    onDone(await call('beginSecondFactor', { body: { current_password: password } }))
  })
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && errorOf('current_password') === undefined && (
        <Notice tone="bad">{messageOf(error)}</Notice>
      )}
      <PasswordField
        label={t('account.password.current')}
        help={tp('factor.password.help')}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errorOf('current_password')}
        isRequired
        autoFocus
      />
      <div className="row-end">
        <Button type="submit" look="primary" busy={isBusy} isDisabled={password === ''}>
          {tp('factor.begin')}
        </Button>
      </div>
    </form>
  )
}

function Confirming({
  begun,
  onDone,
}: {
  begun: Begun
  onDone: (codes: readonly string[]) => void
}) {
  const cache = useQueryClient()
  const [code, setCode] = useState('')
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    const { recovery_codes: codes } = await call('confirmSecondFactor', { body: { code } })
    await cache.invalidateQueries({ queryKey: ['sessions'] })
    onDone(codes)
  })
  const isWrong = errorOf('code') !== undefined
  return (
    <form className="stack" onSubmit={onSubmit}>
      <p>{tp('factor.app')}</p>
      <QrCode text={begun.uri} />
      <CodeLine label={tp('factor.key')} copy={tp('factor.copy')} text={begun.secret} />
      {error !== null && !isWrong && <Notice tone="bad">{messageOf(error)}</Notice>}
      <CodeField
        isFirst
        value={code}
        onChange={setCode}
        error={isWrong ? tp('code.wrong') : undefined}
      />
      <div className="row-end">
        <Button type="submit" look="primary" busy={isBusy} isDisabled={code.trim() === ''}>
          {tp('factor.confirm')}
        </Button>
      </div>
    </form>
  )
}

/** Dark on light in both themes, with the margin that scanners need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={tp('factor.picture')}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const cache = useQueryClient()
  const leave = () => {
    void cache.invalidateQueries({ queryKey: KEY })
    onDone()
  }
  return (
    <div className="stack">
      <Notice tone="warn">{tp('factor.recovery.text')}</Notice>
      <CodeLine
        label={tp('factor.recovery')}
        copy={tp('factor.copy-codes')}
        text={codes.join('\n')}
      />
      <div className="row-end">
        <Button look="primary" onPress={leave}>
          {tp('factor.done')}
        </Button>
      </div>
    </div>
  )
}

function WithCode({ use, onDone }: { use: Use; onDone: () => void }) {
  const cache = useQueryClient()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { isBusy, error, errorOf, onSubmit } = useSending(async () => {
    if (use === 'renewRecoveryCodes') {
      return setCodes((await call(use, { body: { code } })).recovery_codes)
    }
    await call(use, { body: { code } })
    await cache.invalidateQueries({ queryKey: KEY })
    return onDone()
  })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const isWrong = errorOf('code') !== undefined
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && !isWrong && <Notice tone="bad">{messageOf(error)}</Notice>}
      <CodeField value={code} onChange={setCode} error={isWrong ? tp('code.wrong') : undefined} />
      <div className="row-end">
        <Button onPress={onDone}>{t('cancel')}</Button>
        <Button type="submit" look="primary" busy={isBusy} isDisabled={code.trim() === ''}>
          {tp(USES[use])}
        </Button>
      </div>
    </form>
  )
}
