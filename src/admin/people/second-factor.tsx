/** The second factor of the account: an app, set up with a QR code, passkeys, recovery codes. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { encode } from 'uqr'
import { call, list, type Reply } from '../api/client.js'
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
import {
  AddingPasskey,
  AddPasskeyButton,
  CurrentPassword,
  PasskeyList,
  PASSKEYS,
  refreshFactor,
} from './passkeys.js'

const KEY = ['second-factor']

/** What a code is asked for. */
const USES = { renewRecoveryCodes: 'factor.again', turnOffSecondFactor: 'factor.off' } as const
type Use = keyof typeof USES

/** What can be set up, and how its window is called. */
const WAYS = { app: 'factor.begin-app', passkey: 'passkey.add' } as const
type Way = keyof typeof WAYS

export function SecondFactorCard() {
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('getSecondFactor', { signal }),
  })
  const { data: passkeys } = useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => list('listPasskeys', { signal }),
  })
  const [way, setWay] = useState<Way | null>(null)
  const [use, setUse] = useState<Use | null>(null)
  const close = () => {
    setWay(null)
    setUse(null)
  }
  return (
    <Card title={tp('factor')} lead={tp('factor.text')}>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {data?.on === true && <p>{tp('factor.left', { count: data.recovery_codes_left })}</p>}
      <PasskeyList passkeys={passkeys?.items ?? []} />
      <div className="row">
        {data?.app === false && (
          <Button icon="key" onPress={() => setWay('app')}>
            {tp('factor.begin-app')}
          </Button>
        )}
        {passkeys && <AddPasskeyButton count={passkeys.total} onPress={() => setWay('passkey')} />}
        {data?.on === true && (
          <Button onPress={() => setUse('renewRecoveryCodes')}>{tp('factor.again')}</Button>
        )}
        {data?.app === true && (
          <Button onPress={() => setUse('turnOffSecondFactor')}>{tp('factor.off')}</Button>
        )}
      </div>
      <Window title={tp(WAYS[way ?? 'app'])} isOpen={way !== null} onClose={close}>
        {way && <SettingUp way={way} onDone={close} />}
      </Window>
      <Window title={tp(USES[use ?? 'renewRecoveryCodes'])} isOpen={use !== null} onClose={close}>
        {use && <WithCode use={use} onDone={close} />}
      </Window>
    </Card>
  )
}

/** Instead of everything else, where the server wants a second factor. */
export function SetUpFirst({ onDone }: { onDone: () => void }) {
  const [way, setWay] = useState<Way>('app')
  const other = way === 'app' ? 'passkey' : 'app'
  return (
    <Front title={tp('factor')}>
      <p className="soft">{tp('factor.first')}</p>
      <SettingUp key={way} way={way} onDone={onDone} onOther={() => setWay(other)} />
    </Front>
  )
}

type Begun = Reply<'beginSecondFactor'>

interface SettingUpProps {
  readonly way: Way
  readonly onDone: () => void
  /** Where the other way is offered, too. */
  readonly onOther?: () => void
}

function SettingUp({ way, onDone, onOther }: SettingUpProps) {
  const cache = useQueryClient()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const leave = () => {
    void refreshFactor(cache)
    onDone()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={leave} />
  if (begun) return <Confirming begun={begun} onDone={setCodes} />
  const other = way === 'app' ? 'passkey' : 'app'
  return (
    <>
      {way === 'app' ? (
        <Beginning onDone={setBegun} />
      ) : (
        <AddingPasskey onDone={(made) => (made ? setCodes(made) : leave())} />
      )}
      {onOther && <Button onPress={onOther}>{tp(WAYS[other])}</Button>}
    </>
  )
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
      <CurrentPassword
        value={password}
        onChange={setPassword}
        error={errorOf('current_password')}
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
  return (
    <div className="stack">
      <Notice tone="warn">{tp('factor.recovery.text')}</Notice>
      <CodeLine
        label={tp('factor.recovery')}
        copy={tp('factor.copy-codes')}
        text={codes.join('\n')}
      />
      <div className="row-end">
        <Button look="primary" onPress={onDone}>
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
    await refreshFactor(cache)
    return onDone()
  })
  const leave = () => {
    void refreshFactor(cache)
    onDone()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={leave} />
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
